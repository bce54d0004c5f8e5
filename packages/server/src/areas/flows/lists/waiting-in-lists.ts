import type { Infer } from '@cinnabar/api/schema.js';
import type { flowListItem } from '@cinnabar/api/schemas/flow.js';
import type { WaitReason } from '@cinnabar/api/schemas/waiting.js';
import type { AwaitedJson } from '../../../database/tables/awaited.js';
import type { MemberContext } from '../../../operation/context.js';
import type { Waiting } from '../flow/rules/waiting.js';
import { explainWaiting, type WaitingFlow } from '../view/explain-waiting.js';
import type { FoundFlow } from './store/find-in-inbox.js';

type WaitingRow = Pick<FoundFlow, 'owner_corp_id' | 'flow_id' | 'deadline' | 'waiting'>;
type Awaited = Pick<Waiting, 'participantId' | 'psnName' | 'corpName' | 'awaited' | 'since'>;

/** Why the flow of a row waits for somebody; null: not determined. */
export type ExplainRow = (row: WaitingRow, awaited: Awaited) => WaitReason | null;

export const unexplained: ExplainRow = () => null;

/** The reasons are visible to the initiating enterprise only, so those of other rows are not determined. */
export async function reasonsOf(
  { db, corpId, now }: Pick<MemberContext, 'db' | 'corpId' | 'now'>,
  rows: readonly WaitingRow[],
): Promise<ExplainRow> {
  const own = rows.filter((row) => row.owner_corp_id === corpId && row.waiting !== null);
  const explain = await explainWaiting(db, own.map(waitingFlow), now);
  return (row, awaited) => (row.owner_corp_id === corpId ? explain(waitingFlow(row), awaited) : null);
}

function waitingFlow(row: WaitingRow): WaitingFlow {
  return {
    corpId: row.owner_corp_id,
    flowId: row.flow_id,
    deadline: row.deadline,
    waiting: awaitedOf(row),
  };
}

export function awaitedOf({ waiting }: Pick<WaitingRow, 'waiting'>): readonly Awaited[] {
  return (waiting ?? []).map(awaited);
}

function awaited({ for: act, since, ...party }: AwaitedJson): Awaited {
  return { ...party, awaited: act, since: new Date(since) };
}

export function waitingView(row: WaitingRow, explain: ExplainRow): Infer<typeof flowListItem>['waiting'] {
  return awaitedOf(row).map(({ awaited: act, ...party }) => ({
    ...party,
    for: act,
    why: explain(row, { awaited: act, ...party }),
  }));
}
