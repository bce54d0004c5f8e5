import type { Acceptance } from '@cinnabar/api/pages/acceptances.js';
import { type AgreementName, agreementNames, agreements } from '@cinnabar/api/pages/agreements.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { Context, CorpId, UserId } from '../../operation/context.js';
import { commitFlow, loadFlow, withRevision } from '../flows/index.js';
import { findUser } from '../members/index.js';
import { agreementHash, requireAccepted } from './rules.js';
import { insertConsents } from './store.js';

export interface AcceptanceRequest {
  readonly userId: UserId;
  /** Agreements required by the act. */
  readonly needed: readonly AgreementName[];
  readonly accepted: readonly Acceptance[];
  /** The enterprise that the act is about; null if none. */
  readonly corpId: CorpId | null;
  /** The contract for which consent is given; null if none. */
  readonly part: {
    readonly corpId: CorpId;
    readonly flowId: FlowId;
    readonly participantId: ParticipantId;
  } | null;
  readonly address: string;
  readonly device: string | null;
}

/**
 * Records consent to agreements by name and version, in a separate commit before the act that requires it. Nothing is
 * collected, requested or created without that consent, and the consent stands even if the act then fails. Consent
 * given for a contract is also recorded in the contract's history.
 * @throws Refusal 400 naming `accepted`
 */
export async function acceptAgreements(
  { db, now }: Pick<Context, 'db' | 'now'>,
  request: AcceptanceRequest,
): Promise<void> {
  const { needed, accepted, userId, corpId, part, address, device } = request;
  const names = agreementNames.filter(
    (name) => needed.includes(name) || accepted.some((each) => each.name === name),
  );
  requireAccepted(names, accepted);
  await withRevision(() =>
    transact(db, async (tx) => {
      const kept = names.map((name) => ({ name, version: agreements[name].version }));
      const flowId = part?.flowId ?? null;
      const added = await insertConsents(tx, {
        userId,
        accepted: kept,
        corpId,
        flowId,
        address,
        device,
        now,
      });
      if (added.length > 0 && part !== null) await writeHistory(tx, request, part, added, now);
    }),
  );
}

async function writeHistory(
  tx: Tx,
  { userId, address, device }: AcceptanceRequest,
  { corpId, flowId, participantId }: NonNullable<AcceptanceRequest['part']>,
  added: readonly AgreementName[],
  now: Date,
): Promise<void> {
  const flow = await loadFlow(tx, corpId, flowId);
  if (flow === null) return;
  const person = await findUser(tx, userId);
  const called = flow.participants.find((each) => each.participantId === participantId)?.psnName ?? '';
  const detail = {
    participantId,
    actor: { userId, name: person?.realName ?? called, address, device },
    agreements: added.map((name) => {
      const { zh, version } = agreements[name];
      return { name, title: zh.title, version, sha256: agreementHash(name) };
    }),
  };
  await commitFlow(tx, flow, { after: flow, events: [{ kind: 'consented', detail }], news: [] }, now);
}
