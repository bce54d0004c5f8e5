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
  readonly clock: Clock;
}): ReadinessChecks {
  return {
    database: () => sql`select 1`.execute(parts.db),
    // Written once, then read back: an existing folder does not prove that its blobs can be read.
    storage: async () => parts.blobs.get(PLATFORM, (await parts.blobs.put(PLATFORM, probe)).hash),
    signingKeys: () => parts.authority.chain(parts.clock.now()),
  };
}

/** Liveness: the process responds, independent of its dependencies. */
export async function healthAnswer(): Promise<HttpAnswer> {
  return jsonAnswer(200, '200', '{"status":"ok"}');
}

/**
 * Readiness: 200, or 503 with the failed checks.
 * @param details additional information that does not affect readiness
 */
export async function readinessAnswer(
  checks: ReadinessChecks,
  details: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)] as const),
  );
  const ready = results.every(([, outcome]) => outcome === 'ok');
  const text = JSON.stringify({
    status: ready ? 'ready' : 'unavailable',
    checks: Object.fromEntries(results),
    ...details,
  });
  return ready ? jsonAnswer(200, '200', text) : jsonAnswer(503, '503', text);
}

async function outcomeOf(check: () => Promise<unknown>): Promise<'ok' | 'failed' | 'timeout'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), REQUEST_TIMEOUT_MS);
  });
  const answered = check().then(
    () => 'ok' as const,
    () => 'failed' as const,
  );
  const outcome = await Promise.race([answered, late]);
  clearTimeout(timer);
  return outcome;
}
