/**
 * Tencent Cloud FaceID for H5 pages, as strict as the real one: it refuses wrong signatures, numbers of attempts that were
 * used, and tickets that were used or have been replaced.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type FakeAnswer, type FakeRequest, FakeServer } from './fake-server.js';

interface FakeCheck {
  readonly orderNo: string;
  readonly userId: string;
  readonly name: string;
  readonly idNo: string;
  readonly h5faceId: string;
  /** null: the person has not finished. */
  code: string | null;
}

interface Ticket {
  readonly value: string;
  readonly issuedAt: number;
  readonly endsAt: number;
}

const MINUTE_MS = 60_000;
const random = (bytes: number): string => randomBytes(bytes).toString('hex');

/** SHA-1 of the sorted values. */
function fakeSign(values: readonly string[]): string {
  return createHash('sha1')
    .update([...values].sort().join(''))
    .digest('hex')
    .toUpperCase();
}

export class FakeTencentFaceId {
  readonly appId = 'IDAtest1';
  readonly secret = 'faceid-secret';
  readonly checks = new Map<string, FakeCheck>();
  /** Obtained so far, newest last. */
  readonly accessTokens: Ticket[] = [];
  readonly signTickets: Ticket[] = [];
  readonly #nonceTickets = new Map<
    string,
    { readonly userId: string; readonly until: number; isUsed: boolean }
  >();
  readonly #now: () => Date;
  #server: FakeServer | null = null;

  private constructor(now: () => Date) {
    this.#now = now;
  }

  static async open(now: () => Date = () => new Date()): Promise<FakeTencentFaceId> {
    const fake = new FakeTencentFaceId(now);
    fake.#server = await FakeServer.open((request) => fake.#answer(request));
    return fake;
  }

  get server(): FakeServer {
    if (this.#server === null) throw new Error('the fake is closed');
    return this.#server;
  }

  /** Somebody outside renews the tickets. */
  renewTickets(): void {
    this.#issue(this.accessTokens, 120);
    this.#issue(this.signTickets, 60);
  }

  /**
   * The person opens a page address and finishes the check.
   * @param code '0': passed
   * @returns the address to which they are redirected
   */
  visit(address: string, code = '0'): URL {
    const { pathname, searchParams } = new URL(address);
    const given = (name: string): string => searchParams.get(name) ?? '';
    const isPc = pathname === '/api/pc/login';
    if (!isPc && pathname !== '/api/web/login') throw new Error(`there is no page ${pathname}`);
    const check = this.checks.get(given('orderNo'));
    if (check === undefined || check.h5faceId !== given('h5faceId'))
      throw new Error('there is no such check');
    if (given(isPc ? 'appId' : 'webankAppId') !== this.appId) throw new Error('another account');
    if (given('userId') !== check.userId) throw new Error('another person');
    if (!/^[0-9A-Za-z]{32}$/.test(given('nonce'))) throw new Error('the nonce has not 32 letters and digits');
    const ticket = [...this.#nonceTickets].find(([value]) =>
      this.#isSigned(given('sign'), [
        given('userId'),
        given('orderNo'),
        '1.0.0',
        given('h5faceId'),
        value,
        given('nonce'),
      ]),
    );
    if (ticket === undefined) throw new Error('the signature of the page address is wrong');
    const [, nonce] = ticket;
    if (nonce.isUsed || nonce.userId !== check.userId || nonce.until < this.#now().getTime()) {
      throw new Error('the NONCE ticket was used, has expired, or is of another person');
    }
    nonce.isUsed = true;
    check.code = code;
    return this.#redirect(new URL(given('url')), check, isPc);
  }

  /** The redirect after a check. @param signTicket by default the present one */
  #redirect(target: URL, { orderNo, h5faceId, code }: FakeCheck, isPc: boolean): URL {
    const parameters = { code: code ?? '', orderNo, h5faceId };
    const sign = this.returnSign(orderNo, parameters.code);
    const all = { ...parameters, ...(isPc ? { newSign: sign } : { newSignature: sign, liveRate: '99' }) };
    for (const [name, value] of Object.entries(all)) target.searchParams.set(name, value);
    return target;
  }

  returnSign(orderNo: string, code: string, ticket = this.signTickets.at(-1)?.value ?? ''): string {
    return fakeSign([this.appId, orderNo, ticket, code]);
  }

  #isSigned(sign: string, values: readonly string[]): boolean {
    return sign === fakeSign([this.appId, ...values]);
  }

  /** The previous ticket ends a minute later. */
  #issue(tickets: Ticket[], minutes: number): Ticket {
    const issuedAt = this.#now().getTime();
    const ticket = { value: random(32), issuedAt, endsAt: issuedAt + minutes * MINUTE_MS };
    tickets.push(ticket);
    return ticket;
  }

  #isValid(tickets: readonly Ticket[], value: string): boolean {
    const at = tickets.findIndex((ticket) => ticket.value === value);
    const ticket = tickets[at];
    const next = tickets[at + 1];
    const now = this.#now().getTime();
    if (ticket === undefined || ticket.endsAt <= now) return false;
    return next === undefined || next.issuedAt + MINUTE_MS > now;
  }

  #answer({ method, url, body }: FakeRequest): FakeAnswer {
    const given = (name: string): string => url.searchParams.get(name) ?? '';
    if (/^\/api\/(pc|web)\/login$/.test(url.pathname)) {
      return { status: 302, headers: { location: this.visit(url.href).href }, body: '' };
    }
    if (given('version') !== '1.0.0' && method === 'GET') return answered({ code: '400100', msg: 'version' });
    if (url.pathname === '/api/oauth2/access_token') {
      if (given('appId') !== this.appId || given('secret') !== this.secret) {
        return answered({ code: '400101', msg: 'unknown app' });
      }
      const { value } = this.#issue(this.accessTokens, 120);
      return answered({ code: '0', msg: 'ok', access_token: value, expire_in: '7200' });
    }
    if (url.pathname === '/api/oauth2/api_ticket') return this.#ticket(given);
    const posted: Record<string, string> = JSON.parse(body.toString('utf8'));
    if (given('orderNo') !== posted['orderNo']) return answered({ code: 400102, msg: 'orderNo' });
    if (url.pathname === '/api/server/h5/geth5faceid') return this.#submit(posted);
    if (url.pathname === '/api/v2/base/queryfacerecord') return this.#record(posted);
    return { status: 404, body: '' };
  }

  #ticket(given: (name: string) => string): FakeAnswer {
    if (given('appId') !== this.appId || !this.#isValid(this.accessTokens, given('access_token'))) {
      return answered({ code: '400103', msg: 'access token' });
    }
    if (given('type') === 'SIGN') {
      const { value } = this.#issue(this.signTickets, 60);
      return answered({ code: '0', msg: 'ok', tickets: [{ value, expire_in: '3600' }] });
    }
    const value = random(32);
    const until = this.#now().getTime() + 2 * MINUTE_MS;
    this.#nonceTickets.set(value, { userId: given('user_id'), until, isUsed: false });
    return answered({ code: '0', msg: 'ok', tickets: [{ value, expire_in: '120' }] });
  }

  #isSignedByTicket({ sign = '' }: Record<string, string>, values: readonly string[]): boolean {
    return this.signTickets
      .filter(({ value }) => this.#isValid(this.signTickets, value))
      .some(({ value }) => this.#isSigned(sign, [...values, value]));
  }

  #submit(posted: Record<string, string>): FakeAnswer {
    const { appId, orderNo = '', name = '', idNo = '', userId = '', version = '' } = posted;
    const isSigned = this.#isSignedByTicket(posted, [orderNo, name, idNo, userId, version]);
    if (appId !== this.appId || !isSigned) return answered({ code: 400104, msg: 'sign' });
    if (
      !/^[0-9A-Za-z]{1,32}$/.test(orderNo) ||
      !/^[0-9A-Za-z]{1,32}$/.test(userId) ||
      this.checks.has(orderNo)
    ) {
      return answered({ code: 400105, msg: 'orderNo or userId' });
    }
    const h5faceId = random(16);
    this.checks.set(orderNo, { orderNo, userId, name, idNo, h5faceId, code: null });
    return answered({
      code: 0,
      msg: 'ok',
      result: { bizSeqNo: random(16), orderNo, h5faceId, optimalDomain: '' },
    });
  }

  #record(posted: Record<string, string>): FakeAnswer {
    const { appId, orderNo = '', version = '', nonce = '' } = posted;
    const isSigned = this.#isSignedByTicket(posted, [orderNo, version, nonce]);
    if (appId !== this.appId || nonce.length !== 32 || !isSigned)
      return answered({ code: 400104, msg: 'sign' });
    const check = this.checks.get(orderNo);
    if (check === undefined || check.code === null)
      return answered({ code: '66660011', msg: '无此查询结果' });
    if (check.code !== '0')
      return answered({ code: '66660004', msg: '无法确认为同一人', result: { orderNo } });
    const result = {
      ...{ orderNo, liveRate: '99', similarity: '97.50', occurredTime: '20261123080000' },
      ...{ bizSeqNo: random(16), photo: 'cGhvdG8=', video: 'dmlkZW8=' },
    };
    return answered({ code: 0, msg: 'ok', result });
  }
}

function answered(body: object): FakeAnswer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
