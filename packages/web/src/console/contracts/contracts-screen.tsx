import {
  contractExport,
  contractList,
  enterpriseContractsExport,
  enterpriseContractsList,
} from '@cinnabar/api/operations/flow-lists.js';
import { useMutation } from '@tanstack/react-query';
import { Download, FilePlus, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { iconSize, smallIcon } from '../../shared/components/icons.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { useWide } from '../../shared/components/use-wide.js';
import { goToAddress } from '../../shared/router/open-page.js';
import { usePageState } from '../../shared/router/page-state.js';
import { saveFile } from '../../shared/save-file.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useList, useMayStart, useRight } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { Pager } from '../shell/pager.js';
import { ScopeSwitch } from '../shell/scope-switch.js';
import { SearchField } from '../shell/search-field.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { TabBar } from '../shell/tab-bar.js';
import { useKeys } from '../shell/use-keys.js';
import { useCounts } from '../shell/use-overview.js';
import { ContractCards } from './contract-cards.js';
import { ContractTable } from './contract-table.js';
import { contractsTexts } from './contracts-texts.js';
import { FilterChips } from './filter-chips.js';
import {
  chipsOf,
  corpListInput,
  type Filters,
  noFilters,
  ownListInput,
  ownTabIn,
  ownTabs,
  sharedFilters,
  sizeIn,
} from './filters.js';
import type { BulkAct } from './possible.js';
import { SavedViews } from './saved-views.js';
import { useSelection } from './use-selection.js';

const BulkBar = onDemand(() => import('./bulk-bar.js'));
const BatchList = onDemand(() => import('../batch/batch-list.js'));
const DraftList = onDemand(() => import('../drafts/draft-list.js'));
const BulkSheet = onDemand(() => import('./bulk-sheet.js'));
const FilterSheet = onDemand(() => import('./filter-sheet.js'));
const ViewsSheet = onDemand(() => import('./views-sheet.js'));

const startLook =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 text-small font-medium no-underline';

/** The contracts of the person, or of the enterprise. */
export default function ContractsScreen() {
  const t = useTexts(contractsTexts);
  const { corpId, door } = useConsole();
  const mayStart = useMayStart();
  const words = useWords();
  const mayReadAll = useRight('readContracts');
  const isWide = useWide();
  const [filters, keep] = usePageState('consoleContracts');
  const heading = useHeading(t.title);
  const selection = useSelection();
  const [sheet, setSheet] = useState<BulkAct | 'filters' | 'views' | null>(null);
  const [current, setCurrent] = useState(-1);
  const isCorp = filters.scope === 'corp' && mayReadAll;
  const own = useList(contractList, ownListInput(filters), { isWanted: !isCorp });
  const whole = useList(enterpriseContractsList, corpListInput(filters), { isWanted: isCorp });
  const { contracts: awaitingMe = 0 } = useCounts();
  const listing = isCorp ? whole : own;
  const rows = listing.data?.items ?? [];
  const exporting = useMutation({
    mutationFn: async () => {
      const shared = sharedFilters(filters);
      saveFile(
        isCorp
          ? await door.file(enterpriseContractsExport, shared)
          : await door.file(contractExport, { docQueryType: ownTabIn(filters.tab), ...shared }),
      );
    },
  });
  const change = (next: Filters) => keep(next);
  const move = (step: number) => setCurrent((now) => Math.min(rows.length - 1, Math.max(0, now + step)));
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const row = rows[current];
      if (row !== undefined) selection.set([row], !selection.has(row.flowId));
    },
    enter: () => {
      const row = rows[current];
      if (row !== undefined) goToAddress(consoleAddress('consoleContract', { corpId, flowId: row.flowId }));
    },
    e: () => exporting.mutate(),
  });
  const isFiltered = chipsOf(filters).length > 0 || (filters.text ?? '') !== '';
  const tab = ownTabIn(filters.tab);
  const starting = consoleAddress('consoleNewContract', { corpId });
  return (
    <div className="mx-auto flex min-h-full w-full max-w-[1440px] flex-col">
      <div
        className={`flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-4 lg:px-6 ${isCorp ? 'pb-3' : ''}`}
      >
        <h1 ref={heading} tabIndex={-1} className="m-0 text-page font-semibold">
          {t.title}
        </h1>
        {mayReadAll && (
          <ScopeSwitch
            legend={t.scope}
            own={t.own}
            corp={t.corp}
            value={isCorp ? 'corp' : 'own'}
            onChange={(scope) => change({ scope: scope === 'own' ? undefined : scope, page: undefined })}
          />
        )}
        <span className="ml-auto flex gap-2">
          <Button
            small
            busyLabel={exporting.isPending ? t.exporting : null}
            isDisabled={listing.data?.totalCount === 0}
            onPress={() => exporting.mutate()}
          >
            <Download {...smallIcon} />
            <span className="max-sm:sr-only">{t.exported}</span>
          </Button>
          {mayStart && (
            <ConsoleLink href={starting} className={`${startLook} bg-n-900 text-n-0 hover:bg-n-800`}>
              <FilePlus {...iconSize} />
              <span className="max-sm:sr-only">{t.create}</span>
            </ConsoleLink>
          )}
        </span>
      </div>
      <ErrorLine text={exporting.error === null ? null : words(exporting.error)} />
      {!isCorp && (
        <div className="mt-2">
          <TabBar
            label={t.tabs}
            tabs={ownTabs.map((each) => ({
              value: each,
              words: t[`tab${each}`],
              number: each === 4 ? awaitingMe : 0,
            }))}
            value={tab}
            onChange={(next) => change({ tab: next === 0 ? undefined : next, page: undefined })}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2 border-t border-n-200 px-4 py-2 lg:px-6">
        <SearchField
          label={t.searchLabel}
          value={filters.text ?? ''}
          change={(text) => change({ text: text === '' ? undefined : text, page: undefined })}
        />
        <Button small onPress={() => setSheet('filters')}>
          <ListFilter {...smallIcon} />
          {t.filters}
        </Button>
        <SavedViews filters={filters} manage={() => setSheet('views')} />
        <FilterChips filters={filters} change={change} />
      </div>
      {!isCorp && tab === 7 && (
        <div className="mx-auto w-full max-w-[752px] px-4 pb-4">
          <BatchList />
        </div>
      )}
      {!isCorp && tab === 8 && (
        <div className="mx-auto w-full max-w-[752px] px-4 pb-4">
          <DraftList heading={t.written} />
        </div>
      )}
      <div className="relative flex-1">
        {listing.isFetching && listing.data !== undefined && (
          <div aria-hidden className="absolute inset-x-0 top-0 z-20 h-0.5 animate-fade bg-info" />
        )}
        {listing.error !== null && (
          <Failed error={listing.error} retry={() => void listing.refetch()} what={t.what} />
        )}
        {listing.data === undefined ? (
          listing.error === null && <RowsSkeleton />
        ) : rows.length === 0 ? (
          <Empty
            text={
              isFiltered
                ? t.noMatch
                : isCorp || tab === 0
                  ? t.neverHad
                  : tab === 4
                    ? t.noneWaiting
                    : t.noneInTab
            }
          >
            {isFiltered ? (
              <Button onPress={() => change(noFilters)}>{t.clear}</Button>
            ) : (
              mayStart && (
                <ConsoleLink
                  href={starting}
                  className={`${startLook} border border-n-400 text-n-900 hover:bg-n-50`}
                >
                  <FilePlus {...iconSize} />
                  {t.create}
                </ConsoleLink>
              )
            )}
          </Empty>
        ) : isWide ? (
          <div className="px-3">
            <ContractTable rows={rows} selection={selection} current={current} />
          </div>
        ) : (
          <ContractCards rows={rows} selection={selection} />
        )}
        {listing.data !== undefined && rows.length > 0 && (
          <Pager
            page={Math.max(1, filters.page ?? 1)}
            size={sizeIn(filters.size)}
            total={listing.data.totalCount}
            isLimited={listing.data.isLimited}
            onPage={(page) => change({ page: page === 1 ? undefined : page })}
            onSize={(size) => change({ size, page: undefined })}
          />
        )}
      </div>
      {selection.rows.length > 0 && <BulkBar selection={selection} open={setSheet} />}
      {sheet === 'filters' && <FilterSheet filters={filters} change={change} close={() => setSheet(null)} />}
      {sheet === 'views' && <ViewsSheet filters={filters} close={() => setSheet(null)} />}
      {sheet !== null && sheet !== 'filters' && sheet !== 'views' && (
        <BulkSheet act={sheet} selection={selection} close={() => setSheet(null)} />
      )}
    </div>
  );
}
