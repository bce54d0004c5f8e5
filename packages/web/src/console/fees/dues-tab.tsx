import { FlowStatus } from '@cinnabar/api/enums.js';
import { payDueList } from '@cinnabar/api/operations/payments.js';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { money } from '../../shared/format/money.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useList, useRight } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { Pager } from '../shell/pager.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { duesTexts } from './dues-texts.js';
import { feesTexts } from './fees-texts.js';
import { OfflineSheet } from './offline-sheet.js';

type Due = DataOf<typeof payDueList>[number];

const SIZE = 20;

/** What other parties still owe for contracts, and recording that they have paid offline. */
export default function DuesTab() {
  const t = useTexts(duesTexts);
  const common = useTexts(feesTexts);
  const [filters, keep] = usePageState('consoleFees');
  const [open, setOpen] = useState<Due | null>(null);
  const [said, setSaid] = useState('');
  const page = Math.max(1, filters.page ?? 1);
  const listing = useList(payDueList, { listPageNo: page, listPageSize: SIZE });
  return (
    <>
      <p className="m-0 px-4 py-4 text-small text-n-600 lg:px-6">{t.lead}</p>
      <p role="status" className="m-0 px-4 pb-3 text-small text-success names empty:hidden lg:px-6">
        {said}
      </p>
      {listing.error !== null ? (
        <Failed error={listing.error} retry={() => void listing.refetch()} what={common.what} />
      ) : listing.data === undefined ? (
        <RowsSkeleton />
      ) : listing.data.items.length === 0 ? (
        <Empty icon={HandCoins} text={t.none} />
      ) : (
        <>
          <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
            {listing.data.items.map((due) => (
              <Line key={due.signerId} due={due} confirm={() => setOpen(due)} />
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
      {open !== null && (
        <OfflineSheet
          signerId={open.signerId}
          payer={payerOf(open)}
          amount={open.amount}
          close={() => setOpen(null)}
          done={() => {
            setSaid(t.done(payerOf(open)));
            setOpen(null);
          }}
        />
      )}
    </>
  );
}

const payerOf = ({ corpName, psnName }: Due): string => (corpName === '' ? psnName : corpName);

function Line({ due, confirm }: { readonly due: Due; readonly confirm: () => void }) {
  const t = useTexts(duesTexts);
  const { corpId, userId } = useConsole();
  const managesContracts = useRight('manageContracts');
  const { flowId, flowTitle, flowCode, flowStatus, expireDate, amount, remark } = due;
  const isDone = flowStatus === FlowStatus.completed;
  return (
    <li className="figures grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2 text-desk lg:grid-cols-[minmax(0,1fr)_14rem_8rem_auto] lg:px-6">
      <span className="min-w-0">
        <ConsoleLink
          href={consoleAddress('consoleContract', { corpId, flowId })}
          className="inline-flex min-h-11 items-center text-n-900 underline underline-offset-4"
        >
          <bdi className="names">{flowTitle}</bdi>
        </ConsoleLink>
        <span className="block text-small break-all text-n-500">{flowCode}</span>
      </span>
      <span className="min-w-0 text-small text-n-600 max-lg:order-3">
        <bdi className="block names">{payerOf(due)}</bdi>
        {isDone ? t.signed : expireDate !== null && t.until(expireDate.slice(0, 10))}
        {remark !== null && <bdi className="block names">{remark}</bdi>}
      </span>
      <span className="text-right font-medium">{money(amount)}</span>
      <span className="text-right max-lg:order-4">
        {(managesContracts || due.initiatorId === userId) && (
          <Button small onPress={confirm}>
            {t.offline}
            <span className="sr-only">{t.about(payerOf(due), flowTitle)}</span>
          </Button>
        )}
      </span>
    </li>
  );
}
