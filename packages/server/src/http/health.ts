import { sql } from 'kysely';
import type { CertificateAuthority } from '../authority/certificate-authority.js';
import type { Clock } from '../clock.js';
import { PLATFORM } from '../custody/envelope.js';
import type { Db } from '../database/schema.js';
import type { BlobStore } from '../storage/blob-store.js';
import { type HttpAnswer, jsonAnswer } from './answer.js';

/** Required dependencies; each check rejects if its dependency is unavailable. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

const REQUEST_TIMEOUT_MS = 2_000;
const probe = Buffer.from('cinnabar readiness probe');

export function readinessChecks(parts: {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly authority: CertificateAuthority;
  readonly keyStores: { lastCheck(): Promise<void> };
  readonly clock: Clock;
}): ReadinessChecks {
  return {
    database: () => sql`select 1`.execute(parts.db),
    // Written once, then read back: an existing folder does not prove that its blobs can be read.
    storage: async () => parts.blobs.get(PLATFORM, (await parts.blobs.put(PLATFORM, probe)).hash),
    signingKeys: async () => {
      await parts.keyStores.lastCheck();
      await parts.authority.chain(parts.clock.now());
    },
  };
}

/** Liveness: the process responds, independent of its dependencies. */
export async function healthAnswer(): Promise<HttpAnswer> {
  return jsonAnswer(200, '200', '{"status":"ok"}');
}

/** Readiness of a service that is about to stop: a load balancer is to send it no more requests. */
export async function stoppingAnswer(): Promise<HttpAnswer> {
  return jsonAnswer(503, '503', '{"status":"stopping","checks":{}}');
}

export interface ReadinessOptions {
  /** Additional information that does not affect readiness. */
  readonly details?: Readonly<Record<string, string>>;
  /** Called with each failed check and its cause. */
  readonly onFailed?: (check: string, error: unknown) => void;
}

/** Readiness: 200, or 503 with the failed checks. */
export async function readinessAnswer(
  checks: ReadinessChecks,
  { details = {}, onFailed = () => undefined }: ReadinessOptions = {},
): Promise<HttpAnswer> {
  const outcomes = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({ name, ...(await outcomeOf(check)) })),
  );
  for (const outcome of outcomes) if (outcome.status !== 'ok') onFailed(outcome.name, outcome.error);
  const ready = outcomes.every(({ status }) => status === 'ok');
  const text = JSON.stringify({
    status: ready ? 'ready' : 'unavailable',
    checks: Object.fromEntries(outcomes.map(({ name, status }) => [name, status])),
    ...details,
  });
  return ready ? jsonAnswer(200, '200', text) : jsonAnswer(503, '503', text);
}

type Outcome = { readonly status: 'ok' } | { readonly status: 'failed' | 'timeout'; readonly error: unknown };

async function outcomeOf(check: () => Promise<unknown>): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    const error = new Error(`no answer within ${REQUEST_TIMEOUT_MS} ms`);
    timer = setTimeout(() => resolve({ status: 'timeout', error }), REQUEST_TIMEOUT_MS);
  });
  const answered = check().then(
    (): Outcome => ({ status: 'ok' }),
    (error: unknown): Outcome => ({ status: 'failed', error }),
  );
  const outcome = await Promise.race([answered, late]);
  clearTimeout(timer);
  return outcome;
}
