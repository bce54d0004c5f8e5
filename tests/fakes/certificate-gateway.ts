/** A gateway of the operator to an authority: verifies the signature, issues once for each reference, answers. */
import { createHmac } from 'node:crypto';
import type { FakeAnswer, FakeRequest } from './fake-server.js';
import { ReplayGuard } from './replay-guard.js';
import { GATEWAY_SECRET } from './sms-gateway.js';

interface Order {
  readonly reference: string;
  readonly kind: string;
  readonly subject: { readonly name: string; readonly code: string | null };
  readonly csr: string;
  readonly isRenewal: boolean;
}

export class FakeCertificateGateway {
  readonly orders: Order[] = [];
  /** How often an order is pending before it is issued. */
  pendingTimes = 0;
  retryAfter = 3600;
  /** Reasons of the next refusals. */
  readonly refusals: string[] = [];
  /** Bodies of the next answers. */
  readonly answers: string[] = [];
  readonly #certify: (request: Buffer) => readonly Uint8Array[];
  readonly #asked = new Map<string, number>();
  readonly #ids = new Map<string, string>();
  readonly #guard = new ReplayGuard();

  /** @param certify certificates for a request (PKCS #10, DER), each DER */
  constructor(certify: (request: Buffer) => readonly Uint8Array[]) {
    this.#certify = certify;
  }

  readonly answer = ({ method, headers, body }: FakeRequest): FakeAnswer => {
    const { 'webhook-id': id = '', 'webhook-timestamp': seconds } = headers;
    const mac = createHmac('sha256', GATEWAY_SECRET).update(`${id}.${seconds}.${body}`).digest('base64');
    const isTimely = this.#guard.isTimely(new Date(Number(seconds) * 1000));
    if (method !== 'POST' || headers['webhook-signature'] !== `v1,${mac}` || !isTimely)
      return json(401, { error: 'FORGED' });
    const before = this.#ids.get(String(id));
    if (before !== undefined && before !== body.toString()) return json(409, { error: 'REUSED_ID' });
    this.#ids.set(String(id), body.toString());
    const { type, ...given } = JSON.parse(body.toString('utf8'));
    if (type === 'ping') return json(200, {});
    const answer = this.answers.shift();
    if (answer !== undefined) return { status: 200, body: answer };
    const reason = this.refusals.shift();
    if (reason !== undefined) return json(200, { status: 'refused', reason });
    const known = this.orders.find(({ reference }) => reference === given.reference);
    if (type === 'certificate.request') {
      if (!isOrder(given)) return json(400, { error: 'BAD_REQUEST' });
      if (known === undefined) this.orders.push(given);
      return this.#state(known ?? given);
    }
    if (type !== 'certificate.status' || known === undefined)
      return json(404, { error: 'UNKNOWN_REFERENCE' });
    return this.#state(known);
  };

  #state({ reference, csr }: Order): FakeAnswer {
    const times = this.#asked.get(reference) ?? 0;
    this.#asked.set(reference, times + 1);
    if (times < this.pendingTimes) return json(200, { status: 'pending', retryAfter: this.retryAfter });
    const certificates = this.#certify(Buffer.from(csr, 'base64'));
    return json(200, {
      status: 'issued',
      certificates: certificates.map((each) => Buffer.from(each).toString('base64')),
    });
  }
}

function isOrder(
  given: Readonly<Record<string, unknown>>,
): given is Readonly<Record<string, unknown>> & Order {
  const { reference, kind, csr, subject, isRenewal } = given;
  return (
    typeof reference === 'string' &&
    (kind === 'enterprise' || kind === 'person') &&
    typeof csr === 'string' &&
    typeof isRenewal === 'boolean' &&
    typeof subject === 'object' &&
    subject !== null &&
    'name' in subject
  );
}

function json(status: number, content: Readonly<Record<string, unknown>>): FakeAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) };
}
