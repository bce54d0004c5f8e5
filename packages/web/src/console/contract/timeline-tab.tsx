import { contractHistory } from '@cinnabar/api/operations/flow-read.js';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { DataOf } from '../../api/wire.js';
import { smallIcon } from '../../shared/components/icons.js';
import { momentInFull } from '../../shared/format/dates.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk } from '../shell/console-context.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import { timelineTexts } from './timeline-texts.js';

type History = DataOf<typeof contractHistory>;
type Event = History['events'][number];

/** Their reason, or who is next, is what people look for: it is read without opening the line. */
const outcomes: ReadonlySet<string> = new Set([
  ...['refused', 'revoked', 'approvalFinished', 'transferred', 'participantChanged', 'noticeUndelivered'],
]);

/** Everything that happened, the newest below, and whether the chain of events is intact. */
export default function TimelineTab({ flowId }: { readonly flowId: number }) {
  const t = useTexts(timelineTexts);
  const history = useAsk(contractHistory, { flowId });
  if (history.data === undefined) {
    return history.error === null ? (
      <RowsSkeleton rows={4} />
    ) : (
      <Failed error={history.error} retry={() => void history.refetch()} what={t.what} />
    );
  }
  const { events } = history.data;
  return (
    <div className="px-4 py-3 lg:px-6">
      <Chain history={history.data} />
      <ol className="m-0 list-none divide-y divide-n-200 p-0">
        {events.map((event) => (
          <Line key={event.sequence} event={event} isBroken={event.sequence === history.data.brokenAt} />
        ))}
      </ol>
    </div>
  );
}

function Chain({ history: { events, intact, brokenAt, dailyRoot } }: { readonly history: History }) {
  const t = useTexts(timelineTexts);
  const root =
    dailyRoot === null
      ? t.noRoot
      : dailyRoot.timestampTime === null
        ? t.root(dailyRoot.day)
        : t.stampedRoot(dailyRoot.day);
  return intact ? (
    <p className="figures mt-0 mb-2 flex items-start gap-2 text-small text-success">
      <ShieldCheck {...smallIcon} className="mt-0.5 shrink-0" />
      <span>
        {t.intact(events.length)} <span className="text-n-600">{root}</span>
      </span>
    </p>
  ) : (
    <p role="alert" className="figures mt-0 mb-2 flex items-start gap-2 text-small font-medium text-danger">
      <ShieldAlert {...smallIcon} className="mt-0.5 shrink-0" />
      {t.broken(brokenAt ?? events.length)}
    </p>
  );
}

function Line({ event, isBroken }: { readonly event: Event; readonly isBroken: boolean }) {
  const t = useTexts(timelineTexts);
  const { kind, title, actor, corpName, proof, device, address, detail, hash } = event;
  const isOutcome = outcomes.has(kind);
  const who = [actor, corpName].filter((each) => each !== '').join(' · ');
  const where = [device, address].filter((each) => each !== '').join(' · ');
  return (
    <li className={isBroken ? 'bg-danger-tint' : ''}>
      <details>
        <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-4 gap-y-0 py-2 text-desk outline-offset-[-2px]">
          <span className="figures w-40 shrink-0 text-small text-n-500">{momentInFull(event.time)}</span>
          <span className="min-w-0 flex-1 basis-48">
            <span className="font-medium">{title}</span>{' '}
            <bdi className="text-n-600 names">{who === '' ? t.platform : who}</bdi>
            {proof !== null && <span className="ml-2 text-small text-n-500">{t[proof]}</span>}
            {isOutcome && detail !== '' && <bdi className="block text-small text-n-700 names">{detail}</bdi>}
          </span>
          <code className="figures shrink-0 text-small text-n-500">{hash.slice(0, 8)}</code>
        </summary>
        <dl className="m-0 mb-3 space-y-1 rounded-control bg-n-50 p-3 text-small">
          {!isOutcome && detail !== '' && <Fact name={t.detail} value={detail} />}
          {where !== '' && <Fact name={t.where} value={where} />}
          <Fact name={t.hash} value={hash} />
        </dl>
      </details>
    </li>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex gap-3">
      <dt className="w-16 shrink-0 text-n-500">{name}</dt>
      <dd className="figures m-0 min-w-0 flex-1 names">
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
