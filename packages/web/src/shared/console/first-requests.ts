/** What the home shows first. The small script that precedes all others requests it, so the operations are named by type only. */
import type { InputOf, Operation } from '@cinnabar/api/operation.js';
import type { getApprovalList } from '@cinnabar/api/operations/approvals.js';
import type { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import type { contractList, signTaskOverview } from '@cinnabar/api/operations/flow-lists.js';
import type { Sent } from '../../api/wire.js';

interface FirstRequest<O extends Operation> {
  readonly path: O['path'];
  readonly input: Sent<InputOf<O>>;
}

/** Rows of each list on the home. */
export const ROWS = 5;

export const firstOverview: FirstRequest<typeof signTaskOverview> = {
  path: '/signTask/overview',
  input: { scope: 0 },
};
export const firstBalances: FirstRequest<typeof baseInfo> = { path: '/corp/baseInfo', input: {} };
export const firstContracts: FirstRequest<typeof contractList> = {
  path: '/signTask/contract/list',
  input: { docQueryType: 4, listPageSize: ROWS, countLimit: 1000 },
};
export const firstApprovals: FirstRequest<typeof getApprovalList> = {
  path: '/signTask/getApprovalList',
  input: { docQueryType: 0, listPageSize: ROWS },
};

/** The name of a request of the console among those that are sent early. */
export function requestName(corpId: number, path: string, input: unknown): string {
  return `${corpId} ${path} ${JSON.stringify(input)}`;
}
