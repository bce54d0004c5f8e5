import { ActionClient } from '../kit/action-client.js';
import { type CodeTable, meaningOf } from '../kit/code-table.js';
import { type AccountProblem, ProviderRefused } from '../kit/provider-failure.js';
import type { ProviderParts } from '../kit/provider-parts.js';
import { type TencentKey, tc3Authorization, timestampOf } from './tc3-signature.js';

/** A product of Tencent Cloud and the version of its API. */
export interface TencentProduct {
  /** As in the scope of signatures, such as `sms`. */
  readonly service: string;
  /** Such as `2021-01-11`. */
  readonly version: string;
  readonly region: string | null;
  readonly baseUrl: string;
}

export type TencentClient = ActionClient<Readonly<Record<string, unknown>>>;

const ACCOUNT_CODES: CodeTable<AccountProblem> = [
  ['FailedOperation.InsufficientBalanceInSmsPackage', 'balance'],
  ['UnauthorizedOperation.Arrears', 'balance'],
  ['UnauthorizedOperation.ChargeStatusException', 'balance'],
  ['ResourceUnavailable.InArrears', 'balance'],
  ['ResourceUnavailable.InsufficientBalance', 'balance'],
  ['ResourceUnavailable.ResourcePackageRunOut', 'balance'],
  ['ResourceInsufficient', 'balance'],
  ['AuthFailure', 'access'],
  ['UnauthorizedOperation', 'access'],
];

const CONTENT_TYPE = 'application/json';

/** A client of one product of Tencent Cloud. Errors arrive with status 200. */
export function tencentClient(
  parts: ProviderParts,
  key: TencentKey,
  { service, version, region, baseUrl }: TencentProduct,
): TencentClient {
  const { hostname: host } = new URL(baseUrl);
  return new ActionClient(parts, {
    baseUrl,
    build(action, parameters) {
      const body = JSON.stringify(parameters);
      const time = parts.clock.now();
      const authorization = tc3Authorization(key, { service, host, contentType: CONTENT_TYPE, body, time });
      const headers = {
        'content-type': CONTENT_TYPE,
        authorization,
        'x-tc-action': action,
        'x-tc-version': version,
        'x-tc-timestamp': timestampOf(time),
        ...(region === null ? {} : { 'x-tc-region': region }),
      };
      return { method: 'POST', path: '/', body, headers };
    },
    open(answer) {
      const response = answer.object('Response');
      if (!response.has('Error')) return response;
      const id = response.optionalText('RequestId') ?? 'unknown';
      throw tencentRefusal(response.object('Error').text('Code'), `request ${id}`);
    },
  });
}

/** A refusal by its code alone: messages can repeat what was sent, and failures are logged. */
export function tencentRefusal(code: string, detail: string): ProviderRefused {
  return new ProviderRefused(code, detail, meaningOf(ACCOUNT_CODES, code));
}

/** Whether the error is a failure inside Tencent Cloud, after which the outcome of an action is unknown. */
export function isInternal({ code }: ProviderRefused): boolean {
  return /^InternalError/.test(code);
}
