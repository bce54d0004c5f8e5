import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../../clock.js';
import { type CodeTable, meaningOf } from '../../kit/code-table.js';
import { JsonAnswer } from '../../kit/json-answer.js';
import { ProviderClient } from '../../kit/provider-client.js';
import { type AccountProblem, GarbledAnswer, ProviderRefused } from '../../kit/provider-failure.js';
import type { ProviderParts } from '../../kit/provider-parts.js';
import { rawValueOf } from '../../pay/alipay/raw-value.js';
import { isGenuine, signed } from '../../pay/alipay/signatures.js';
import { chinaDateTime } from '../../pay/china-time.js';
import type { FaceIdentity } from '../port.js';

export interface CertifyAccount {
  readonly appId: string;
  readonly privateKey: KeyObject;
  /** Of Alipay. */
  readonly publicKey: KeyObject;
  readonly gateway: string;
}

type CertifyMethod =
  | 'alipay.user.certify.open.initialize'
  | 'alipay.user.certify.open.certify'
  | 'alipay.user.certify.open.query';

/** The code of an answer to a question about a check that does not exist. */
export const NO_SUCH_CHECK = 'OPEN_CERTIFY_BILL_NOT_EXIST';

const ACCOUNT_CODES: CodeTable<AccountProblem> = [
  ['isv.invalid-app-id', 'access'],
  ['isv.invalid-signature', 'access'],
  ['isv.insufficient-', 'access'],
];

/** Identity checks by Alipay (开放认证). */
export class CertifyClient {
  readonly #account: CertifyAccount;
  readonly #client: ProviderClient;
  readonly #clock: Clock;
  readonly #path: string;

  constructor(account: CertifyAccount, parts: ProviderParts) {
    const { origin, pathname } = new URL(account.gateway);
    this.#account = account;
    this.#client = new ProviderClient(parts, { baseUrl: origin });
    this.#clock = parts.clock;
    // Otherwise the gateway decodes the body as GBK.
    this.#path = `${pathname}?charset=utf-8`;
  }

  /** @returns the id of the check @throws ProviderOutage, ProviderRefused */
  initialize(attemptNo: string, { realName, identNum }: FaceIdentity, returnUrl: string): Promise<string> {
    const content = {
      outer_order_no: attemptNo,
      biz_code: 'FACE',
      identity_param: {
        identity_type: 'CERT_INFO',
        cert_type: 'IDENTITY_CARD',
        cert_name: realName,
        cert_no: identNum,
      },
      merchant_config: { return_url: returnUrl },
    };
    return this.#call('alipay.user.certify.open.initialize', content, (answer) => {
      const certifyId = answer.text('certify_id');
      if (!/^[\w-]{1,64}$/.test(certifyId)) throw new GarbledAnswer('certify_id is no id');
      return certifyId;
    });
  }

  /** The address that the person opens in Alipay. */
  pageUrl(certifyId: string): string {
    const parameters = this.#signed('alipay.user.certify.open.certify', { certify_id: certifyId });
    return `${this.#account.gateway}?${new URLSearchParams(parameters)}`;
  }

  /** Whether the person has passed; false as well while they have not finished. @throws ProviderOutage, ProviderRefused */
  hasPassed(certifyId: string): Promise<boolean> {
    return this.#call('alipay.user.certify.open.query', { certify_id: certifyId }, (answer) => {
      const passed = answer.text('passed');
      if (passed !== 'T' && passed !== 'F') throw new GarbledAnswer('passed is neither T nor F');
      return passed === 'T';
    });
  }

  #call<Result>(
    method: CertifyMethod,
    content: object,
    read: (answer: JsonAnswer) => Result,
  ): Promise<Result> {
    return this.#client.call({
      op: method,
      isIdempotent: method === 'alipay.user.certify.open.query',
      build: () => ({
        method: 'POST',
        path: this.#path,
        headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
        body: new URLSearchParams(this.#signed(method, content)).toString(),
      }),
      read: ({ body }) => read(this.#verified(method, body.toString('utf8'))),
    });
  }

  #signed(method: CertifyMethod, content: object): Readonly<Record<string, string>> {
    const { appId, privateKey } = this.#account;
    const parameters = {
      app_id: appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: chinaDateTime(this.#clock.now()),
      version: '1.0',
      biz_content: JSON.stringify(content),
    };
    return signed(parameters, privateKey);
  }

  /** @throws GarbledAnswer for an answer that Alipay has not signed, ProviderRefused */
  #verified(method: CertifyMethod, text: string): JsonAnswer {
    const whole = JsonAnswer.parse(text);
    const name = `${method.replaceAll('.', '_')}_response`;
    const node = whole.has(name) ? name : 'error_response';
    const answer = whole.object(node);
    const sign = whole.optionalText('sign');
    // Alipay does not sign the answer to a request whose sender it does not know; it decides nothing.
    if (sign === null && node === 'error_response') throw refusal(answer);
    const raw = rawValueOf(text, node);
    if (raw === null || sign === null || !isGenuine(raw, sign, this.#account.publicKey)) {
      throw new GarbledAnswer('the signature is not that of Alipay');
    }
    if (answer.text('code') === '10000') return answer;
    const refused = refusal(answer);
    if (/^(20000|.*SYSTEM_ERROR|.*unknow-error|.*call-limited)$/i.test(refused.code)) {
      throw new GarbledAnswer(refused.code);
    }
    throw refused;
  }
}

/** Messages can repeat what was submitted. */
function refusal(answer: JsonAnswer): ProviderRefused {
  const code = answer.optionalText('sub_code') ?? answer.optionalText('code') ?? 'unknown';
  return new ProviderRefused(code, 'refused', meaningOf(ACCOUNT_CODES, code));
}
