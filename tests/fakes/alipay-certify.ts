/** Identity checks of Alipay's gateway, as strict as the real one: requests need a genuine signature and the present time. */
import { createSign, createVerify, type KeyObject, randomBytes } from 'node:crypto';
import { type FakeAnswer, type FakeRequest, FakeServer } from './fake-server.js';
import { type RsaKeys, rsaKeys } from './rsa-keys.js';

interface FakeCheck {
  readonly orderNo: string;
  readonly name: string;
  readonly number: string;
  readonly returnUrl: string;
  state: 'open' | 'passed' | 'failed';
}

// Made once: they take longer than the tests.
const APP_KEYS: RsaKeys = rsaKeys();
const ALIPAY_KEYS: RsaKeys = rsaKeys();
const MAX_SKEW_MS = 15 * 60_000;

export class FakeAlipayCertify {
  readonly appId = '2021000000000001';
  readonly appKeys = APP_KEYS;
  readonly keys = ALIPAY_KEYS;
  readonly checks = new Map<string, FakeCheck>();
  /** Flaws of the next answers, one each. */
  readonly flaws: ('unsigned' | 'tampered')[] = [];
  #server: FakeServer | null = null;

  static async open(): Promise<FakeAlipayCertify> {
    const fake = new FakeAlipayCertify();
    fake.#server = await FakeServer.open((request) => fake.#answer(request));
    return fake;
  }

  get server(): FakeServer {
    if (this.#server === null) throw new Error('the fake is closed');
    return this.#server;
  }

  get gateway(): string {
    return `${this.server.url}/gateway.do`;
  }

  /** The person opens the page in the app and finishes the check. @returns the address to which they are redirected */
  visit(page: string, state: 'passed' | 'failed' = 'passed'): URL {
    const scheme = new URL(page);
    const url = scheme.protocol === 'alipays:' ? new URL(scheme.searchParams.get('url') ?? '') : scheme;
    const parameters = Object.fromEntries(url.searchParams);
    if (!this.#isGenuine(parameters) || parameters['method'] !== 'alipay.user.certify.open.certify') {
      throw new Error('the signature of the page address is wrong');
    }
    const { certify_id: id }: { certify_id: string } = JSON.parse(parameters['biz_content'] ?? '{}');
    const check = this.checks.get(id);
    if (check === undefined) throw new Error('there is no such check');
    if (check.state === 'open') check.state = state;
    return new URL(check.returnUrl);
  }

  #isGenuine(parameters: Readonly<Record<string, string>>): boolean {
    const { sign = '', ...others } = parameters;
    const text = Object.keys(others)
      .sort()
      .filter((name) => others[name] !== '')
      .map((name) => `${name}=${others[name]}`)
      .join('&');
    const verify = createVerify('RSA-SHA256').update(text, 'utf8');
    const time = Date.parse(`${parameters['timestamp']?.replace(' ', 'T')}+08:00`);
    return (
      parameters['app_id'] === this.appId &&
      verify.verify(this.appKeys.publicKey, sign, 'base64') &&
      Math.abs(Date.now() - time) < MAX_SKEW_MS
    );
  }

  #answer({ url, body }: FakeRequest): FakeAnswer {
    const parameters = Object.fromEntries([
      ...url.searchParams,
      ...new URLSearchParams(body.toString('utf8')),
    ]);
    if (!this.#isGenuine(parameters)) {
      const problem = { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' };
      return { status: 200, body: JSON.stringify({ error_response: problem }) };
    }
    const content = JSON.parse(parameters['biz_content'] ?? '{}');
    const method = parameters['method'] ?? '';
    const node = method.endsWith('initialize') ? this.#initialize(content) : this.#query(content);
    // Slashes are escaped, so that only the text as it stands verifies.
    const raw = JSON.stringify(node).replaceAll('/', '\\/');
    return this.#signed(`${method.replaceAll('.', '_')}_response`, raw, this.keys.privateKey);
  }

  #signed(name: string, raw: string, key: KeyObject): FakeAnswer {
    const sign = createSign('RSA-SHA256').update(raw, 'utf8').sign(key, 'base64');
    const flaw = this.flaws.shift();
    const sent =
      flaw === 'tampered' ? raw.replace('"passed":"F"', '"passed":"T"').replace('"msg"', '"mgs"') : raw;
    const last = flaw === 'unsigned' ? '' : `,"sign":"${sign}"`;
    return {
      status: 200,
      headers: { 'content-type': 'text/html;charset=utf-8' },
      body: `{"${name}":${sent}${last}}`,
    };
  }

  #initialize(content: {
    readonly outer_order_no?: string;
    readonly biz_code?: string;
    readonly identity_param?: Readonly<Record<string, string>>;
    readonly merchant_config?: { readonly return_url?: string };
  }): object {
    const orderNo = content.outer_order_no ?? '';
    const { identity_type, cert_type, cert_name = '', cert_no = '' } = content.identity_param ?? {};
    const isComplete = identity_type === 'CERT_INFO' && cert_type === 'IDENTITY_CARD' && cert_name !== '';
    if (!/^[0-9A-Za-z]{32}$/.test(orderNo) || content.biz_code !== 'FACE' || !isComplete) {
      return { code: '40004', msg: 'Business Failed', sub_code: 'INVALID_PARAMETER' };
    }
    const certifyId = randomBytes(16).toString('hex');
    const returnUrl = content.merchant_config?.return_url ?? '';
    this.checks.set(certifyId, { orderNo, name: cert_name, number: cert_no, returnUrl, state: 'open' });
    return { code: '10000', msg: 'Success', certify_id: certifyId, note: 'a/b' };
  }

  #query({ certify_id: id = '' }: { readonly certify_id?: string }): object {
    const check = this.checks.get(id);
    if (check === undefined) {
      return { code: '40004', msg: 'Business Failed', sub_code: 'OPEN_CERTIFY_BILL_NOT_EXIST' };
    }
    return { code: '10000', msg: 'Success', passed: check.state === 'passed' ? 'T' : 'F' };
  }
}
