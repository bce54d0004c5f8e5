import { ActionClient } from '../kit/action-client.js';
import { type CodeTable, meaningOf } from '../kit/code-table.js';
import { type AccountProblem, ProviderRefused } from '../kit/provider-failure.js';
import type { ProviderParts } from '../kit/provider-parts.js';
import { type AliyunKey, signAcs3 } from './acs3-signature.js';

/** A product of Alibaba Cloud and the version of its API. */
export interface AliyunProduct {
  /** Such as `2017-05-25`. */
  readonly version: string;
  readonly baseUrl: string;
}

const ACCOUNT_CODES: CodeTable<AccountProblem> = [
  ['isv.AMOUNT_NOT_ENOUGH', 'balance'],
  ['isv.OUT_OF_SERVICE', 'balance'],
  ['isv.PRODUCT_UN_SUBSCRIPT', 'access'],
  ['isv.PRODUCT_UNSUBSCRIBE', 'access'],
  ['isv.ACCOUNT_', 'access'],
  ['isp.RAM_PERMISSION_DENY', 'access'],
  ['InvalidAccessKeyId', 'access'],
  ['SignatureDoesNotMatch', 'access'],
  ['Forbidden', 'access'],
  ['NoPermission', 'access'],
];

/** A client of one product of Alibaba Cloud. Errors arrive with status 200 or another one, and always with a code. */
export function aliyunClient(
  parts: ProviderParts,
  key: AliyunKey,
  { version, baseUrl }: AliyunProduct,
): ActionClient<Readonly<Record<string, string>>> {
  const { host } = new URL(baseUrl);
  return new ActionClient(parts, {
    baseUrl,
    readsFailures: true,
    build(action, parameters) {
      const [time, nonce] = [parts.clock.now(), parts.nonce()];
      const { query, headers } = signAcs3(key, { host, action, version, parameters, time, nonce });
      return { method: 'POST', path: `/?${query}`, headers, body: '' };
    },
    open(answer) {
      const code = answer.text('Code');
      if (code === 'OK') return answer;
      // Messages can repeat what was sent, and failures are logged.
      const request = `request ${answer.optionalText('RequestId') ?? 'unknown'}`;
      throw new ProviderRefused(code, request, meaningOf(ACCOUNT_CODES, code));
    },
  });
}
