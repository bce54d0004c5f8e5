import { WORKER_SCHEMA } from '@cinnabar/server/jobs/worker-schema.js';
import type pg from 'pg';
import { expect } from 'vitest';

/** Waits until all background work caused so far has finished, so that later changes can be distinguished. */
export async function jobsDone(pool: pg.Pool): Promise<void> {
  const pending = `select (select count(*)::int from outbox where delivered_at is null) + (
      select count(*)::int from ${WORKER_SCHEMA}._private_jobs
      where locked_at is not null or (attempts < max_attempts and run_at <= clock_timestamp())
    ) as jobs`;
  await expect
    .poll(async () => (await pool.query<{ jobs: number }>(pending)).rows[0]?.jobs, { timeout: 20_000 })
    .toBe(0);
}
