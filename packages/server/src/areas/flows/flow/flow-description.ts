import type { Flow } from './flow.js';
import { phaseOf } from './rules/states.js';

/** `flowDesc`: the remark, or why the flow ended. */
export function flowDescription(flow: Pick<Flow, 'status' | 'remark' | 'endReason'>): string {
  return phaseOf(flow.status) === 'void' ? (flow.endReason ?? '') : flow.remark;
}
