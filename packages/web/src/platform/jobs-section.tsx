import { JOBS_PER_PAGE, listJobs, type PlatformJob, retryJob } from '@cinnabar/api/pages/platform-jobs.js';
import { CircleX, Clock, LoaderCircle, RotateCw } from 'lucide-react';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { smallIcon } from '../shared/components/icons.js';
import { SelectField } from '../shared/components/select-field.js';
import { usePageState } from '../shared/router/page-state.js';
import { useTexts } from '../shared/text/language.js';
import { jobsTexts } from './jobs-texts.js';
import { Answered, ListPages, NothingHere, rowsLook, useErrorWords } from './list-parts.js';
import { localMoment } from './local-moment.js';
import { useAsked, useOperatorAct } from './platform-context.js';

const icons = { failed: CircleX, retrying: RotateCw, waiting: Clock, running: LoaderCircle } as const;
const colours = {
  failed: 'text-danger',
  retrying: 'text-warning',
  waiting: 'text-n-600',
  running: 'text-info',
} as const;
const states = ['failed', 'retrying', 'waiting', 'running'] as const;

/** Jobs by task, and those of one state one by one. */
export default function JobsSection() {
  const t = useTexts(jobsTexts);
  const [{ state: given, page = 1 }, keep] = usePageState('platform');
  const state = states.find((each) => each === given);
  const asked = useAsked(listJobs, { page, ...(state === undefined ? {} : { state }) });
  return (
    <>
      <p className="m-0 mb-4 text-small text-n-600">{t.lead}</p>
      <Answered asked={asked}>
        {({ queues, jobs, totalCount }) => (
          <>
            {queues.length > 0 && (
              <div className="mb-6 max-w-full overflow-x-auto border-y border-n-200 bg-n-0">
                <table className="figures w-full border-collapse text-desk">
                  <caption className="sr-only">{t.queues}</caption>
                  <thead>
                    <tr className="text-right text-caption text-n-500">
                      <th className="h-9 px-3 text-left font-medium">{t.task}</th>
                      <th className="px-3 font-medium">{t.states.waiting}</th>
                      <th className="px-3 font-medium">{t.states.retrying}</th>
                      <th className="px-3 font-medium">{t.states.failed}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {queues.map(({ task, waiting, retrying, failed }) => (
                      <tr key={task} className="border-t border-n-200 text-right">
                        <th scope="row" className="h-10 px-3 text-left font-medium break-all">
                          {task}
                        </th>
                        <td className="px-3">{waiting}</td>
                        <td className="px-3">{retrying}</td>
                        <td className={`px-3 ${failed > 0 ? 'font-semibold text-danger' : ''}`}>{failed}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            <div className="max-w-60">
              <SelectField
                label={t.show}
                value={state ?? 'all'}
                options={[['all', t.all] as const, ...states.map((each) => [each, t.states[each]] as const)]}
                onChange={(chosen) => keep({ state: chosen === 'all' ? undefined : chosen, page: undefined })}
              />
            </div>
            {jobs.length === 0 ? (
              <NothingHere text={state === undefined ? t.none : t.noneOf(t.states[state])} />
            ) : (
              <ul className={rowsLook}>
                {jobs.map((job) => (
                  <JobRow key={job.jobId} job={job} />
                ))}
              </ul>
            )}
            <ListPages
              page={page}
              size={JOBS_PER_PAGE}
              total={totalCount}
              onPage={(next) => keep({ page: next })}
            />
          </>
        )}
      </Answered>
    </>
  );
}

interface RowProps {
  readonly job: Omit<PlatformJob, 'runAt'> & { readonly runAt: string };
}

function JobRow({ job: { jobId, task, state, attempts, maxAttempts, lastError, runAt } }: RowProps) {
  const t = useTexts(jobsTexts);
  const words = useErrorWords();
  const retrying = useOperatorAct(retryJob);
  const Icon = icons[state];
  const when = localMoment(runAt);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3 py-3">
      <div className="figures min-w-0 flex-1 basis-60">
        <p className="m-0 flex flex-wrap items-center gap-x-3 text-desk">
          <span className="font-medium break-all">{task}</span>
          <span className={`inline-flex items-center gap-1 text-small ${colours[state]}`}>
            <Icon {...smallIcon} />
            {t.states[state]}
          </span>
        </p>
        <p className="m-0 text-small text-n-600">
          {t.number(jobId)} · {t.attempts(attempts, maxAttempts)} ·{' '}
          {state === 'failed' ? t.triedAt(when) : t.next(when)}
        </p>
        {lastError !== null && (
          <p className="m-0 mt-1 text-small text-n-900 names">
            <bdi>{lastError}</bdi>
          </p>
        )}
        <ErrorLine text={words(retrying.error)} />
      </div>
      {(state === 'failed' || state === 'retrying') && (
        <Button
          small
          busyLabel={retrying.isPending ? t.beginning : null}
          onPress={() => retrying.mutate({ jobId })}
          aria-label={t.retryThis(task, jobId)}
        >
          {t.retry}
        </Button>
      )}
    </li>
  );
}
