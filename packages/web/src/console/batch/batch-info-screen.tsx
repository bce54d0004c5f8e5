import { batchInfo, batchResend } from '@cinnabar/api/operations/flow-batches.js';
import { useMutation } from '@tanstack/react-query';
import { CircleX, Clock, Download, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { smallIcon } from '../../shared/components/icons.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { momentInFigures } from '../../shared/format/dates.js';
import { usePageState } from '../../shared/router/page-state.js';
import { saveFile } from '../../shared/save-file.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole, useRefresh } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { Pager } from '../shell/pager.js';
import { StateWord } from '../shell/state-word.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import { Status, statusTexts } from '../shell/status.js';
import { TabBar } from '../shell/tab-bar.js';
import { Awaited } from '../shell/why.js';
import { batchTexts } from './batch-texts.js';

type Info = DataOf<typeof batchInfo>;
type Item = Info['items'][number];

const SIZE = 50;
const ALL = 500;
/** States change while the page is open. */
const EVERY_MS = 10_000;

/** What became of a batch, a line for each row. */
export default function BatchInfoScreen({ batchId }: { readonly batchId: number }) {
  const t = useTexts(batchTexts);
  const [{ show, page = 1 }, keep] = usePageState('consoleBatchInfo');
  const info = useAsk(
    batchInfo,
    { batchId, ...(show === undefined ? {} : { itemState: show }), listPageNo: page, listPageSize: SIZE },
    { every: EVERY_MS },
  );
  const heading = useHeading(t.batch(batchId));
  const total = (batch: Info['batch']) => {
    switch (show) {
      case 'started':
        return batch.startedCount;
      case 'failed':
        return batch.failedCount;
      case 'pending':
        return pendingOf(batch);
      case undefined:
        return batch.itemCount;
    }
  };
  return (
    <div className="mx-auto w-full max-w-[1440px] px-4 py-4 lg:px-6">
      <h1 ref={heading} tabIndex={-1} className="figures m-0 text-page font-semibold">
        {t.batch(batchId)}
      </h1>
      {info.data === undefined ? (
        info.error === null ? (
          <RowsSkeleton />
        ) : (
          <Failed error={info.error} retry={() => void info.refetch()} what={t.what} />
        )
      ) : (
        <>
          <Head batch={info.data.batch} />
          <TabBar
            label={t.state}
            tabs={[
              { value: 'all' as const, words: t.allItems(info.data.batch.itemCount), number: 0 },
              { value: 'started' as const, words: t.startedItems(info.data.batch.startedCount), number: 0 },
              { value: 'failed' as const, words: t.failedItems(info.data.batch.failedCount), number: 0 },
              { value: 'pending' as const, words: t.pendingItems(pendingOf(info.data.batch)), number: 0 },
            ]}
            value={show ?? 'all'}
            onChange={(next) => keep({ show: next === 'all' ? undefined : next, page: undefined })}
          />
          <ol className="m-0 list-none divide-y divide-n-200 p-0">
            {info.data.items.map((item) => (
              <Line key={item.index} item={item} />
            ))}
          </ol>
          {total(info.data.batch) > SIZE && (
            <Pager
              page={page}
              size={SIZE}
              total={total(info.data.batch)}
              isLimited={false}
              onPage={(next) => keep({ page: next === 1 ? undefined : next })}
            />
          )}
        </>
      )}
    </div>
  );
}

function pendingOf({ itemCount, startedCount, failedCount }: Info['batch']): number {
  return Math.max(0, itemCount - startedCount - failedCount);
}

function Head({ batch }: { readonly batch: Info['batch'] }) {
  const t = useTexts(batchTexts);
  const states = useTexts(statusTexts);
  const { language } = useLanguage();
  const words = useWords();
  const { door } = useConsole();
  const refresh = useRefresh();
  const { batchId, itemCount, startedCount, resendableUntil } = batch;
  const left = itemCount - startedCount;
  const [key, setKey] = useState(() => crypto.randomUUID());
  const resending = useMutation({
    mutationFn: () => door.act(batchResend, { batchId }, key),
    onSettled: () => {
      setKey(crypto.randomUUID());
      return refresh();
    },
  });
  const exporting = useMutation({
    mutationFn: async () => {
      const { items } = await door.ask(batchInfo, { batchId, listPageSize: ALL });
      const own = batchTexts[language];
      const rows = items.map((item) => [
        String(item.index + 1),
        item.title ?? '',
        item.flowCode ?? '',
        item.flow !== null
          ? statusTexts[language][item.flow.flowStatus]
          : item.itemState === 'started'
            ? own.notSeen
            : own[item.itemState],
        item.msg ?? '',
      ]);
      const header = [own.line, own.contract, 'flowCode', own.state, own.result];
      const { writeTable } = await import('./write-table.js');
      saveFile({ name: `${own.batch(batchId)}.xlsx`, bytes: new Blob([writeTable([header, ...rows])]) });
    },
  });
  return (
    <div className="mb-2">
      <p className="figures m-0 text-small text-n-600 names">
        <bdi>{batch.templateName}</bdi> · {t.startedBy(batch.userName, momentInFigures(batch.createTime))}
      </p>
      <p className="figures mt-2 mb-0 flex flex-wrap gap-x-4 text-small">
        {batch.statuses.map(({ flowStatus, count }) => (
          <span key={flowStatus}>
            {states[flowStatus]} {count}
          </span>
        ))}
        {batch.finishTime === null && <span className="text-warning">{t.running}</span>}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {resendableUntil !== null && left > 0 && (
          <Button
            look="binding"
            small
            busyLabel={resending.isPending ? t.resending : null}
            onPress={() => resending.mutate()}
          >
            <RotateCw {...smallIcon} />
            {t.resend(left)}
          </Button>
        )}
        <Button small onPress={() => exporting.mutate()}>
          <Download {...smallIcon} />
          {t.export}
        </Button>
        {resendableUntil !== null && (
          <span className="figures text-caption text-n-600">
            {t.resendUntil(momentInFigures(resendableUntil))}
          </span>
        )}
      </div>
      {resending.data !== undefined && (
        <p role="status" className="figures mt-2 mb-0 text-small">
          {t.resent(resending.data.successCount, resending.data.failedCount)}
        </p>
      )}
      <ErrorLine text={resending.error === null ? null : words(resending.error)} />
      <ErrorLine text={exporting.error === null ? null : words(exporting.error)} />
    </div>
  );
}

function Line({ item }: { readonly item: Item }) {
  const t = useTexts(batchTexts);
  const { corpId } = useConsole();
  const { index, itemState, title, flow, msg } = item;
  const [first] = flow?.waiting ?? [];
  const name = title ?? t.notSeen;
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="figures w-10 shrink-0 text-small text-n-600">{index + 1}</span>
      <span className="min-w-48 flex-1 text-desk names">
        {flow === null ? (
          <bdi>{name}</bdi>
        ) : (
          <ConsoleLink
            href={consoleAddress('consoleContract', { corpId, flowId: flow.flowId })}
            className="text-n-900"
          >
            <bdi>{name}</bdi>
          </ConsoleLink>
        )}
        {flow !== null && <span className="figures block text-caption text-n-500">{flow.flowCode}</span>}
        {msg !== null && <span className="block text-small text-danger">{msg}</span>}
      </span>
      <span className="w-28 shrink-0">
        {flow !== null ? (
          <Status status={flow.flowStatus} />
        ) : itemState === 'failed' ? (
          <StateWord look={{ Icon: CircleX, colour: 'text-danger' }} word={t.failed} />
        ) : itemState === 'pending' ? (
          <StateWord look={{ Icon: Clock, colour: 'text-warning' }} word={t.pending} />
        ) : (
          <span className="text-small text-n-500">{t.notSeen}</span>
        )}
      </span>
      <span className="min-w-40 lg:w-80">
        {first !== undefined && (
          <Awaited
            name={first.psnName === '' ? first.corpName : first.psnName}
            why={first.why}
            act={first.for}
            since={first.since}
          />
        )}
      </span>
    </li>
  );
}
