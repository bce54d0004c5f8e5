import { auditExport, auditList } from '@cinnabar/api/operations/audit.js';
import { useMutation } from '@tanstack/react-query';
import { Download, History, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { smallIcon } from '../../shared/components/icons.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { useWide } from '../../shared/components/use-wide.js';
import { usePageState } from '../../shared/router/page-state.js';
import { saveFile } from '../../shared/save-file.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useList, useRefresh, useRight } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { Pager } from '../shell/pager.js';
import { DeniedView, Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { AuditChips } from './audit-chips.js';
import { auditTexts } from './audit-texts.js';
import { ChainLine } from './chain-line.js';
import { EntryCards, EntryTable } from './entry-lines.js';
import type { Entry } from './entry-words.js';
import { type Filters, filtersSent, noFilters } from './filters.js';

const FilterSheet = onDemand(() => import('./audit-filters.js'));
const EntrySheet = onDemand(() => import('./entry-sheet.js'));

const SIZE = 50;
const COUNT_LIMIT = 1000;

/** Who did what, when and from where; read only. */
export default function AuditScreen() {
  const t = useTexts(auditTexts);
  const mayRead = useRight('readAudit');
  return mayRead ? <Audit /> : <DeniedView what={t.what} />;
}

function Audit() {
  const t = useTexts(auditTexts);
  const words = useWords();
  const { door } = useConsole();
  const refresh = useRefresh();
  const heading = useHeading(t.title);
  const [filters, keep] = usePageState('consoleAudit');
  const [sheet, setSheet] = useState<Entry | 'filters' | null>(null);
  const exporting = useMutation({
    mutationFn: async () => saveFile(await door.file(auditExport, filtersSent(filters))),
    onSuccess: refresh,
  });
  return (
    <div className="mx-auto flex min-h-full w-full max-w-[1440px] flex-col">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-4 lg:px-6">
        <h1 ref={heading} tabIndex={-1} className="m-0 text-page font-semibold">
          {t.title}
        </h1>
        <span className="ml-auto flex gap-2">
          <Button
            small
            busyLabel={exporting.isPending ? t.exporting : null}
            onPress={() => exporting.mutate()}
          >
            <Download {...smallIcon} />
            {t.exportIt}
          </Button>
        </span>
        <p className="m-0 w-full text-small text-n-600">{t.lead}</p>
        <div className="w-full">
          <ChainLine />
        </div>
      </div>
      <div className="px-4 lg:px-6">
        <ErrorLine text={exporting.error === null ? null : words(exporting.error)} />
        <p role="status" className="m-0 text-small text-success empty:hidden">
          {exporting.isSuccess ? t.exported : ''}
        </p>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2 border-t border-n-200 px-4 py-2 lg:px-6">
        <Button small onPress={() => setSheet('filters')}>
          <ListFilter {...smallIcon} />
          {t.filter}
        </Button>
        <AuditChips filters={filters} change={keep} />
      </div>
      <Entries filters={filters} change={keep} open={setSheet} />
      {sheet === 'filters' && <FilterSheet filters={filters} change={keep} close={() => setSheet(null)} />}
      {sheet !== null && sheet !== 'filters' && (
        <EntrySheet entry={sheet} change={keep} close={() => setSheet(null)} />
      )}
    </div>
  );
}

interface EntriesProps {
  readonly filters: Filters;
  readonly change: (filters: Filters) => void;
  readonly open: (entry: Entry) => void;
}

function Entries({ filters, change, open }: EntriesProps) {
  const t = useTexts(auditTexts);
  const isWide = useWide();
  const page = Math.max(1, filters.page ?? 1);
  const sent = filtersSent(filters);
  const listing = useList(auditList, {
    ...sent,
    listPageNo: page,
    listPageSize: SIZE,
    countLimit: COUNT_LIMIT,
  });
  if (listing.error !== null) {
    return <Failed error={listing.error} retry={() => void listing.refetch()} what={t.what} />;
  }
  if (listing.data === undefined) return <RowsSkeleton />;
  const { items, totalCount, isLimited } = listing.data;
  if (items.length === 0) {
    const isFiltered = Object.keys(sent).length > 0;
    return (
      <Empty icon={History} text={isFiltered ? t.noMatch : t.none}>
        {isFiltered && <Button onPress={() => change(noFilters)}>{t.clear}</Button>}
      </Empty>
    );
  }
  return (
    <>
      {isWide ? (
        <div className="px-3">
          <EntryTable entries={items} open={open} />
        </div>
      ) : (
        <EntryCards entries={items} open={open} />
      )}
      <Pager
        page={page}
        size={SIZE}
        total={totalCount}
        isLimited={isLimited}
        onPage={(next) => change({ page: next === 1 ? undefined : next })}
      />
    </>
  );
}
