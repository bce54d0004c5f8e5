import { FlowStatus } from '@cinnabar/api/enums.js';
import { contractTaskInfo } from '@cinnabar/api/operations/flow-read.js';
import { useQuery } from '@tanstack/react-query';
import type { BodyOf, DataOf } from '../api/wire.js';
import { useDesignerDoor } from './designer-door.js';

export type FlowId = BodyOf<typeof contractTaskInfo>['flowId'];
type Task = DataOf<typeof contractTaskInfo>;

const ASK_AGAIN_MS = 3_000;
const ended: readonly Task['flowStatus'][] = [
  FlowStatus.completed,
  FlowStatus.revoked,
  FlowStatus.expired,
  FlowStatus.refused,
];

export function isEnded({ flowStatus }: Task): boolean {
  return ended.includes(flowStatus);
}

/** The state of the contract of a test run, until it ends; undefined while it is not known. */
export function useTrialTask(flowId: FlowId): Task | undefined {
  const door = useDesignerDoor();
  const { data } = useQuery({
    queryKey: [...door.scope, 'trialTask', flowId],
    queryFn: () => door.call(contractTaskInfo, { flowId }),
    refetchInterval: ({ state }) => (state.data !== undefined && isEnded(state.data) ? false : ASK_AGAIN_MS),
  });
  return data;
}
