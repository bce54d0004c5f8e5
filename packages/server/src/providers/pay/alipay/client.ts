import type { ProviderParts } from '../../kit/provider-parts.js';
import { openPaySender, type SendPayRequest } from '../http.js';
import { type Fields, fieldsOf, parseFields, textIn } from '../json-fields.js';
import { PayProviderFailed } from '../port.js';
import type { AlipayMerchant } from './merchant.js';
import { rawValueOf } from './raw-value.js';
import { type AlipayCall, signedParameters } from './requests.js';
import { isGenuine } from './signatures.js';

export interface AlipayClientOptions {
  /** `https://openapi.alipay.com/gateway.do` */
  readonly gateway: string;
  readonly send: SendPayRequest;
  /** Its clock is the real time, which requests state. */
  readonly parts: ProviderParts;
}

/** An answer whose signature is genuine. */
export interface AlipayAnswer {
  readonly fields: Fields;
  /** null: it succeeded; otherwise the code of its failure. */
  readonly failure: string | null;
}

/** Signs requests, and verifies the answers before anything is read from them. */
export class AlipayClient {
  readonly #options: AlipayClientOptions;

  constructor(options: AlipayClientOptions) {
    this.#options = options;
  }

  /** The address that a browser opens. */
  address(merchant: AlipayMerchant, call: AlipayCall): string {
    const parameters = signedParameters(merchant, call, this.#options.parts.clock.now());
    return `${this.#options.gateway}?${new URLSearchParams(parameters).toString()}`;
  }

  /** @throws PayProviderFailed TRANSIENT, REFUSED, FORGED */
  async call(merchant: AlipayMerchant, call: AlipayCall): Promise<AlipayAnswer> {
    const { gateway, send, parts } = this.#options;
    const { status, body } = await send({
      op: call.method,
      // Orders and refunds have our numbers; only a code counts once.
      isIdempotent: call.method !== 'alipay.system.oauth.token',
      build: () => ({
        method: 'POST',
        // Otherwise the gateway decodes the body as GBK.
        target: `${new URL(gateway).pathname}?charset=utf-8`,
        headers: {
          'content-type': 'application/x-www-form-urlencoded;charset=utf-8',
          'user-agent': 'Cinnabar',
        },
        body: new URLSearchParams(signedParameters(merchant, call, parts.clock.now())).toString(),
      }),
    });
    if (status !== 200) throw new PayProviderFailed('TRANSIENT', `status ${status}`);
    return readAnswer(merchant, call.method, body.toString('utf8'));
  }

  /** A file that an answer has named. The address itself permits the download. @throws PayProviderFailed */
  async download(address: string, maxBytes: number): Promise<Buffer> {
    const url = URL.canParse(address) ? new URL(address) : null;
    const isTheirs =
      url?.origin === new URL(this.#options.gateway).origin ||
      (url?.protocol === 'https:' && url.hostname.endsWith('.alipay.com'));
    if (url === null || !isTheirs) throw new PayProviderFailed('REFUSED', 'a file at another host');
    const { parts } = this.#options;
    const send = openPaySender(parts, {
      ...{ baseUrl: url.origin, maxAnswerBytes: maxBytes },
      limitMs: DOWNLOAD_LIMIT_MS,
    });
    const { status, body } = await send({
      op: 'download',
      isIdempotent: true,
      build: () => ({ method: 'GET', target: `${url.pathname}${url.search}`, headers: {} }),
    });
    if (status !== 200) throw new PayProviderFailed('TRANSIENT', `status ${status}`);
    return body;
  }
}

const DOWNLOAD_LIMIT_MS = 100_000;

function readAnswer(merchant: AlipayMerchant, method: string, text: string): AlipayAnswer {
  const answer = parseFields(text);
  const name = `${method.replaceAll('.', '_')}_response`;
  const node = fieldsOf(answer?.[name]) === null ? 'error_response' : name;
  const fields = fieldsOf(answer?.[node]);
  const raw = rawValueOf(text, node);
  if (answer === null || fields === null || raw === null) {
    throw new PayProviderFailed('TRANSIENT', 'an answer that is none');
  }
  const code = textIn(fields, 'code');
  const failure = failureOf(fields, code, node);
  const sign = textIn(answer, 'sign');
  // An application that the gateway does not know gets an error that nobody has signed; it decides nothing.
  if (sign === null && node === 'error_response') throw refusal(fields, failure ?? '');
  requireSigner(merchant, textIn(answer, 'alipay_cert_sn'));
  if (!isGenuine(raw, sign ?? '', merchant.alipayKey)) {
    throw new PayProviderFailed('FORGED', 'the signature is not that of Alipay');
  }
  if (failure !== null && isPassing(code, failure)) throw new PayProviderFailed('TRANSIENT', failure);
  return { fields, failure };
}

function failureOf(fields: Fields, code: string | null, node: string): string | null {
  if (code === '10000' || (code === null && node !== 'error_response')) return null;
  return textIn(fields, 'sub_code') ?? code ?? 'unknown';
}

/** In certificate mode a replaced certificate of Alipay has another serial number: the channel needs the new one. */
function requireSigner({ serials }: AlipayMerchant, stated: string | null): void {
  if (serials === null || stated === null || stated === serials.alipay) return;
  throw new PayProviderFailed(
    'FORGED',
    `it is signed by the certificate ${stated}, which the channel does not have`,
  );
}

function isPassing(code: string | null, failure: string): boolean {
  return code === '20000' || /SYSTEM_ERROR|unknow-error|call-limited|CONCURRENT/i.test(failure);
}

export function refusal(fields: Fields, failure: string): PayProviderFailed {
  return new PayProviderFailed(
    'REFUSED',
    `${failure}: ${textIn(fields, 'sub_msg') ?? textIn(fields, 'msg') ?? ''}`,
  );
}
