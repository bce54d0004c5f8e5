import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { executeGathered } from '../../../database/gathered-writes.js';
import type { Tx } from '../../../database/schema.js';
import { NeedsTransaction } from '../../../database/transact.js';
import { invalidField, refuse, refuseFor } from '../../../operation/refusal.js';
import type { CoveredAct } from '../../faces/index.js';
import { type Flow, type Participant, SignStatus } from '../flow/flow.js';
import { isOpen, isPastDeadline } from '../flow/rules/states.js';
import { type AuthType, type Intent, intentLife, intentRows } from '../flow/store/intents.js';
import type { SeenFlow } from '../view/access.js';
import { requireOwnWindow } from './own-window.js';
import { type GivenProof, type Proof, type ProvingContext, proveIdentity } from './prove-identity.js';
import { type ActTerms, digestOf } from './rules/act-terms.js';
import { type Confirmed, covers } from './rules/intent-cover.js';

/** The intended act of one participant in a flow; with `marks` null in the terms, signing its text. */
export interface IntendedAct {
  readonly flow: Flow;
  readonly participant: Participant;
  readonly terms: ActTerms;
}

/** An intended act with the coverage of its proof. */
export interface ProvenAct extends IntendedAct {
  readonly confirmed: Confirmed;
  readonly authType: AuthType;
  readonly proof: Intent['proof'];
  readonly ownPassword: boolean;
}

/** The person's participants who still have to sign. */
export function openSigners(own: SeenFlow['own']): readonly Participant[] {
  return own.filter((participant) => participant.signs && participant.signStatus !== SignStatus.signed);
}

/** Refuses flows in which the acting member has nothing (left) to sign. */
export function refuseUnlessSignable({ flow, own }: Pick<SeenFlow, 'flow' | 'own'>, now: Date): void {
  if (isPastDeadline(flow, now)) throw refuseFor('FLOW_EXPIRED');
  if (!isOpen(flow.status) || openSigners(own).length === 0) throw refuseFor('FLOW_STATE');
}

/** Acts with their proof, of which a code is checked when the intents are stored. */
export interface ProvenActs extends Pick<GivenProof, 'confirm'> {
  readonly acts: readonly ProvenAct[];
}

/**
 * Checks the proof that a person intends these acts; see proveIdentity.
 * @returns the coverage: of a face check what it was requested for, otherwise the acts themselves
 * @throws Refusal OWN_WINDOW_REQUIRED, 1402 to 1404, or 400 naming the missing field
 */
export async function proveActs(
  ctx: ProvingContext,
  proof: Proof,
  acts: readonly IntendedAct[],
): Promise<ProvenActs> {
  await requireOwnWindow(
    ctx,
    acts.map(({ participant }) => participant.corpId),
  );
  const password = passwordFor(ctx, proof, acts);
  const businessIds = [...new Set(acts.map(({ flow }) => flow.flowId))];
  const given = await proveIdentity(ctx, proof, {
    smsType: 'sign',
    purpose: 'signContract',
    businessIds,
    password,
    suffices: (covered) => acts.every((act) => coverOf(act, covered) !== null),
  });
  const { authType } = proof;
  const ownPassword = authType === 'pwd' && password === 'own';
  const proven = acts.map((act) => {
    const confirmed = given.covered === null ? confirmedBy(act.terms) : coverOf(act, given.covered);
    if (confirmed === null) throw refuse('1403');
    return { ...act, confirmed, authType, proof: given.proof, ownPassword };
  });
  return { acts: proven, confirm: given.confirm };
}

/** Coverage of a proof for exactly these terms. */
export function confirmedBy(terms: ActTerms): Confirmed {
  const { digest, attachmentIds } = digestOf(terms);
  return { scope: terms.marks === null ? 'text' : 'commands', digest, attachmentIds };
}

/** Coverage of an act by a face check with that purpose; null if it does not cover the act. */
function coverOf(
  { flow, participant, terms }: IntendedAct,
  covered: readonly CoveredAct[],
): Confirmed | null {
  const found = covered.find(
    (each) =>
      each.businessId === flow.flowId &&
      each.participantId === participant.participantId &&
      // An act on the text alone is not covered by a check for certain marks.
      (terms.marks !== null || each.scope === 'text') &&
      covers(each, terms),
  );
  return found ?? null;
}

/**
 * Selects the signing password that counts. An application may have set that of a membership, so it proves nothing
 * about a person's own intent; their own is set on their own page, without an application in between.
 */
function passwordFor(
  ctx: ProvingContext,
  { authType, newPwd }: Proof,
  acts: readonly IntendedAct[],
): 'member' | 'own' {
  const ofPersons = acts.filter(({ participant }) => participant.type === 'person').length;
  if (authType !== 'pwd' || ofPersons === 0) return 'member';
  const onOwnPage = (ctx.link?.participantId ?? null) !== null;
  if (ofPersons < acts.length || (newPwd === true && !onOwnPage)) {
    throw refuse('1402', {
      zh: '个人签署须使用短信验证码、刷脸认证或本人在签署页设置的密码',
      en: 'a personal participant confirms by text message, face, or a password set on their own page',
    });
  }
  return 'own';
}

/** An intent stored as several rows, one for each of the person's parts for which it may serve. */
export interface NewIntent {
  readonly flow: Flow;
  readonly rows: readonly (Intent & { readonly preimage: Uint8Array })[];
}

/** The intents to be stored, with what remains of their proof. */
export interface NewIntents extends Pick<GivenProof, 'confirm'> {
  readonly intents: readonly NewIntent[];
}

/** The intents to be stored, one per flow, with their preimages encrypted: before any transaction. */
export async function intentsOf(ctx: ProvingContext, { acts, confirm }: ProvenActs): Promise<NewIntents> {
  const flows = new Map(acts.map(({ flow }) => [flow.flowId, flow]));
  const intents: NewIntent[] = [];
  for (const flow of flows.values()) {
    const intentId = await ctx.services.ids.next<'Intent'>();
    const rows = [];
    for (const act of acts.filter((each) => each.flow.flowId === flow.flowId)) {
      const { participantId } = act.participant;
      const { scope, attachmentIds } = act.confirmed;
      const terms = scope === 'text' ? { ...act.terms, marks: null } : act.terms;
      const { digest, preimage } = digestOf(terms, attachmentIds);
      rows.push({
        intentId,
        participantId,
        channel: ctx.appId,
        authType: act.authType,
        proof: act.proof,
        ownPassword: act.ownPassword,
        scope,
        digest,
        attachmentIds,
        createTime: ctx.now,
        expireTime: new Date(ctx.now.getTime() + intentLife),
        preimage: await ctx.services.envelope.encrypt(
          flow.corpId,
          preimagePurpose(intentId, participantId),
          Buffer.from(preimage, 'utf8'),
        ),
      });
    }
    intents.push({ flow, rows });
  }
  return { intents, confirm };
}

/**
 * Stores confirmed intents: one act per flow may use each, as long as the covered content is unchanged.
 * @param alone as the whole transaction
 * @throws CommitThenThrow with Refusal 1401 for a wrong code; NeedsTransaction, alone, for any that is not certainly right
 */
export async function keepIntents(
  tx: Tx,
  { corpId, actingMember, appId }: ProvingContext,
  { intents, confirm }: NewIntents,
  alone: boolean,
): Promise<void> {
  const owned = intents.map(({ flow: { flowId }, rows }) => ({
    owner: { corpId, userId: actingMember.userId, flowId, channel: appId },
    intents: rows,
  }));
  const { gate, writes } = await confirm(tx, alone);
  const { passed } = await executeGathered(tx, gate, [...writes, ...intentRows(owned)], { alone });
  if (!passed) throw new NeedsTransaction();
}

export function preimagePurpose(intentId: number, participantId: ParticipantId): string {
  return `intent ${intentId} of participant ${participantId}`;
}

/** The flows named by a request, without duplicates. */
export function namedFlows(
  flowId: FlowId | undefined,
  flowIds: readonly FlowId[] | undefined,
): readonly FlowId[] {
  const named = new Set([...(flowId === undefined ? [] : [flowId]), ...(flowIds ?? [])]);
  if (named.size === 0) throw invalidField('flowId', { zh: '必填', en: 'is required' });
  return [...named];
}
