import type { ProviderParts } from '../../kit/provider-parts.js';
import { openPaySender, type PayResponse, type SendPayRequest } from '../http.js';
import { type Fields, fieldsOf, parseFields, textIn, timeIn } from '../json-fields.js';
import { certificateOf } from '../keys.js';
import { PayProviderFailed } from '../port.js';
import type { WechatMerchant } from './merchant.js';
import { PlatformKeys } from './platform-keys.js';
import type { WechatCall } from './requests.js';
import { authorization, openResource, requireGenuine, stampOf } from './signatures.js';

export interface WechatClientOptions {
  /** `https://api.mch.weixin.qq.com` */
  readonly baseUrl: string;
  readonly send: SendPayRequest;
  /** Its clock is the real time: signatures are valid for five minutes. */
  readonly parts: ProviderParts;
}

/** An answer of WeChat Pay whose signature is genuine. `code`: of an error. */
export interface WechatAnswer {
  readonly status: number;
  readonly fields: Fields;
  readonly code: string | null;
}

/** Signs requests, and verifies the answers before anything is read from them. */
export class WechatClient {
  readonly #options: WechatClientOptions;
  readonly #platformKeys = new PlatformKeys();

  constructor(options: WechatClientOptions) {
    this.#options = options;
  }

  /**
   * @returns a genuine answer, also of an error that states something about the order
   * @throws PayProviderFailed TRANSIENT, REFUSED, FORGED
   */
  async call(merchant: WechatMerchant, call: WechatCall): Promise<WechatAnswer> {
    const response = await this.#send(merchant, call);
    const fields = parseFields(response.body.toString('utf8'));
    const code = response.status < 400 ? null : textIn(fields, 'code');
    if (response.status === 429 || response.status >= 500) {
      throw new PayProviderFailed('TRANSIENT', `status ${response.status} ${code ?? ''}`);
    }
    // Refused before the request was read: nobody has signed that, and it decides nothing.
    if (response.status === 401) throw new PayProviderFailed('REFUSED', `status 401 ${code ?? ''}`);
    await this.requireGenuine(merchant, response.header, response.body);
    if (response.status >= 300 && response.status < 400) {
      throw new PayProviderFailed('TRANSIENT', `status ${response.status}`);
    }
    return { status: response.status, fields: fields ?? {}, code };
  }

  /** An answer without an error. @throws PayProviderFailed */
  async require(merchant: WechatMerchant, call: WechatCall): Promise<Fields> {
    const { code, status, fields } = await this.call(merchant, call);
    if (status < 300) return fields;
    throw new PayProviderFailed(
      'REFUSED',
      `status ${status} ${code ?? ''} ${textIn(fields, 'message') ?? ''}`,
    );
  }

  /** @throws PayProviderFailed FORGED, TRANSIENT */
  async requireGenuine(
    merchant: WechatMerchant,
    header: (name: string) => string | null,
    body: Uint8Array,
  ): Promise<void> {
    const stamp = stampOf(header);
    const now = this.#options.parts.clock.now();
    const key = await this.#platformKeys.find(merchant, stamp.serial, now, () =>
      this.#certificates(merchant),
    );
    if (key === null) throw new PayProviderFailed('FORGED', `the serial number ${stamp.serial} is unknown`);
    requireGenuine(stamp, body, key, now);
  }

  /** A file that an answer has named; files are not signed. @throws PayProviderFailed */
  async download(merchant: WechatMerchant, address: string, maxBytes: number): Promise<Buffer> {
    const url = URL.canParse(address) ? new URL(address) : null;
    const own = new URL(this.#options.baseUrl);
    const isTheirs = url !== null && (url.origin === own.origin || MAIN_HOSTS.has(url.origin));
    // The request is signed, so it is for the provider only.
    if (url === null || !isTheirs) throw new PayProviderFailed('REFUSED', 'a file at another host');
    const target = `${url.pathname}${url.search}`;
    const call = { op: 'download', method: 'GET', target, body: null } as const;
    const response = await this.#send(merchant, call, this.#fileSender(url.origin, maxBytes));
    if (response.status !== 200) throw new PayProviderFailed('TRANSIENT', `status ${response.status}`);
    return response.body;
  }

  /**
   * The platform certificates in force. They are encrypted with the APIv3 key; the answer is signed by one of them.
   * @throws PayProviderFailed
   */
  async #certificates(merchant: WechatMerchant): Promise<ReadonlyMap<string, string>> {
    const response = await this.#send(merchant, {
      op: 'certificates',
      method: 'GET',
      target: '/v3/certificates',
      body: null,
    });
    if (response.status !== 200) {
      throw new PayProviderFailed('TRANSIENT', `platform certificates: status ${response.status}`);
    }
    const now = this.#options.parts.clock.now();
    const found = new Map<string, string>();
    const listed = parseFields(response.body.toString('utf8'))?.['data'];
    for (const each of Array.isArray(listed) ? listed : []) {
      const entry = fieldsOf(each);
      const until = timeIn(entry, 'expire_time');
      const serial = textIn(entry, 'serial_no');
      const pem = openSealed(merchant.keys.apiV3Key, entry?.['encrypt_certificate']);
      if (serial !== null && (until === null || until > now)) found.set(serial, pem);
    }
    const stamp = stampOf(response.header);
    const key = certificateOf(found.get(stamp.serial) ?? '')?.publicKey;
    if (key === undefined)
      throw new PayProviderFailed('FORGED', 'platform certificates signed by none of them');
    requireGenuine(stamp, response.body, key, now);
    return found;
  }

  #fileSender(baseUrl: string, maxAnswerBytes: number): SendPayRequest {
    return openPaySender(this.#options.parts, { baseUrl, maxAnswerBytes, limitMs: DOWNLOAD_LIMIT_MS });
  }

  #send(
    merchant: WechatMerchant,
    { op, method, target, body }: WechatCall,
    send = this.#options.send,
  ): Promise<PayResponse> {
    const { clock, nonce } = this.#options.parts;
    const text = body === null ? '' : JSON.stringify(body);
    const { callingNo, privateKey, keys } = merchant;
    const signer = { merchantNo: callingNo, certificateSerial: keys.certificateSerial, privateKey };
    return send({
      op,
      // Orders and refunds have our numbers, so that nothing happens twice.
      isIdempotent: true,
      build: () => ({
        method,
        target,
        headers: {
          accept: 'application/json',
          'user-agent': 'Cinnabar',
          authorization: authorization(
            signer,
            { method, target, body: text },
            { now: clock.now(), nonce: nonce() },
          ),
          ...(keys.publicKey === null ? {} : { 'wechatpay-serial': keys.publicKey.id }),
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === null ? {} : { body: text }),
      }),
    });
  }
}

const DOWNLOAD_LIMIT_MS = 100_000;

/** Statements are served here, whichever host was asked for them. */
const MAIN_HOSTS = new Set(['https://api.mch.weixin.qq.com', 'https://api2.mch.weixin.qq.com']);

/** @throws PayProviderFailed FORGED */
export function openSealed(apiV3Key: string, given: unknown): string {
  const sealed = fieldsOf(given);
  const ciphertext = textIn(sealed, 'ciphertext');
  const nonce = textIn(sealed, 'nonce');
  if (textIn(sealed, 'algorithm') !== 'AEAD_AES_256_GCM' || ciphertext === null || nonce === null) {
    throw new PayProviderFailed('FORGED', 'it contains nothing encrypted');
  }
  const associatedData = textIn(sealed, 'associated_data') ?? '';
  return openResource(apiV3Key, { ciphertext, nonce, associatedData });
}
