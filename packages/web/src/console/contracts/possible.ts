/** Which of the selected contracts an act is possible for, and why not for the others. */
import { FlowStatus, OperateStatus } from '@cinnabar/api/enums.js';
import { instantOf } from '../shell/format.js';
import { isOwnTurn } from '../shell/own-turn.js';
import type { Row } from './row.js';

export type BulkAct = 'remind' | 'revoke' | 'extend' | 'remove' | 'download';

export const bulkActs: readonly BulkAct[] = ['remind', 'download', 'revoke', 'extend', 'remove'];

/** Acts are single operations, four at a time; a download is one file. */
export const MOST: Readonly<Record<BulkAct, number>> = {
  remind: 200,
  revoke: 200,
  extend: 200,
  remove: 200,
  download: 100,
};

export type Obstacle =
  | 'notStarted'
  | 'ended'
  | 'stillOpen'
  | 'completed'
  | 'ownTurn'
  | 'reminded'
  | 'notInitiator';

export interface Actor {
  readonly userId: number;
  readonly personName: string;
  readonly corpName: string;
  /** Holds manageContracts. */
  readonly managesContracts: boolean;
}

const REMIND_PAUSE_MS = 10 * 60_000;

/** The obstacle; null where the act is possible, as far as the list can tell. The service decides. */
export function obstacleTo(act: BulkAct, row: Row, actor: Actor, now: number): Obstacle | null {
  const { flowStatus: status } = row;
  const isOpen = status === FlowStatus.fill || status === FlowStatus.signing;
  const isInitiator = row.initiatorId === actor.userId;
  const mayManage = isInitiator || (actor.managesContracts && row.corpName === actor.corpName);
  switch (act) {
    case 'download':
      return null;
    case 'remind':
      if (status === FlowStatus.draft) return 'notStarted';
      if (!isOpen) return status === FlowStatus.completed ? 'completed' : 'ended';
      if (awaitsOnly(row, actor)) return 'ownTurn';
      if (row.remindTime !== null && now - instantOf(row.remindTime) < REMIND_PAUSE_MS) return 'reminded';
      return mayManage ? null : 'notInitiator';
    case 'revoke':
      if (status === FlowStatus.completed) return 'completed';
      if (!isOpen && status !== FlowStatus.draft) return 'ended';
      return isInitiator ? null : 'notInitiator';
    case 'extend':
      if (status === FlowStatus.completed) return 'completed';
      if (!isOpen && status !== FlowStatus.draft) return 'ended';
      return mayManage ? null : 'notInitiator';
    case 'remove':
      if (status === FlowStatus.completed) return 'completed';
      if (isOpen) return 'stillOpen';
      return mayManage ? null : 'notInitiator';
  }
}

/** Charges that revoking returns, and those that stay because somebody has signed. A draft was never charged. */
export function chargesOf(rows: readonly Pick<Row, 'flowStatus' | 'signedNum'>[]): {
  readonly returned: number;
  readonly kept: number;
} {
  const charged = rows.filter(({ flowStatus }) => flowStatus !== FlowStatus.draft);
  const kept = charged.filter(({ signedNum }) => signedNum !== null && signedNum > 0).length;
  const returned = charged.filter(({ signedNum }) => signedNum === 0).length;
  return { returned, kept };
}

/** Whether nobody else is awaited. The list of the enterprise does not tell what awaits the person; names do. */
function awaitsOnly({ waiting, operateStatus }: Row, actor: Actor): boolean {
  if (waiting.length === 1 && operateStatus !== OperateStatus.nothing) return true;
  return waiting.length > 0 && waiting.every((each) => isOwnTurn(each, actor));
}

export interface Division {
  readonly possible: readonly Row[];
  /** The others, by obstacle. */
  readonly others: ReadonlyMap<Obstacle, number>;
}

export function divide(act: BulkAct, rows: readonly Row[], actor: Actor, now: number): Division {
  const possible: Row[] = [];
  const others = new Map<Obstacle, number>();
  for (const row of rows) {
    const obstacle = obstacleTo(act, row, actor, now);
    if (obstacle === null) possible.push(row);
    else others.set(obstacle, (others.get(obstacle) ?? 0) + 1);
  }
  return { possible, others };
}
