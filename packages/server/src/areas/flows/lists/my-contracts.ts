import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { MyContract, MyContracts } from '@cinnabar/api/pages/mine.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import type { Services } from '../../../operation/services.js';
import { membershipsOf } from '../../members/index.js';
import { type Flow, FlowStatus, type Participant, SignStatus } from '../flow/flow.js';
import { isCounterparty } from '../flow/rules/counterparty.js';
import { hasToPayFirst } from '../flow/rules/duties.js';
import { isPastDeadline } from '../flow/rules/states.js';
import { turnHolders } from '../flow/rules/turns.js';
import { type FlowKey, flowsAwaiting } from '../flow/store/flows-of-person.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { type AwaitedApproval, approvalsAwaiting, flowsTouching } from './store/mine.js';

interface Step {
  readonly db: Db;
  readonly services: Pick<Services, 'config'>;
  readonly now: Date;
}

/** Limit of pending items shown at once; the rest follows when these are done. */
const MAX_WAITING = 50;
const PAGE = 20;

/**
 * A person's pending tasks, and the contracts in which they take or took part, in all enterprises and for themselves.
 * For an enterprise to which the person is only invited, pending tasks are listed and nothing else.
 * @param page from 1, of the contracts that are not pending
 */
export async function myContracts(step: Step, userId: UserId, page: number): Promise<MyContracts> {
  const { db, now } = step;
  const memberships = await membershipsOf(db, userId);
  const all = memberships.map(({ corpId }) => corpId);
  const valid = memberships.filter(({ state }) => state === 'valid').map(({ corpId }) => corpId);
  const approvals = await approvalsAwaiting(db, userId, valid, now, MAX_WAITING);
  const flows = await load(db, await flowsAwaiting(db, userId, all, MAX_WAITING));
  const duties = flows.flatMap((flow) =>
    dutiesOf(flow, userId, all, now).map((part) => partView(step, flow, part, taskOf(flow, part))),
  );
  const shown = duties.map(({ flowId }) => flowId);
  const window = { limit: PAGE, offset: (page - 1) * PAGE };
  const others = await flowsTouching(db, userId, valid, shown, window);
  const rest = await load(db, others.keys);
  return {
    waiting: [...approvals.map((approval) => approvalView(step, approval)), ...duties],
    others: rest.flatMap((flow) => otherView(step, flow, userId, valid)),
    hasMore: others.hasMore,
  };
}

async function load(db: Db, keys: readonly FlowKey[]): Promise<readonly Flow[]> {
  const flows: Flow[] = [];
  for (const { corpId, flowId } of keys) {
    const flow = await loadFlow(db, corpId, flowId);
    if (flow !== null) flows.push(flow);
  }
  return flows;
}

function isTheirs({ psnId, type, corpId }: Participant, userId: UserId, corps: readonly CorpId[]): boolean {
  return psnId === userId && (type === 'person' || corpId === null || corps.includes(corpId));
}

/** Parts in which this person has to act now. */
function dutiesOf(flow: Flow, userId: UserId, corps: readonly CorpId[], now: Date): readonly Participant[] {
  if (isPastDeadline(flow, now)) return [];
  return turnHolders(flow).filter(
    (part) => isTheirs(part, userId, corps) && part.signStatus !== SignStatus.awaitingApproval,
  );
}

function taskOf(flow: Flow, part: Participant): MyContract['task'] {
  if (flow.status === FlowStatus.fill) return 'fill';
  const owesFee = flow.reversePay && !flow.feePaid && isCounterparty(flow, part);
  const paysFirst = hasToPayFirst(part);
  return owesFee || paysFirst ? 'pay' : 'sign';
}

function partView(
  { services }: Step,
  flow: Flow,
  part: Participant | null,
  task: MyContract['task'],
): MyContract {
  const zone = services.config.timeZone;
  return {
    task,
    flowId: flow.flowId,
    participantId: part?.participantId ?? null,
    approvalId: null,
    copierId: null,
    title: flow.title,
    from: flow.corpName,
    actingFor: part?.type === 'enterprise' ? part.corpName : null,
    status: flow.status,
    deadline: flow.deadline === null ? null : formatDateTime(flow.deadline, zone),
    createTime: formatDateTime(flow.createTime, zone),
  };
}

function otherView(step: Step, flow: Flow, userId: UserId, corps: readonly CorpId[]): readonly MyContract[] {
  const part = flow.participants.find((each) => isTheirs(each, userId, corps));
  if (part !== undefined) return [partView(step, flow, part, null)];
  const copier = flow.copiers.find(({ psnId }) => psnId === userId);
  return copier === undefined ? [] : [{ ...partView(step, flow, null, null), copierId: copier.copierId }];
}

function approvalView({ services }: Step, approval: AwaitedApproval): MyContract {
  const zone = services.config.timeZone;
  return {
    task: 'approve',
    flowId: approval.flowId,
    participantId: null,
    approvalId: approval.approvalId,
    copierId: null,
    title: approval.flowTitle,
    from: approval.requesterName,
    actingFor: approval.corpName,
    status: FlowStatus.signing,
    deadline: formatDateTime(approval.expireTime, zone),
    createTime: formatDateTime(approval.createTime, zone),
  };
}
