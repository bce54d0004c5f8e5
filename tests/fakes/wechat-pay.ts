/** WeChat Pay API v3 as strict as the real one: it refuses wrong signatures, used nonces and old requests. */
import {
  createCipheriv,
  createHash,
  createSign,
  createVerify,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type FakeAnswer, type FakeRequest, FakeServer } from './fake-server.js';
import { type RsaKeys, rsaKeys, selfSigned } from './rsa-keys.js';

export interface FakeMerchant {
  readonly merchantNo: string;
  readonly certificateSerial: string;
  readonly publicKey: KeyObject;
  readonly apiV3Key: string;
  readonly appIds: readonly string[];
}

interface FakeOrder {
  readonly body: Readonly<Record<string, unknown>>;
  readonly orderNo: string;
  readonly total: number;
  readonly expires: Date;
  readonly kind: string;
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'PAYERROR' | 'REFUND';
  paid: number;
  paidAt: Date | null;
  readonly refunds: Map<string, { readonly fen: number; status: string }>;
}

export interface Notice {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

export type NoticeFlaw = 'tampered' | 'probe' | 'unknownSerial' | 'old' | 'unsigned' | 'otherKey';

export const PUBLIC_KEY_ID = 'PUB_KEY_ID_0116000000012026112300000001';
const PLATFORM_SERIAL = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1';

const json = (value: unknown): string => JSON.stringify(value);

export class FakeWechatPay {
  now: () => Date;
  /** Which of its keys signs. */
  signsWith: 'publicKey' | 'certificate' = 'publicKey';
  /** The state in which a refund is accepted. */
  refundState = 'SUCCESS';
  /** Whether the merchant's account covers refunds. */
  hasFunds = true;
  /** Text of statements by day; a missing day has none. */
  readonly statements = new Map<string, string>();
  isPreparingStatement = false;
  readonly orders = new Map<string, FakeOrder>();
  readonly publicKey: RsaKeys = rsaKeys();
  readonly server: FakeServer;
  readonly #certificateKeys: RsaKeys;
  readonly #certificate: string;
  readonly #merchants: ReadonlyMap<string, FakeMerchant>;
  readonly #nonces = new Set<string>();
  readonly #codes = new Map<string, { readonly openId: string; isUsed: boolean }>();

  private constructor(
    server: FakeServer,
    merchants: readonly FakeMerchant[],
    now: () => Date,
    { keys, certificate }: { readonly keys: RsaKeys; readonly certificate: string },
  ) {
    this.server = server;
    this.#merchants = new Map(merchants.map((merchant) => [merchant.merchantNo, merchant]));
    this.now = now;
    this.#certificateKeys = keys;
    this.#certificate = certificate;
  }

  static async start(merchants: readonly FakeMerchant[], now: () => Date): Promise<FakeWechatPay> {
    const keys = rsaKeys();
    const certificate = await selfSigned(keys, 'CN=Tenpay.com Root CA', PLATFORM_SERIAL);
    let fake: FakeWechatPay | null = null;
    const server = await FakeServer.open((request) => fake?.answer(request) ?? { status: 503, body: '' });
    fake = new FakeWechatPay(server, merchants, now, { keys, certificate });
    return fake;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** The payer pays, with a notification that is not sent. */
  pay(orderNo: string, amount?: number): void {
    const order = this.#order(orderNo);
    Object.assign(order, { state: 'SUCCESS', paid: amount ?? order.total, paidAt: this.now() });
  }

  fail(orderNo: string): void {
    this.#order(orderNo).state = 'PAYERROR';
  }

  setRefund(refundNo: string, status: string): void {
    for (const { refunds } of this.orders.values()) {
      const refund = refunds.get(refundNo);
      if (refund !== undefined) refund.status = status;
    }
  }

  addCode(code: string, openId: string): void {
    this.#codes.set(code, { openId, isUsed: false });
  }

  /** A notification of the present state of an order. */
  notice(orderNo: string, changes: Readonly<Record<string, unknown>> = {}, flaw?: NoticeFlaw): Notice {
    const order = this.#order(orderNo);
    return this.#seal(
      'TRANSACTION.SUCCESS',
      'transaction',
      { ...this.#view(order), ...changes },
      order,
      flaw,
    );
  }

  refundNotice(orderNo: string, refundNo: string): Notice {
    const order = this.#order(orderNo);
    const status = order.refunds.get(refundNo)?.status ?? 'SUCCESS';
    const { mchid, sp_mchid, sub_mchid } = order.body;
    const about = {
      mchid,
      sp_mchid,
      sub_mchid,
      out_trade_no: orderNo,
      out_refund_no: refundNo,
      refund_status: status,
    };
    return this.#seal(`REFUND.${status}`, 'refund', about, order);
  }

  /** Sends a notification to the address of its order. @returns the status of the answer */
  async deliver(orderNo: string, notice: Notice = this.notice(orderNo)): Promise<number> {
    const address = String(this.#order(orderNo).body['notify_url']);
    const response = await fetch(address, {
      method: 'POST',
      headers: notice.headers,
      body: new Uint8Array(notice.body),
    });
    const text = await response.text();
    if (response.ok && text !== '') throw new Error('an accepted notification is answered without a body');
    return response.status;
  }

  #order(orderNo: string): FakeOrder {
    const order = this.orders.get(orderNo);
    if (order === undefined) throw new Error(`there is no order ${orderNo}`);
    return order;
  }

  #seal(type: string, kind: string, about: object, { body }: FakeOrder, flaw?: NoticeFlaw): Notice {
    const merchant = this.#merchants.get(String(body['mchid'] ?? body['sp_mchid']));
    const text = json({
      id: randomBytes(16).toString('hex'),
      create_time: this.now().toISOString(),
      event_type: type,
      resource_type: 'encrypt-resource',
      summary: 'done',
      resource: { original_type: kind, ...encrypted(merchant?.apiV3Key ?? '', json(about), kind) },
    });
    const time = flaw === 'old' ? new Date(this.now().getTime() - 301_000) : this.now();
    const headers = this.#signature(text, time, flaw === 'otherKey' ? rsaKeys() : undefined);
    if (flaw === 'probe')
      headers['wechatpay-signature'] = `WECHATPAY/SIGNTEST/${headers['wechatpay-signature']}`;
    if (flaw === 'unknownSerial') headers['wechatpay-serial'] = 'PUB_KEY_ID_unknown';
    if (flaw === 'unsigned') delete headers['wechatpay-signature'];
    const sent = flaw === 'tampered' ? text.replace('"done"', '"paid"') : text;
    return { headers: { ...headers, 'content-type': 'application/json' }, body: Buffer.from(sent) };
  }

  #signature(body: string, time = this.now(), other?: RsaKeys): Record<string, string> {
    const timestamp = String(Math.floor(time.getTime() / 1000));
    const nonce = randomBytes(16).toString('hex');
    const isPublic = this.signsWith === 'publicKey';
    const keys = other ?? (isPublic ? this.publicKey : this.#certificateKeys);
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': isPublic ? PUBLIC_KEY_ID : PLATFORM_SERIAL,
      'wechatpay-signature': createSign('RSA-SHA256')
        .update(`${timestamp}\n${nonce}\n${body}\n`)
        .sign(keys.privateKey, 'base64'),
    };
  }

  answer(request: FakeRequest): FakeAnswer {
    const { url } = request;
    if (url.pathname.startsWith('/sns/')) return this.#openId(url);
    const merchant = this.#caller(request);
    if (merchant === null) return { status: 401, body: json({ code: 'SIGN_ERROR', message: '签名错误' }) };
    // Files are not signed.
    if (url.pathname === '/v3/billdownload/file') return this.#file(url);
    const { status, fields } = this.#serve(request, url, merchant);
    const body = fields === null ? '' : json(fields);
    return { status, headers: { ...this.#signature(body), 'content-type': 'application/json' }, body };
  }

  /** @returns null unless the merchant signed exactly this request, now, for the first time */
  #caller({ method, url, headers, body }: FakeRequest): FakeMerchant | null {
    const given = headers.authorization ?? '';
    if (!given.startsWith('WECHATPAY2-SHA256-RSA2048 ') || !headers['user-agent'] || !headers.accept)
      return null;
    const fields = new Map(
      [...given.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
    const merchant = this.#merchants.get(fields.get('mchid') ?? '');
    const nonce = fields.get('nonce_str') ?? '';
    const timestamp = fields.get('timestamp') ?? '';
    if (merchant === undefined || fields.get('serial_no') !== merchant.certificateSerial) return null;
    if (Math.abs(Number(timestamp) - this.now().getTime() / 1000) > 300 || this.#nonces.has(nonce))
      return null;
    const text = `${method}\n${url.pathname}${url.search}\n${timestamp}\n${nonce}\n${body.toString('utf8')}\n`;
    const signature = fields.get('signature') ?? '';
    if (!createVerify('RSA-SHA256').update(text).verify(merchant.publicKey, signature, 'base64')) return null;
    this.#nonces.add(nonce);
    return merchant;
  }

  #serve(request: FakeRequest, url: URL, merchant: FakeMerchant): { status: number; fields: object | null } {
    const { pathname, searchParams } = url;
    const body: Record<string, unknown> =
      request.body.length === 0 ? {} : JSON.parse(request.body.toString('utf8'));
    const no = /\/out-trade-no\/([^/]+)/.exec(pathname)?.[1];
    const created = /^\/v3\/pay(?:\/partner)?\/transactions\/(jsapi|h5|native)$/.exec(pathname)?.[1];
    if (pathname === '/v3/certificates') return { status: 200, fields: this.#certificates(merchant) };
    if (created !== undefined) return this.#create(created, body, merchant);
    if (no !== undefined && pathname.endsWith('/close')) return this.#close(no, body, merchant);
    if (no !== undefined) return this.#query(no, Object.fromEntries(searchParams), merchant);
    if (/refunds(?:\/apply)?$/.test(pathname)) return this.#refund(body);
    if (pathname.includes('/refunds/')) return this.#refundState(pathname.split('/').at(-1) ?? '');
    if (pathname === '/v3/bill/tradebill') return this.#bill(searchParams.get('bill_date') ?? '');
    return refused(404, 'RESOURCE_NOT_EXISTS');
  }

  #create(kind: string, body: Record<string, unknown>, merchant: FakeMerchant) {
    const orderNo = String(body['out_trade_no']);
    const appId = String(body['appid'] ?? body['sp_appid']);
    if (merchant.merchantNo !== (body['mchid'] ?? body['sp_mchid']) || !merchant.appIds.includes(appId))
      return refused(400, 'APPID_MCHID_NOT_MATCH');
    const expires = new Date(String(body['time_expire']));
    if (!/^[\w\-|*]{6,32}$/.test(orderNo) || !/^https?:\/\/[^?]{1,200}$/.test(String(body['notify_url'])))
      return refused(400, 'PARAM_ERROR');
    if (!/\+08:00$/.test(String(body['time_expire'])) || Array.from(String(body['description'])).length > 127)
      return refused(400, 'PARAM_ERROR');
    if (kind === 'jsapi' && !openIdFits(body)) return refused(400, 'PARAM_ERROR');
    if (kind === 'h5' && !json(body['scene_info'] ?? '').includes('payer_client_ip'))
      return refused(400, 'PARAM_ERROR');
    const known = this.orders.get(orderNo);
    if (known !== undefined && known.state === 'SUCCESS') return refused(400, 'ORDERPAID');
    if (known !== undefined && known.state === 'CLOSED') return refused(400, 'ORDER_CLOSED');
    if (known !== undefined && json(known.body) !== json(body)) return refused(403, 'OUT_TRADE_NO_USED');
    const total = Number(new Map(Object.entries(Object(body['amount']))).get('total'));
    const order: FakeOrder = known ?? {
      ...{ body, orderNo, total, expires, kind, state: 'NOTPAY', paid: 0, paidAt: null, refunds: new Map() },
    };
    this.orders.set(orderNo, order);
    const id = `wx${createHash('md5').update(orderNo).digest('hex')}`;
    if (kind === 'native') return accepted({ code_url: `weixin://wxpay/bizpayurl?pr=${id}` });
    if (kind === 'h5')
      return accepted({ h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${id}` });
    return accepted({ prepay_id: id });
  }

  #found(
    orderNo: string,
    names: Readonly<Record<string, unknown>>,
    merchant: FakeMerchant,
  ): FakeOrder | null {
    const order = this.orders.get(orderNo);
    if (order === undefined) return null;
    const { body } = order;
    const isTheirs = (body['mchid'] ?? body['sp_mchid']) === merchant.merchantNo;
    const same = ['mchid', 'sp_mchid', 'sub_mchid'].every((name) => body[name] === names[name]);
    if (order.state === 'NOTPAY' && order.expires <= this.now()) order.state = 'CLOSED';
    return isTheirs && same ? order : null;
  }

  #query(orderNo: string, names: Readonly<Record<string, unknown>>, merchant: FakeMerchant) {
    const order = this.#found(orderNo, names, merchant);
    return order === null ? refused(404, 'ORDER_NOT_EXIST') : accepted(this.#view(order));
  }

  #close(orderNo: string, names: Readonly<Record<string, unknown>>, merchant: FakeMerchant) {
    const order = this.#found(orderNo, names, merchant);
    if (order === null) return refused(404, 'ORDER_NOT_EXIST');
    if (order.state === 'SUCCESS' || order.state === 'REFUND') return refused(400, 'ORDERPAID');
    if (order.state === 'PAYERROR') return refused(400, 'INVALID_REQUEST');
    order.state = 'CLOSED';
    return { status: 204, fields: null };
  }

  #refund(body: Record<string, unknown>) {
    const order = this.orders.get(String(body['out_trade_no']));
    if (order === undefined || order.paidAt === null) return refused(400, 'INVALID_REQUEST');
    const refundNo = String(body['out_refund_no']);
    const amount = new Map(Object.entries(Object(body['amount'])));
    const fen = Number(amount.get('refund'));
    const known = order.refunds.get(refundNo);
    if (known === undefined) {
      const earlier = [...order.refunds.values()].reduce((sum, refund) => sum + refund.fen, 0);
      if (amount.get('total') !== order.total || earlier + fen > order.paid)
        return refused(400, 'INVALID_REQUEST');
      if (!this.hasFunds) return refused(403, 'NOT_ENOUGH');
      order.refunds.set(refundNo, { fen, status: this.refundState });
      order.state = 'REFUND';
    }
    return this.#refundState(refundNo);
  }

  #refundState(refundNo: string) {
    for (const { refunds } of this.orders.values()) {
      const refund = refunds.get(refundNo);
      if (refund !== undefined)
        return accepted({ refund_id: `r${refundNo}`, out_refund_no: refundNo, status: refund.status });
    }
    return refused(404, 'RESOURCE_NOT_EXISTS');
  }

  #bill(day: string) {
    const text = this.statements.get(day);
    if (this.isPreparingStatement) return refused(400, 'STATEMENT_CREATING');
    if (text === undefined) return refused(400, 'NO_STATEMENT_EXIST');
    const hash = createHash('sha1').update(text).digest('hex');
    const address = `${this.server.url}/v3/billdownload/file?token=${encodeURIComponent(day)}`;
    return accepted({ hash_type: 'SHA1', hash_value: hash, download_url: address });
  }

  #file(url: URL): FakeAnswer {
    const text = this.statements.get(url.searchParams.get('token') ?? '');
    return text === undefined ? { status: 404, body: '' } : { status: 200, body: gzipSync(text) };
  }

  #certificates({ apiV3Key }: FakeMerchant) {
    const encrypt_certificate = encrypted(apiV3Key, this.#certificate, 'certificate');
    const times = { effective_time: '2020-01-01T08:00:00+08:00', expire_time: '2040-01-01T08:00:00+08:00' };
    this.signsWith = 'certificate';
    return { data: [{ serial_no: PLATFORM_SERIAL, ...times, encrypt_certificate }] };
  }

  #openId({ pathname, searchParams }: URL): FakeAnswer {
    const isMini = pathname === '/sns/jscode2session';
    const code = this.#codes.get(searchParams.get(isMini ? 'js_code' : 'code') ?? '');
    const refusal = (errcode: number) => ({ status: 200, body: json({ errcode, errmsg: 'refused' }) });
    if (searchParams.get('secret') !== 'app-secret') return refusal(40125);
    if (code === undefined) return refusal(40029);
    if (code.isUsed) return refusal(40163);
    code.isUsed = true;
    return { status: 200, body: json({ openid: code.openId, session_key: 'never shown' }) };
  }

  #view(order: FakeOrder) {
    const { appid, mchid, sp_appid, sp_mchid, sub_appid, sub_mchid } = order.body;
    return {
      ...{ appid, mchid, sp_appid, sp_mchid, sub_appid, sub_mchid },
      out_trade_no: order.orderNo,
      trade_state: order.state,
      trade_state_desc: order.state,
      ...(order.paidAt === null
        ? {}
        : {
            transaction_id: `42000${order.orderNo.slice(-12)}`,
            trade_type: order.kind.toUpperCase(),
            success_time: order.paidAt.toISOString(),
            amount: { total: order.paid, payer_total: order.paid, currency: 'CNY', payer_currency: 'CNY' },
          }),
    };
  }
}

const accepted = (fields: object) => ({ status: 200, fields });
const refused = (status: number, code: string) => ({ status, fields: { code, message: `refused: ${code}` } });

function openIdFits(body: Readonly<Record<string, unknown>>): boolean {
  const payer = new Map(Object.entries(Object(body['payer'])));
  if (body['sub_mchid'] === undefined) return typeof payer.get('openid') === 'string';
  return payer.has('sub_openid') ? typeof body['sub_appid'] === 'string' : payer.has('sp_openid');
}

function encrypted(apiV3Key: string, text: string, associatedData: string) {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from(associatedData));
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const ciphertext = bytes.toString('base64');
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext, nonce, associated_data: associatedData };
}
