/**
 * Invariants of a flow with approvals after any race, read from its tables: at most one end, no wait for an impossible
 * approval, an intent for every signature, and a single charge.
 */
import { FlowStatus, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import { verifyChain } from '@cinnabar/server/custody/event-chain.js';
import type { Db } from '@cinnabar/server/database/schema.js';
import { readStoredFlow, type StoredFlow } from '../support/flow-consistency.js';
import type { FlowId } from '../support/given-flow.js';

export interface StoredApproval {
  readonly approval_id: number;
  readonly type: number;
  readonly status: number;
  readonly participant_id: number | null;
}

export interface Aftermath extends StoredFlow {
  readonly approvals: readonly StoredApproval[];
  readonly problems: readonly string[];
}

/** The event that records this end of a flow. */
const endings = [
  ['completed', FlowStatus.completed],
  ['revoked', FlowStatus.revoked],
  ['expired', FlowStatus.expired],
  ['refused', FlowStatus.refused],
] as const;

export async function aftermathOf(db: Db, flowId: FlowId): Promise<Aftermath> {
  const stored = await readStoredFlow(db, flowId);
  const approvals = await db
    .selectFrom('approvals')
    .select(['approval_id', 'type', 'status', 'participant_id'])
    .where('flow_id', '=', flowId)
    .orderBy('approval_id')
    .execute();
  return { ...stored, approvals, problems: problemsOf(stored, approvals) };
}

function problemsOf(stored: StoredFlow, approvals: readonly StoredApproval[]): readonly string[] {
  const { flow, recorded, kinds, signatures, participants, files, revisions } = stored;
  const problems: string[] = [];
  const same = (what: string, found: unknown, expected: unknown): void => {
    const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
    if (left !== right) problems.push(`flow ${flow.flow_id}: ${what} is ${left}, not ${right}`);
  };
  const count = (kind: string): number => kinds.filter((each) => each === kind).length;
  same('the event chain', verifyChain(recorded, flow.event_head ?? undefined), {
    intact: true,
    head: flow.event_head,
  });
  same('the number of events', kinds.length, flow.event_count);
  for (const [kind, status] of endings) same(`events “${kind}”`, count(kind), flow.status === status ? 1 : 0);

  const signed = participants.filter(({ signs, sign_status }) => signs && sign_status === SignStatus.signed);
  const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);
  const signedIds = sorted(signed.map(({ participant_id }) => participant_id));
  same('who has signed', sorted(signatures.map(({ participantId }) => participantId)), signedIds);
  const intents = signatures.map(({ intent }) => intent.intentId);
  same('intents of signatures', new Set(intents).size, intents.length);
  same('intents that are not used up', intents.filter((each) => !isUsed(stored, each)).length, 0);

  const isSigning = flow.status === FlowStatus.signing;
  const waiting = participants.filter(({ sign_status }) => sign_status === SignStatus.awaitingApproval);
  const open = approvals.filter(({ status }) => status === 1);
  same('who waits for consent', isSigning || waiting.length === 0, true);
  same(
    'open approvals',
    sorted(open.map(({ participant_id }) => participant_id ?? 0)),
    sorted(waiting.map(({ participant_id }) => participant_id)),
  );
  const refused = participants.filter(({ sign_status }) => sign_status === SignStatus.refused);
  same('who has refused', refused.length > 0, flow.status === FlowStatus.refused);

  for (const file of files) {
    const own = revisions.filter(({ file_id }) => file_id === file.file_id);
    same(`the newest revision of file ${file.file_id}`, own.at(-1)?.hash, file.current_hash);
    const path = signatures.map(({ files: each }) => each.find(({ fileId }) => fileId === file.file_id));
    for (const [index, step] of path.entries()) {
      const before = path[index - 1];
      if (before !== undefined) same('what a signature stands on', step?.before, before.after);
    }
    if (path.length > 0) same('what was signed last', path.at(-1)?.after, file.current_hash);
  }

  const givesBack = flow.status === FlowStatus.revoked && signatures.length === 0;
  same(
    'charges',
    stored.charges.map(({ record_type }) => record_type),
    ['signContract', ...(givesBack ? ['signCancel'] : [])],
  );
  same('states in lists', [...new Set(stored.inbox.map(({ status }) => status))], [flow.status]);
  return problems;
}

function isUsed({ intents }: StoredFlow, intentId: number): boolean {
  return intents.some(({ intent_id }) => intent_id === intentId);
}
