/** A gateway of the operator to registries of their own: verifies, asks once per id, answers. */
import { createHmac } from 'node:crypto';
import type { FakeAnswer, FakeRequest } from './fake-server.js';
import { ReplayGuard } from './replay-guard.js';
import { GATEWAY_SECRET } from './sms-gateway.js';

type Fields = Readonly<Record<string, string>>;

export class FakeIdentityGateway {
  /** Questions that reached a registry, each of which costs something. */
  readonly asked: Fields[] = [];
  /** Error codes of the next answers. */
  readonly refusals: string[] = [];
  readonly #records: readonly Fields[];
  readonly #answers = new Map<string, string>();
  readonly #guard = new ReplayGuard();

  /** @param records persons and enterprises, with the fields of a question */
  constructor(records: readonly Fields[]) {
    this.#records = records;
  }

  readonly answer = ({ headers, body }: FakeRequest): FakeAnswer => {
    const { 'webhook-id': id = '', 'webhook-timestamp': seconds } = headers;
    const mac = createHmac('sha256', GATEWAY_SECRET).update(`${id}.${seconds}.${body}`).digest('base64');
    const isTimely = this.#guard.isTimely(new Date(Number(seconds) * 1000));
    if (headers['webhook-signature'] !== `v1,${mac}` || !isTimely) return json(401, { error: 'FORGED' });
    const { type, ...question }: Fields = JSON.parse(body.toString('utf8'));
    if (type === 'ping') return json(200, {});
    const refusal = this.refusals.shift();
    if (refusal !== undefined) return json(200, { error: refusal, message: `about ${body}` });
    const key = type === 'identity.person' ? 'identNum' : 'corpCode';
    const result = this.#answers.get(String(id)) ?? this.#ask(key, question);
    this.#answers.set(String(id), result);
    return json(200, { result });
  };

  #ask(key: string, question: Fields): string {
    this.asked.push(question);
    const record = this.#records.find((each) => each[key] !== undefined && each[key] === question[key]);
    if (record === undefined) return 'unknown';
    return Object.keys(question).every((name) => record[name] === question[name]) ? 'match' : 'mismatch';
  }
}

function json(status: number, content: Readonly<Record<string, unknown>>): FakeAnswer {
  return { status, body: JSON.stringify(content) };
}
