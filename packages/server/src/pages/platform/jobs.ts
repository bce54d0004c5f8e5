/** Jobs in the platform's console. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/platform-jobs.js';
import * as platform from '../../areas/platform/index.js';
import type { PlatformContext } from '../../operation/context.js';
import { type AnyRoute, route } from '../../operation/handler.js';
import { refuse } from '../../operation/refusal.js';
import { recordOperatorAct } from './record-operator-act.js';
import { windowOf } from './window-of.js';

async function listJobs({ db }: PlatformContext, { state, page }: InputOf<typeof declared.listJobs>) {
  const [queues, found] = await Promise.all([
    platform.jobQueues(db),
    platform.listJobs(db, state ?? null, windowOf(page, declared.JOBS_PER_PAGE)),
  ]);
  return { queues, ...found };
}

async function retryJob(ctx: PlatformContext, { jobId }: InputOf<typeof declared.retryJob>) {
  return ctx.act(async (tx) => {
    const retried = await platform.retryJob(tx, jobId);
    if (retried.outcome === 'unknown') throw refuse('404');
    if (retried.outcome === 'running') throw refuse('409', { zh: '任务正在执行', en: 'the job is running' });
    const { task, attempts } = retried;
    await recordOperatorAct(tx, ctx, { corpId: null, act: 'job.retry', after: { jobId, task, attempts } });
    return {};
  });
}

export const platformJobRoutes: readonly AnyRoute[] = [
  route('platform', declared.listJobs, listJobs),
  route('platform', declared.retryJob, retryJob),
];
