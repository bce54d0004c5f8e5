import { batchList } from '@cinnabar/api/operations/flow-batches.js';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { iconSize } from '../../shared/components/icons.js';
import { momentInFigures } from '../../shared/format/dates.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useList } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { Pager } from '../shell/pager.js';
import { Failed } from '../shell/states.js';
import { statusTexts } from '../shell/status.js';
import { batchTexts } from './batch-texts.js';

const SIZE = 10;

/** The batches that the person has started; absent where there are none. */
export default function BatchList() {
  const t = useTexts(batchTexts);
  const states = useTexts(statusTexts);
  const { corpId } = useConsole();
  const [page, setPage] = useState(1);
  const listing = useList(batchList, { scope: 0, listPageNo: page, listPageSize: SIZE });
  if (listing.error !== null && listing.data === undefined) {
    return <Failed error={listing.error} retry={() => void listing.refetch()} what={t.what} />;
  }
  if (listing.data === undefined || listing.data.totalCount === 0) return null;
  const { items, totalCount } = listing.data;
  return (
    <section aria-label={t.batches} className="mt-4">
      <h2 className="m-0 mb-2 text-desk font-semibold">{t.batches}</h2>
      <ul className="m-0 list-none divide-y divide-n-200 rounded-card bg-n-0 p-0 shadow-paper">
        {items.map(
          ({ batchId, templateName, createTime, itemCount, startedCount, failedCount, statuses }) => (
            <li key={batchId}>
              <ConsoleLink
                href={consoleAddress('consoleBatchInfo', { corpId, batchId })}
                className="flex min-h-14 items-center gap-3 px-4 py-2 text-n-900 no-underline hover:bg-n-25"
              >
                <span className="figures min-w-0 flex-1">
                  <bdi className="block text-desk font-medium names">
                    {templateName} · {t.itemsOf(itemCount)}
                  </bdi>
                  <span className="text-small text-n-600">
                    {momentInFigures(createTime)}
                    {statuses.map(({ flowStatus, count }) => ` · ${states[flowStatus]} ${count}`)}
                    {failedCount > 0 && <span className="text-danger"> · {t.failedOf(failedCount)}</span>}
                    {itemCount > startedCount + failedCount && (
                      <span className="text-warning">
                        {' '}
                        · {t.pendingOf(itemCount - startedCount - failedCount)}
                      </span>
                    )}
                  </span>
                </span>
                <ChevronRight {...iconSize} className="shrink-0 text-n-400" />
              </ConsoleLink>
            </li>
          ),
        )}
      </ul>
      {totalCount > SIZE && (
        <Pager isInset page={page} size={SIZE} total={totalCount} isLimited={false} onPage={setPage} />
      )}
    </section>
  );
}
