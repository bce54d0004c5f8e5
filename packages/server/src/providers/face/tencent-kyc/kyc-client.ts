import { JsonAnswer } from '../../kit/json-answer.js';
import { type BuiltRequest, ProviderClient } from '../../kit/provider-client.js';
import { GarbledAnswer, ProviderRefused } from '../../kit/provider-failure.js';
import type { ProviderParts } from '../../kit/provider-parts.js';
import type { FaceIdentity } from '../port.js';
import { kycSignature } from './signature.js';

export const KYC_VERSION = '1.0.0';

export interface KycAccount {
  readonly appId: string;
  readonly secret: string;
  readonly baseUrl: string;
}

/** What calls are signed with. */
export interface KycTickets {
  readonly accessToken: string;
  /** Of the type SIGN. */
  readonly signTicket: string;
}

/** A check at the provider. */
interface Attempt {
  readonly attemptNo: string;
  /** Pseudonym. */
  readonly person: string;
}

export interface KycRecord {
  /** '0': passed. */
  readonly code: string;
  readonly record: Readonly<Record<string, string>>;
}

/** Codes about the check itself; all others refuse the request. */
const RECORD_CODE = /^6666\d{4}$/;

/** What is kept of a result: no pictures, no videos. */
const RECORDED = ['bizSeqNo', 'orderNo', 'liveRate', 'similarity', 'occurredTime'] as const;

/** The interface of Tencent Cloud FaceID for H5 pages. */
export class KycClient {
  readonly #account: KycAccount;
  readonly #client: ProviderClient;
  readonly #nonce: () => string;

  constructor(account: KycAccount, parts: ProviderParts) {
    this.#account = account;
    this.#client = new ProviderClient(parts, { baseUrl: account.baseUrl });
    this.#nonce = parts.nonce;
  }

  /** @throws ProviderOutage, ProviderRefused */
  accessToken(): Promise<string> {
    const { appId, secret } = this.#account;
    const query = { appId, secret, grant_type: 'client_credential', version: KYC_VERSION };
    return this.#call(
      'access_token',
      () => ({ method: 'GET', path: withQuery('/api/oauth2/access_token', query), headers: {} }),
      (answer) => answer.text('access_token'),
    );
  }

  /**
   * @param person for a ticket of the type NONCE, which is valid for one page address of this person
   * @throws ProviderOutage, ProviderRefused
   */
  ticket(accessToken: string, type: 'SIGN' | 'NONCE', person?: string): Promise<string> {
    const user = person === undefined ? {} : { user_id: person };
    const { appId } = this.#account;
    const query = { appId, access_token: accessToken, type, version: KYC_VERSION, ...user };
    return this.#call(
      'api_ticket',
      () => ({ method: 'GET', path: withQuery('/api/oauth2/api_ticket', query), headers: {} }),
      (answer) => {
        const [ticket] = answer.list('tickets');
        if (ticket === undefined) throw new GarbledAnswer('no ticket');
        return ticket.text('value');
      },
    );
  }

  /** Submits whose face is required. @throws ProviderOutage, ProviderRefused */
  submit(
    { signTicket }: KycTickets,
    { attemptNo, person }: Attempt,
    { realName: name, identNum: idNo }: FaceIdentity,
  ): Promise<{ readonly h5faceId: string; readonly domain: string | null }> {
    const { appId } = this.#account;
    const signed = { appId, orderNo: attemptNo, name, idNo, userId: person, version: KYC_VERSION };
    const sign = kycSignature([...Object.values(signed), signTicket]);
    return this.#call(
      'geth5faceid',
      () => posted(`/api/server/h5/geth5faceid?orderNo=${attemptNo}`, { ...signed, sign }),
      (answer) => {
        const result = answer.object('result');
        const h5faceId = result.text('h5faceId');
        if (!/^[0-9A-Za-z]{1,64}$/.test(h5faceId)) throw new GarbledAnswer('h5faceId is no id');
        const domain = result.optionalText('optimalDomain');
        return { h5faceId, domain: domain !== null && /^[a-z0-9.-]+\.[a-z]+$/.test(domain) ? domain : null };
      },
      // The number of an attempt is accepted once.
      false,
    );
  }

  /** The result of a check from which the person has returned. @throws ProviderOutage */
  query({ signTicket }: KycTickets, { attemptNo }: Pick<Attempt, 'attemptNo'>): Promise<KycRecord> {
    const { appId } = this.#account;
    const build = () => {
      const signed = { appId, orderNo: attemptNo, version: KYC_VERSION, nonce: this.#nonce() };
      const sign = kycSignature([...Object.values(signed), signTicket]);
      return posted(`/api/v2/base/queryfacerecord?orderNo=${attemptNo}`, {
        ...signed,
        sign,
        queryVersion: '1.0',
      });
    };
    return this.#client.call({
      op: 'queryfacerecord',
      isIdempotent: true,
      build,
      read: ({ body }) => recordOf(attemptNo, JsonAnswer.parse(body)),
    });
  }

  #call<Result>(
    op: string,
    build: () => BuiltRequest,
    read: (answer: JsonAnswer) => Result,
    isIdempotent = true,
  ): Promise<Result> {
    return this.#client.call({
      op,
      isIdempotent,
      build,
      read: ({ body }) => {
        const answer = JsonAnswer.parse(body);
        const code = codeOf(answer);
        // Messages can repeat what was submitted.
        // Tokens are refused to an account, everything else to a request.
        if (code !== '0') throw new ProviderRefused(code, op, op === 'access_token' ? 'access' : null);
        return read(answer);
      },
    });
  }
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query)}`;
}

function posted(path: string, body: Readonly<Record<string, string>>): BuiltRequest {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

/** Some operations state their code as text, others as a number. */
function codeOf(answer: JsonAnswer): string {
  try {
    return answer.text('code');
  } catch (error) {
    if (error instanceof GarbledAnswer) return String(answer.integer('code'));
    throw error;
  }
}

/** null if it is missing or of another type: it is kept for the record only. */
function statedText(result: JsonAnswer | null, name: string): string | null {
  try {
    return result?.optionalText(name) ?? null;
  } catch (error) {
    if (error instanceof GarbledAnswer) return null;
    throw error;
  }
}

function recordOf(attemptNo: string, answer: JsonAnswer): KycRecord {
  const code = codeOf(answer);
  if (code !== '0' && !RECORD_CODE.test(code)) throw new ProviderRefused(code, 'queryfacerecord');
  const result = answer.has('result') ? answer.object('result') : null;
  if (code === '0' && statedText(result, 'orderNo') !== attemptNo) {
    throw new GarbledAnswer('the record is of another order');
  }
  const known = RECORDED.flatMap((name) => {
    const value = statedText(result, name);
    return value === null ? [] : [[name, value] as const];
  });
  return { code, record: { code, ...Object.fromEntries(known) } };
}
