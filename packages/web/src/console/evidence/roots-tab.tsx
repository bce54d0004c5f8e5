import { evidenceRootList } from '@cinnabar/api/operations/evidence.js';
import { CircleCheck, Clock, ShieldCheck } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { momentInFull } from '../../shared/format/dates.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useList } from '../shell/console-context.js';
import { count } from '../shell/format.js';
import { Pager } from '../shell/pager.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { evidenceTexts } from './evidence-texts.js';

const SIZE = 20;

/** The daily roots, whose timestamps prove that no history was changed since. */
export default function RootsTab() {
  const t = useTexts(evidenceTexts);
  const [{ page = 1 }, keep] = usePageState('consoleEvidence');
  const current = Math.max(1, page);
  const listing = useList(evidenceRootList, { listPageNo: current, listPageSize: SIZE });
  if (listing.error !== null) {
    return <Failed error={listing.error} retry={() => void listing.refetch()} what={t.whatRoots} />;
  }
  if (listing.data === undefined) return <RowsSkeleton />;
  if (listing.data.items.length === 0) return <Empty icon={ShieldCheck} text={t.noRoots} />;
  return (
    <>
      <p className="m-0 px-4 py-3 text-small text-n-600 lg:px-6">{t.rootsLead}</p>
      <ol className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
        {listing.data.items.map(({ number, day, root, size, timestampTime, timestampAuthority }) => {
          const Icon = timestampTime === null ? Clock : CircleCheck;
          return (
            <li
              key={number}
              className="figures flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-desk lg:px-6"
            >
              <span className="w-28 font-medium">{day}</span>
              <span className="w-20 text-small text-n-600">{t.histories(count(size - 1))}</span>
              <code className="min-w-0 flex-1 basis-60 text-small break-all text-n-700">{root}</code>
              <span
                className={`inline-flex items-center gap-1 text-small ${timestampTime === null ? 'text-warning' : 'text-success'}`}
              >
                <Icon {...smallIcon} className="shrink-0" />
                {timestampTime === null
                  ? t.waiting
                  : `${momentInFull(timestampTime)} ${timestampAuthority ?? ''}`}
              </span>
            </li>
          );
        })}
      </ol>
      <Pager
        page={current}
        size={SIZE}
        total={listing.data.totalCount}
        isLimited={false}
        onPage={(next) => keep({ page: next === 1 ? undefined : next })}
      />
    </>
  );
}
