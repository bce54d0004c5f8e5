import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { type RecordType, recordTypes } from '@cinnabar/api/schemas/enterprise.js';
import { useMutation } from '@tanstack/react-query';
import { Download, Wallet } from 'lucide-react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { smallIcon } from '../../shared/components/icons.js';
import { momentInFigures, momentInFull } from '../../shared/format/dates.js';
import { usePageState } from '../../shared/router/page-state.js';
import { saveFile } from '../../shared/save-file.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole, useList } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { Pager } from '../shell/pager.js';
import { SearchField } from '../shell/search-field.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { useNow } from '../shell/use-now.js';
import { type Entry, everyEntry, type Ledger, ledgers } from './every-entry.js';
import { feesTexts } from './fees-texts.js';
import { dayAt, isDay } from './ledger.js';
import { LedgerSummary } from './ledger-summary.js';
import { ledgerTexts } from './ledger-texts.js';
import { Period, pickLook } from './period.js';

const SIZE = 20;

/** The balances, every change of them, and whether they agree. */
export default function LedgerTab() {
  const t = useTexts(ledgerTexts);
  const common = useTexts(feesTexts);
  const words = useWords();
  const now = useNow();
  const { door } = useConsole();
  const [filters, keep] = usePageState('consoleFees');
  const ledger: Ledger = filters.of ?? 'contract';
  const type = typesOf().find((each) => each === filters.type);
  const { who, from, to } = filters;
  const page = Math.max(1, filters.page ?? 1);
  const corp = useAsk(baseInfo, {});
  const wanted = {
    ...(type === undefined ? {} : { recordType: type }),
    ...(who === undefined ? {} : { initPsnName: who }),
    ...(isDay(from) ? { beginTime: `${from} 00:00:00` } : {}),
    ...(isDay(to) ? { endTime: `${to} 23:59:59` } : {}),
  };
  const listing = useList(ledgers[ledger], { ...wanted, listPageNo: page, listPageSize: SIZE });
  const change = (next: Parameters<typeof keep>[0]) => keep({ ...next, page: undefined });
  const isFiltered = Object.keys(wanted).length > 0;
  const exporting = useMutation({
    mutationFn: async () => {
      const entries = await everyEntry(door, ledger, wanted);
      if (entries === null) return false;
      // Only whoever exports loads the writer of workbooks.
      const { writeTable } = await import('../batch/write-table.js');
      saveFile({
        name: `${t.file(t[ledger])}.xlsx`,
        bytes: new Blob([writeTable([headOf(t), ...entries.map((entry) => cellsOf(entry, t))])]),
      });
      return true;
    },
  });
  return (
    <>
      <div className="px-4 pt-4 lg:px-6">
        <fieldset className="m-0 mb-4 grid grid-cols-2 gap-2 border-0 p-0 sm:max-w-[480px]">
          <legend className="sr-only">{t.which}</legend>
          {(['contract', 'collection'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={ledger === each}
              onClick={() => change({ of: each === 'contract' ? undefined : each })}
              className={`figures cursor-pointer rounded-control border bg-n-0 px-3 py-2 text-left text-n-900 ${ledger === each ? 'border-n-900 ring-1 ring-n-900' : 'border-n-400'}`}
            >
              <span className="block text-small text-n-600">{t[each]}</span>
              <span className="block text-desk font-medium">
                {corp.data === undefined
                  ? ' '
                  : t.balance(each === 'contract' ? corp.data.accountBalance : corp.data.payeeBalance)}
              </span>
            </button>
          ))}
        </fieldset>
        <LedgerSummary ledger={ledger} last={isDay(to) ? to : dayAt(now)} />
        <div className="my-4 flex flex-wrap items-end gap-2">
          <label className="max-sm:w-full">
            <span className="sr-only">{t.type}</span>
            <select
              value={type ?? ''}
              onChange={({ target }) => change({ type: target.value === '' ? undefined : target.value })}
              className={`${pickLook} max-sm:w-full`}
            >
              <option value="">{t.everyType}</option>
              {typesOf().map((each) => (
                <option key={each} value={each}>
                  {t.types[each]}
                </option>
              ))}
            </select>
          </label>
          <SearchField
            label={t.who}
            value={who ?? ''}
            change={(text) => change({ who: text === '' ? undefined : text })}
          />
          <Period from={from} to={to} change={change} />
          <span className="ml-auto">
            <Button
              small
              busyLabel={exporting.isPending ? t.exporting : null}
              onPress={() => exporting.mutate()}
            >
              <Download {...smallIcon} />
              {t.export}
            </Button>
          </span>
        </div>
        <ErrorLine
          text={
            exporting.error !== null ? words(exporting.error) : exporting.data === false ? t.tooMany : null
          }
        />
        <p role="status" className="m-0 text-small text-success empty:hidden">
          {exporting.data === true ? t.exported : ''}
        </p>
      </div>
      {listing.error !== null ? (
        <Failed error={listing.error} retry={() => void listing.refetch()} what={common.what} />
      ) : listing.data === undefined ? (
        <RowsSkeleton />
      ) : listing.data.items.length === 0 ? (
        <Empty icon={Wallet} text={isFiltered ? common.noMatch : t.none}>
          {isFiltered && (
            <Button
              onPress={() => change({ type: undefined, who: undefined, from: undefined, to: undefined })}
            >
              {common.clear}
            </Button>
          )}
        </Empty>
      ) : (
        <>
          <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
            {listing.data.items.map((entry) => (
              <Line key={entry.id} entry={entry} />
            ))}
          </ul>
          <Pager
            page={page}
            size={SIZE}
            total={listing.data.totalCount}
            isLimited={false}
            onPage={(next) => keep({ page: next === 1 ? undefined : next })}
          />
        </>
      )}
    </>
  );
}

type Texts = typeof ledgerTexts.zh;

function isType(type: string): type is RecordType {
  return Object.hasOwn(recordTypes, type);
}

function typesOf(): readonly RecordType[] {
  return Object.keys(recordTypes).filter(isType);
}

/** A type that a later version has written is shown by the service's own name. */
function typeName({ recordType, recordName }: Entry, t: Texts): string {
  return isType(recordType) ? t.types[recordType] : recordName;
}

function headOf(t: Texts): readonly string[] {
  return [t.time, t.type, t.change, t.balanceAfter, t.code, t.contractTitle, t.who, t.order, t.remark];
}

function cellsOf(entry: Entry, t: Texts): readonly string[] {
  return [
    ...[
      momentInFull(entry.createTime),
      typeName(entry, t),
      String(entry.count),
      String(entry.accountBalance),
    ],
    ...[entry.signFlowCode, entry.signFlowName, entry.initPsnName, entry.orderCode, entry.remark].map(
      (text) => text ?? '',
    ),
  ];
}

function Line({ entry }: { readonly entry: Entry }) {
  const t = useTexts(ledgerTexts);
  const { corpId } = useConsole();
  const { createTime, count, accountBalance, signFlowId, signFlowCode, signFlowName, initPsnName } = entry;
  const title = signFlowName ?? signFlowCode ?? '';
  const note = signFlowId === null ? [entry.orderCode, entry.remark].filter((text) => text !== null) : [];
  return (
    <li className="figures grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2 text-desk lg:grid-cols-[7rem_11rem_minmax(0,1fr)_8rem_4rem_6rem] lg:px-6">
      <time className="text-small text-n-500 max-lg:order-3" title={momentInFull(createTime)}>
        {momentInFigures(createTime)}
      </time>
      <span className="max-lg:order-1">{typeName(entry, t)}</span>
      <span className="min-w-0 names max-lg:order-5 max-lg:col-span-2">
        {signFlowId === null ? (
          <bdi className="text-small text-n-600">{note.join(' · ')}</bdi>
        ) : (
          <ConsoleLink
            href={consoleAddress('consoleContract', { corpId, flowId: signFlowId })}
            className="relative text-n-900 underline decoration-n-300 underline-offset-4 hover:decoration-n-900 before:absolute before:inset-x-0 before:-inset-y-3"
          >
            <bdi>{title}</bdi>
          </ConsoleLink>
        )}
      </span>
      <bdi className="text-small text-n-600 names max-lg:order-6 max-lg:col-span-2">{initPsnName}</bdi>
      <span className={`text-right font-medium max-lg:order-2 ${count > 0 ? 'text-success' : 'text-n-900'}`}>
        {count > 0 ? `+${count}` : count}
      </span>
      <span className="text-right text-small text-n-600 max-lg:order-4">{t.balance(accountBalance)}</span>
    </li>
  );
}
