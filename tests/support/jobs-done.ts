import { setTimeout } from 'node:timers/promises';
import { WORKER_SCHEMA } from '@cinnabar/server/jobs/worker-schema.js';
import type pg from 'pg';
import { expect, vi } from 'vitest';

/** Waits until all background work caused so far has finished, so that later changes can be distinguished. */
export async function jobsDone(pool: pg.Pool, timeout = 20_000): Promise<void> {
  await vi.waitFor(async () => expect(await pendingIn(pool)).toBe(0), { timeout });
}

/** Waits for the same, but not for jobs that nobody runs or that do not end: what was sent decides. */
export async function sentSoFar(pool: pg.Pool): Promise<void> {
  const deadline = Date.now() + 3_000;
  while ((await pendingIn(pool)) !== 0 && Date.now() < deadline) await setTimeout(20);
}

async function pendingIn(pool: pg.Pool): Promise<number | undefined> {
  const pending = `select (select count(*)::int from outbox where delivered_at is null) + (
      select count(*)::int from ${WORKER_SCHEMA}._private_jobs
      where locked_at is not null or (attempts < max_attempts and run_at <= clock_timestamp())
    ) as jobs`;
  return (await pool.query<{ jobs: number }>(pending)).rows[0]?.jobs;
}
