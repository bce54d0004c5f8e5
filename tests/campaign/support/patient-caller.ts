/** A caller as an application should be: it sends a request again, with its key, until there is an answer. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { InputOf, Operation } from '@cinnabar/api/operation.js';
import type { DataOf, Sent } from '@cinnabar/api/wire.js';
import type { Envelope } from '../../support/client.js';
import type { Person } from '../../support/given-enterprise.js';
import type { Journal } from './journal.js';

/** Beyond the lease of a key whose holder was killed, and a restart on a busy machine. */
const LIMIT_MS = 180_000;

/** The service did not answer, or with something that no caller can do anything about. */
export class Unserved extends Error {
  override readonly name = 'Unserved';
}

export interface Caller {
  readonly webs: readonly string[];
  readonly journal: Journal;
  readonly random: () => number;
  /** How long a request is repeated; by default longer than any restart takes. */
  readonly limitMs?: number;
}

/** Sends until it is answered: not by a broken connection, nor by what asks to try again. */
async function answered(
  { webs, journal, random, limitMs = LIMIT_MS }: Caller,
  what: string,
  attempt: (baseUrl: string) => Promise<Response>,
): Promise<{ readonly response: Response; readonly bytes: Buffer }> {
  const deadline = performance.now() + limitMs;
  let last = 'nothing was answered';
  for (let repetitions = 0; performance.now() < deadline; repetitions += 1) {
    const baseUrl = webs[Math.floor(random() * webs.length)] ?? '';
    try {
      const response = await attempt(baseUrl);
      const bytes = Buffer.from(await response.arrayBuffer());
      const isForLater = response.status >= 500 || response.status === 429 || response.status === 409;
      if (!isForLater) {
        journal.noteAnswer(repetitions);
        return { response, bytes };
      }
      last = `${response.status} ${bytes.toString('utf8').slice(0, 300)}`;
      if (response.status === 500) journal.noteProblem(`${what} answered ${last}`);
    } catch (error) {
      if (!(error instanceof TypeError) && !isTimeout(error)) throw error;
      last = String(error.cause ?? error);
    }
    await setTimeout(100 + random() * 400);
  }
  throw new Unserved(`${what} was not answered for ${limitMs / 1000} s: ${last}`);
}

function isTimeout(error: unknown): error is Error {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Calls an operation that must succeed in the end. */
export async function call<O extends Operation>(
  caller: Caller,
  person: Person,
  operation: O,
  input: Sent<InputOf<O>>,
): Promise<DataOf<O>> {
  const headers = {
    'content-type': 'application/json',
    ...person.client.headers,
    // Repetitions carry the key of the first attempt.
    ...(operation.writes ? { 'idempotency-key': randomUUID() } : {}),
  };
  const body = JSON.stringify(input);
  const { response, bytes } = await answered(caller, operation.path, (baseUrl) =>
    fetch(baseUrl + operation.path, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(60_000),
    }),
  );
  const envelope: Envelope<DataOf<O>> = JSON.parse(bytes.toString('utf8'));
  if (response.status === 200 && envelope.code === operation.successCode) return envelope.data;
  throw new Unserved(`${operation.path} answered ${response.status} ${JSON.stringify(envelope)}`);
}

/** Fetches an address below any of the processes. */
export async function read(
  caller: Caller,
  what: string,
  path: string,
  init: RequestInit = {},
): Promise<Buffer> {
  const { response, bytes } = await answered(caller, what, (baseUrl) =>
    fetch(baseUrl + path, { ...init, signal: AbortSignal.timeout(60_000) }),
  );
  if (response.status !== 200) {
    throw new Unserved(`${what} answered ${response.status} ${bytes.toString('utf8').slice(0, 300)}`);
  }
  return bytes;
}
