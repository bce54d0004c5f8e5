/** Alipay's gateway as strict as the real one: it refuses wrong signatures and old requests, and signs raw answers. */
import { createHash, createSign, createVerify, type KeyObject } from 'node:crypto';
import { zipSync } from 'fflate';
import { type FakeAnswer, type FakeRequest, FakeServer } from './fake-server.js';
import { type RsaKeys, rsaKeys } from './rsa-keys.js';

export interface FakeApp {
  readonly appId: string;
  readonly sellerId: string;
  readonly publicKey: KeyObject;
  /** Serial numbers that requests must state, in certificate mode. */
  readonly serials?: { readonly app: string; readonly root: string; readonly alipay: string };
}

interface FakeTrade {
  readonly app: FakeApp;
  readonly orderNo: string;
  readonly amount: string;
  readonly expires: Date;
  readonly notifyUrl: string;
  /** A trade exists from when its payer has scanned or logged in. */
  exists: boolean;
  status: 'WAIT_BUYER_PAY' | 'TRADE_CLOSED' | 'TRADE_SUCCESS' | 'TRADE_FINISHED';
  paidAt: Date | null;
  paid: string;
  readonly refunds: Map<string, string>;
}

type Parameters = Record<string, string>;
type Node = Record<string, unknown>;

/** The gateway's own key must be given where it has a certificate. */
export interface FakeAlipayOptions {
  readonly now: () => Date;
  readonly keys?: RsaKeys;
}

const chinaTime = (time: Date): string =>
  new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

export class FakeAlipay {
  now: () => Date;
  readonly keys: RsaKeys;
  readonly server: FakeServer;
  readonly trades = new Map<string, FakeTrade>();
  /** `later`: accepted without a change of funds; a query then finds it. */
  refunds: 'atOnce' | 'later' = 'atOnce';
  hasFunds = true;
  /** ZIP archives of statements by day. */
  readonly statements = new Map<string, Uint8Array>();
  /** Flaws of the next answers, one each. */
  readonly flaws: ('unsigned' | 'tampered' | 'otherCertificate')[] = [];
  readonly #apps: ReadonlyMap<string, FakeApp>;
  readonly #codes = new Map<string, { readonly openId: string; isUsed: boolean }>();

  private constructor(server: FakeServer, apps: readonly FakeApp[], { now, keys }: FakeAlipayOptions) {
    this.server = server;
    this.#apps = new Map(apps.map((app) => [app.appId, app]));
    this.now = now;
    this.keys = keys ?? rsaKeys();
  }

  static async start(apps: readonly FakeApp[], options: FakeAlipayOptions): Promise<FakeAlipay> {
    let fake: FakeAlipay | null = null;
    const server = await FakeServer.open((request) => fake?.answer(request) ?? { status: 503, body: '' });
    fake = new FakeAlipay(server, apps, options);
    return fake;
  }

  get gateway(): string {
    return `${this.server.url}/gateway.do`;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** The payer scans a code, or opens an address and logs in. */
  scan(orderNo: string): void {
    const trade = this.#trade(orderNo);
    trade.exists = true;
    if (trade.status === 'WAIT_BUYER_PAY' && trade.expires <= this.now()) trade.status = 'TRADE_CLOSED';
  }

  pay(orderNo: string, amount?: string): void {
    this.scan(orderNo);
    const trade = this.#trade(orderNo);
    Object.assign(trade, { status: 'TRADE_SUCCESS', paidAt: this.now(), paid: amount ?? trade.amount });
  }

  addCode(code: string, openId: string): void {
    this.#codes.set(code, { openId, isUsed: false });
  }

  /** The form of a notification of the present state. `withSignType`: signed as a request would be, which is wrong. */
  notice(
    orderNo: string,
    changes: Parameters = {},
    signing: { readonly withSignType?: true; readonly keys?: RsaKeys } = {},
  ): URLSearchParams {
    const trade = this.#trade(orderNo);
    const parameters: Parameters = {
      notify_time: chinaTime(this.now()),
      notify_type: 'trade_status_sync',
      notify_id: createHash('md5').update(orderNo).digest('hex'),
      app_id: trade.app.appId,
      charset: 'utf-8',
      version: '1.0',
      sign_type: 'RSA2',
      trade_no: tradeNoOf(orderNo),
      out_trade_no: orderNo,
      seller_id: trade.app.sellerId,
      trade_status: trade.status,
      total_amount: trade.paid,
      subject: '合同 + 签署',
      body: '',
      ...(trade.paidAt === null ? {} : { gmt_payment: chinaTime(trade.paidAt) }),
      ...changes,
    };
    const covered = Object.entries(parameters).filter(
      ([name, value]) => value !== '' && (signing.withSignType === true || name !== 'sign_type'),
    );
    const sign = this.#sign(joined(covered), signing.keys);
    return new URLSearchParams({ ...parameters, sign });
  }

  refundNotice(orderNo: string, refundNo: string): URLSearchParams {
    const { amount, status } = this.#trade(orderNo);
    return this.notice(orderNo, { refund_fee: amount, out_biz_no: refundNo, trade_status: status });
  }

  /** Sends a notification. @returns whether it was answered as Alipay requires */
  async deliver(orderNo: string, notice: URLSearchParams = this.notice(orderNo)): Promise<boolean> {
    const response = await fetch(this.#trade(orderNo).notifyUrl, { method: 'POST', body: notice });
    return response.status === 200 && (await response.text()) === 'success';
  }

  #trade(orderNo: string): FakeTrade {
    const trade = this.trades.get(orderNo);
    if (trade === undefined) throw new Error(`there is no trade ${orderNo}`);
    return trade;
  }

  #sign(text: string, keys: RsaKeys = this.keys): string {
    return createSign('RSA-SHA256').update(text, 'utf8').sign(keys.privateKey, 'base64');
  }

  answer({ method, url, body }: FakeRequest): FakeAnswer {
    if (url.pathname === '/bill') return this.#file(url);
    const parameters: Parameters = Object.fromEntries([
      ...url.searchParams,
      ...(method === 'POST' ? new URLSearchParams(body.toString('utf8')) : []),
    ]);
    const name = parameters['method'] ?? '';
    const app = this.#apps.get(parameters['app_id'] ?? '');
    if (app === undefined || !this.#isGenuine(parameters, app)) {
      const problem = {
        code: '40002',
        msg: 'Invalid Arguments',
        sub_code: 'isv.invalid-signature',
        sub_msg: '验签出错',
      };
      return { status: 200, body: JSON.stringify({ error_response: problem }) };
    }
    const content: Node = JSON.parse(parameters['biz_content'] ?? '{}');
    return this.#reply(
      `${name.replaceAll('.', '_')}_response`,
      this.serve(name, parameters, content, app),
      app,
    );
  }

  /** What the browser does with the address of a page payment. */
  open(address: string): void {
    const parameters: Parameters = Object.fromEntries(new URL(address).searchParams);
    const app = this.#apps.get(parameters['app_id'] ?? '');
    if (app === undefined || !this.#isGenuine(parameters, app)) throw new Error('the address is not signed');
    this.#create(parameters, JSON.parse(parameters['biz_content'] ?? '{}'), app, true);
  }

  #reply(name: string, node: Node, app: FakeApp): FakeAnswer {
    // As the real gateway does, slashes are escaped: whoever parses and serialises again verifies something else.
    const raw = JSON.stringify(node).replaceAll('/', '\\/');
    const flaw = this.flaws.shift();
    const sign = flaw === 'unsigned' ? '' : this.#sign(raw);
    const sent = flaw === 'tampered' ? raw.replace('Success', 'success') : raw;
    const serial = flaw === 'otherCertificate' ? 'ffff' : app.serials?.alipay;
    const certificate = serial === undefined ? '' : `"alipay_cert_sn":"${serial}",`;
    return {
      status: 200,
      headers: { 'content-type': 'text/html;charset=utf-8' },
      body: `{"${name}":${sent},${certificate}"sign":"${sign}"}`,
    };
  }

  #isGenuine(parameters: Parameters, { publicKey, serials }: FakeApp): boolean {
    const time = new Date(`${(parameters['timestamp'] ?? '').replace(' ', 'T')}+08:00`);
    if (!(Math.abs(time.getTime() - this.now().getTime()) <= 15 * 60_000)) return false;
    if (parameters['sign_type'] !== 'RSA2' || parameters['charset']?.toLowerCase() !== 'utf-8') return false;
    if (serials?.app !== parameters['app_cert_sn'] || serials?.root !== parameters['alipay_root_cert_sn'])
      return false;
    const covered = Object.entries(parameters).filter(([name, value]) => name !== 'sign' && value !== '');
    const verifier = createVerify('RSA-SHA256').update(joined(covered), 'utf8');
    return verifier.verify(publicKey, parameters['sign'] ?? '', 'base64');
  }

  serve(method: string, parameters: Parameters, content: Node, app: FakeApp): Node {
    const orderNo = String(content['out_trade_no']);
    switch (method) {
      case 'alipay.trade.precreate':
        return (
          this.#create(parameters, content, app, false) ??
          done({ out_trade_no: orderNo, qr_code: `https://qr.alipay.com/bax${orderNo.slice(-8)}` })
        );
      case 'alipay.trade.create':
        if (content['buyer_open_id'] === undefined && content['buyer_id'] === undefined)
          return failed('ACQ.INVALID_PARAMETER');
        return (
          this.#create(parameters, content, app, true) ??
          done({ out_trade_no: orderNo, trade_no: tradeNoOf(orderNo) })
        );
      case 'alipay.trade.query':
        return this.#query(orderNo, app);
      case 'alipay.trade.close':
        return this.#close(orderNo, app);
      case 'alipay.trade.refund':
        return this.#refund(orderNo, content);
      case 'alipay.trade.fastpay.refund.query': {
        const isMade = this.trades.get(orderNo)?.refunds.has(String(content['out_request_no'])) === true;
        return done(isMade ? { out_trade_no: orderNo, refund_status: 'REFUND_SUCCESS' } : {});
      }
      case 'alipay.system.oauth.token':
        return this.#openId(parameters['code'] ?? '');
      case 'alipay.data.dataservice.bill.downloadurl.query': {
        const day = String(content['bill_date']);
        if (!this.statements.has(day)) return failed('isp.bill_not_exist');
        return done({ bill_download_url: `${this.server.url}/bill?day=${day}` });
      }
      default:
        return failed('isv.invalid-method');
    }
  }

  #create(parameters: Parameters, content: Node, app: FakeApp, exists: boolean): Node | null {
    const orderNo = String(content['out_trade_no']);
    const amount = String(content['total_amount']);
    if (!/^\d+\.\d\d$/.test(amount) || /[/=&]/.test(String(content['subject'])))
      return failed('ACQ.INVALID_PARAMETER');
    const expires = new Date(`${String(content['time_expire']).replace(' ', 'T')}+08:00`);
    if (Number.isNaN(expires.getTime())) return failed('ACQ.INVALID_PARAMETER');
    const known = this.trades.get(orderNo);
    if (known === undefined) {
      const notifyUrl = parameters['notify_url'] ?? '';
      this.trades.set(orderNo, {
        ...{ app, orderNo, amount, expires, notifyUrl, exists, status: 'WAIT_BUYER_PAY' },
        ...{ paidAt: null, paid: amount, refunds: new Map() },
      });
      return null;
    }
    if (known.status === 'TRADE_SUCCESS') return failed('ACQ.TRADE_HAS_SUCCESS');
    if (known.status === 'TRADE_CLOSED') return failed('ACQ.TRADE_HAS_CLOSE');
    return known.amount === amount ? null : failed('ACQ.CONTEXT_INCONSISTENT');
  }

  #existing(orderNo: string, app: FakeApp): FakeTrade | null {
    const trade = this.trades.get(orderNo);
    if (trade === undefined || !trade.exists || trade.app.appId !== app.appId) return null;
    if (trade.status === 'WAIT_BUYER_PAY' && trade.expires <= this.now()) trade.status = 'TRADE_CLOSED';
    return trade;
  }

  #query(orderNo: string, app: FakeApp): Node {
    const trade = this.#existing(orderNo, app);
    if (trade === null) return failed('ACQ.TRADE_NOT_EXIST');
    const { status, paid, paidAt } = trade;
    return done({
      ...{ trade_no: tradeNoOf(orderNo), out_trade_no: orderNo, trade_status: status, total_amount: paid },
      ...(paidAt === null ? {} : { send_pay_date: chinaTime(paidAt) }),
    });
  }

  #close(orderNo: string, app: FakeApp): Node {
    const trade = this.#existing(orderNo, app);
    if (trade === null) return failed('ACQ.TRADE_NOT_EXIST');
    if (trade.status !== 'WAIT_BUYER_PAY') return failed('ACQ.TRADE_STATUS_ERROR');
    trade.status = 'TRADE_CLOSED';
    return done({ out_trade_no: orderNo });
  }

  #refund(orderNo: string, content: Node): Node {
    const trade = this.trades.get(orderNo);
    if (trade === undefined || !trade.exists) return failed('ACQ.TRADE_NOT_EXIST');
    if (trade.paidAt === null) return failed('ACQ.TRADE_STATUS_ERROR');
    const refundNo = String(content['out_request_no']);
    if (trade.refunds.has(refundNo)) return done({ out_trade_no: orderNo, fund_change: 'N' });
    const earlier = [...trade.refunds.values()].reduce((sum, amount) => sum + Number(amount), 0);
    const amount = String(content['refund_amount']);
    if (earlier + Number(amount) > Number(trade.paid)) return failed('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
    if (!this.hasFunds) return failed('ACQ.SELLER_BALANCE_NOT_ENOUGH');
    trade.refunds.set(refundNo, amount);
    if (amount === trade.paid) trade.status = 'TRADE_CLOSED';
    return done({ out_trade_no: orderNo, fund_change: this.refunds === 'later' ? 'N' : 'Y' });
  }

  #openId(code: string): Node {
    const known = this.#codes.get(code);
    if (known === undefined || known.isUsed) return failed('isv.code-invalid');
    known.isUsed = true;
    return { open_id: known.openId, access_token: 'never shown', expires_in: 3600 };
  }

  #file(url: URL): FakeAnswer {
    const archive = this.statements.get(url.searchParams.get('day') ?? '');
    return archive === undefined ? { status: 404, body: '' } : { status: 200, body: archive };
  }
}

/** A statement as Alipay packs it. The texts must be within the characters that GB18030 shares with the given encoder. */
export function packStatement(details: Uint8Array): Uint8Array {
  return zipSync({ 'details.csv': details, 'summary.csv': new Uint8Array([0x23, 0x0a]) });
}

function tradeNoOf(orderNo: string): string {
  return `2026112322001${orderNo.slice(-12)}`;
}

const done = (node: Node): Node => ({ code: '10000', msg: 'Success', ...node });
const failed = (subCode: string): Node => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code: subCode,
  sub_msg: 'refused',
});

function joined(entries: readonly (readonly [string, string])[]): string {
  return entries
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}
