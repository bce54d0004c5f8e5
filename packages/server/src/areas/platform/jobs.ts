/** Jobs, as the platform's operators see them: names, counts and errors, never payloads. */
import type { Id } from '@cinnabar/api/schema.js';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import { WORKER_SCHEMA } from '../../jobs/worker-schema.js';
import { type JobState, maskedError } from './rules.js';

export type JobId = Id<'Job'>;

const jobs = sql.id(WORKER_SCHEMA, 'jobs');

const stateOf = sql<JobState>`case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'failed'
  when attempts > 0 then 'retrying'
  else 'waiting'
end`;

export interface JobQueue {
  readonly task: string;
  readonly waiting: number;
  readonly retrying: number;
  readonly failed: number;
}

/** How many jobs of each task wait, are tried again and have failed. */
export async function jobQueues(db: Db): Promise<readonly JobQueue[]> {
  const { rows } = await sql<JobQueue>`
    select
      task_identifier as task,
      count(*) filter (where state = 'waiting')::integer as waiting,
      count(*) filter (where state = 'retrying')::integer as retrying,
      count(*) filter (where state = 'failed')::integer as failed
    from (select task_identifier, ${stateOf} as state from ${jobs}) as found
    group by task_identifier
    order by failed desc, retrying desc, waiting desc, task
  `.execute(db);
  return rows;
}

export interface ListedJob {
  readonly jobId: JobId;
  readonly task: string;
  readonly state: JobState;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError: string | null;
  readonly runAt: Date;
}

/** @param state null: any */
export async function listJobs(
  db: Db,
  state: JobState | null,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly jobs: readonly ListedJob[]; readonly totalCount: number }> {
  const found = sql`(
    select id, task_identifier, ${stateOf} as state, attempts, max_attempts, last_error, run_at from ${jobs}
  ) as found where ${state}::text is null or state = ${state}`;
  const [{ rows }, counted] = await Promise.all([
    sql<ListedJob>`
      select
        id as "jobId", task_identifier as task, state, attempts, max_attempts as "maxAttempts",
        last_error as "lastError", run_at as "runAt"
      from ${found}
      order by state = 'failed' desc, run_at, id
      limit ${window.limit} offset ${window.offset}
    `.execute(db),
    sql<{ count: number }>`select count(*)::integer as count from ${found}`.execute(db),
  ]);
  const shown = rows.map((row) => ({
    ...row,
    lastError: row.lastError === null ? null : maskedError(row.lastError),
  }));
  return { jobs: shown, totalCount: counted.rows[0]?.count ?? 0 };
}

export type RetriedJob =
  | { readonly outcome: 'retried'; readonly task: string; readonly attempts: number }
  | { readonly outcome: 'running' }
  /** No such job, or already completed. */
  | { readonly outcome: 'unknown' };

/** Gives a job all of its attempts again, beginning now. One that runs is left alone. */
export async function retryJob(tx: Tx, jobId: JobId): Promise<RetriedJob> {
  const before = await sql<{ task: string; attempts: number }>`
    select task_identifier as task, attempts from ${jobs} where id = ${jobId}
  `.execute(tx);
  const [job] = before.rows;
  if (job === undefined) return { outcome: 'unknown' };
  // The worker's own function, which skips jobs that are locked.
  const { rows } = await sql`
    select id from ${sql.id(WORKER_SCHEMA, 'reschedule_jobs')}(
      array[${jobId}]::bigint[], run_at => now(), attempts => 0
    )
  `.execute(tx);
  return rows.length === 0 ? { outcome: 'running' } : { outcome: 'retried', ...job };
}
