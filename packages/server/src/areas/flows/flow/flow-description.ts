import { type Flow, FlowStatus } from './flow.js';

/** `flowDesc`: the remark, or why the flow ended. */
export function flowDescription(flow: Pick<Flow, 'status' | 'remark' | 'endReason'>): string {
  const ended =
    flow.status === FlowStatus.revoked ||
    flow.status === FlowStatus.expired ||
    flow.status === FlowStatus.refused;
  return ended ? (flow.endReason ?? '') : flow.remark;
}
