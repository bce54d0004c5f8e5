/**
 * Automatic placement: the platform signs for members who have authorised it, at their turn in their own enterprise's
 * flow.
 */
import type { SignCommand } from '@cinnabar/api/schemas/flow.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Db, Tx } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import type { ActingMember, CorpId } from '../../../operation/context.js';
import { Refusal } from '../../../operation/refusal.js';
import type { Services } from '../../../operation/services.js';
import { findActingMember } from '../../members/index.js';
import { type AutomaticSeal, automaticSeal } from '../../seals/index.js';
import { commitFlow } from '../commit/commit-flow.js';
import { RevisionLost } from '../commit/revision-lost.js';
import { type Component, type Flow, type Participant, SignStatus, signatureAreaType } from '../flow/flow.js';
import { shownComponents } from '../flow/rules/component-rules.js';
import { isCounterparty } from '../flow/rules/counterparty.js';
import { turnHolders } from '../flow/rules/turns.js';
import { signerFacts } from '../flow/signer-facts.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { applySignatures } from './apply-signatures.js';
import { checkSealsUsable, loadMarks } from './load-marks.js';
import type { LoadedMark } from './rules/placed-marks.js';
import { refusalToSign } from './rules/signing.js';
import { sealsToAskFor } from './seals-to-ask-for.js';
import type { SigningContext } from './signing-context.js';

/** Signs for everybody whose turn it is and whose seal is placed automatically; the next turn has a job of its own. */
export async function autoSign(
  db: Db,
  services: Services,
  corpId: CorpId,
  flowId: Flow['flowId'],
  now: Date,
): Promise<void> {
  const flow = await loadFlow(db, corpId, flowId);
  if (flow === null) return;
  for (const signer of turnHolders(flow)) {
    // Never in another enterprise's flow, and never for a person.
    if (isCounterparty(flow, signer) || signer.type === 'person') continue;
    if (await signFor({ db, services, now }, flow, signer)) return;
  }
}

/** @returns whether it signed: the flow has then changed, and its next turns are examined again */
async function signFor(ctx: SigningContext, flow: Flow, signer: Participant): Promise<boolean> {
  const { corpId } = signer;
  if (corpId === null || signer.signStatus !== SignStatus.signing) return false;
  const facts = await signerFacts(ctx.db, signer, null);
  const occasion = { now: ctx.now, verified: facts.verified, fillsFirst: false };
  if (refusalToSign(flow, signer, occasion) !== null) return false;
  const areas = requiredAreas(flow, signer);
  const actingMember = await findActingMember(ctx.db, corpId, signer.psnId);
  const seal = await automaticSealOf(ctx.db, flow, signer, ctx.now);
  if (areas.length === 0 || actingMember === null || seal === null) return false;
  const act = { signComponents: areas.map((area) => commandFor(area, seal.sealId)) };
  const marks = await loadMarks(ctx, flow, signer, act).catch((error: unknown) => {
    // A suspended seal is not placed; the signer signs manually with another.
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (marks === null) return false;
  const planned: PlannedAct = { actingMember, now: ctx.now, flow, signer, marks };
  if (await asksFirst(ctx.db, planned)) return false;
  const change = await applySignatures(ctx, flow, {
    participantId: signer.participantId,
    facts,
    marks,
    actor: platformFor(signer, actingMember),
    intent: null,
    password: null,
    uncoveredAttachments: [],
    authorisation: seal,
    approval: null,
  });
  await transact(ctx.db, async (tx) => {
    await commitFlow(tx, flow, change, ctx.now);
    await checkSealsUsable(tx, signer, marks);
    const still = await automaticSealOf(tx, flow, signer, ctx.now, true);
    if (still?.authorisationId !== seal.authorisationId) throw new RevisionLost();
    if (await asksFirst(tx, planned)) throw new RevisionLost();
  });
  return true;
}

function automaticSealOf(
  db: Db | Tx,
  { templateId, createTime }: Flow,
  { corpId, psnId }: Participant,
  now: Date,
  hold = false,
): Promise<AutomaticSeal | null> {
  return corpId === null
    ? Promise.resolve(null)
    : automaticSeal(db, { corpId, userId: psnId, templateId, madeAt: createTime, now }, hold);
}

interface PlannedAct {
  readonly actingMember: ActingMember;
  readonly now: Date;
  readonly flow: Flow;
  readonly signer: Participant;
  readonly marks: readonly LoadedMark[];
}

/** In a strict enterprise an examined seal waits for consent, whoever places it. */
async function asksFirst(db: Db | Tx, act: PlannedAct): Promise<boolean> {
  const { actingMember, now, flow, signer, marks } = act;
  return (await sealsToAskFor(db, { actingMember, now }, flow, signer, marks)).length > 0;
}

function requiredAreas(flow: Flow, { participantId }: Participant): readonly Component[] {
  return shownComponents(flow.components).filter(
    (component) =>
      component.participantId === participantId &&
      component.componentType === signatureAreaType &&
      component.required,
  );
}

/** The content is determined by the area alone. */
function commandFor(area: Component, sealId: SealId): SignCommand {
  return {
    componentId: area.componentId,
    participantId: area.participantId,
    contractFileId: area.fileId,
    pageNum: area.pageNum,
    positionX: area.positionX,
    positionY: area.positionY,
    fieldType: 0,
    sealId,
    specialAttribute: {},
  };
}

function platformFor({ corpId, psnId, psnName }: Participant, { realName }: ActingMember) {
  return {
    userId: psnId,
    name: realName ?? psnName,
    corpId: corpId ?? 0,
    appId: '',
    source: null,
    address: '',
    device: null,
    requestId: 'autoSign',
  };
}
