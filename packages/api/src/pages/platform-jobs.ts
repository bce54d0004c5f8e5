/** Jobs in the platform's console: which wait and which have failed, and another try. Never what they work on. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { choice, type Infer, id, int32, list, nullable, number, object, optional } from '../schema.js';
import { anyText, nothing, utcMoment } from './page-fields.js';

/** Jobs on one page of the list. */
export const JOBS_PER_PAGE = 20;

export const jobStates = ['failed', 'retrying', 'waiting', 'running'] as const;

const jobQueue = object({
  /** Name of the task, such as `webhooks.deliver`. */
  task: anyText(),
  waiting: number(0),
  /** Failed at least once, and tried again later. */
  retrying: number(0),
  /** All attempts have failed: nobody tries again. */
  failed: number(0),
});

const job = object({
  jobId: id<'Job'>(),
  task: anyText(),
  state: choice(jobStates),
  attempts: int32(0),
  maxAttempts: int32(0),
  /** Personal numbers and secrets are masked. null: it has not failed. */
  lastError: nullable(anyText()),
  /** Time of the next attempt; of a job without attempts left, of the last one. */
  runAt: utcMoment(),
});
export type PlatformJob = Infer<typeof job>;

export const listJobs = pageOperation({
  path: '/pages/platform/jobs',
  caller: 'platform',
  duties: ['system'],
  request: object({ page: optional(int32(1, 100_000)), state: optional(choice(jobStates)) }),
  answer: data(
    object({
      queues: list(jobQueue),
      /** Those without attempts left first, then by their next attempt. */
      jobs: list(job),
      totalCount: number(0),
    }),
  ),
  errors: ['404'],
  title: { zh: '查看后台任务', en: 'List jobs' },
});

/** Resets the attempts of a job and runs it now. 404 for an unknown or completed job, 409 for a running one. */
export const retryJob = pageOperation({
  path: '/pages/platform/jobs/retry',
  caller: 'platform',
  duties: ['system'],
  writes: true,
  request: object({ jobId: id<'Job'>() }),
  answer: data(nothing),
  errors: ['404', '409'],
  title: { zh: '重试任务', en: 'Retry a job' },
});
