import { PayOrderStatus } from '@cinnabar/api/enums.js';
import { payOrderListByPage } from '@cinnabar/api/operations/payments.js';
import { ReceiptText } from 'lucide-react';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { momentInFigures, momentInFull } from '../../shared/format/dates.js';
import { money } from '../../shared/format/money.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useList } from '../shell/console-context.js';
import { Pager } from '../shell/pager.js';
import { SearchField } from '../shell/search-field.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { feesTexts } from './fees-texts.js';
import { isDay } from './ledger.js';
import { StatusWord } from './order-status.js';
import { ordersTexts } from './orders-texts.js';
import { Period, pickLook } from './period.js';

const OrderSheet = onDemand(() => import('./order-sheet.js'));

type Order = DataOf<typeof payOrderListByPage>[number];

const SIZE = 20;
const statuses = Object.values(PayOrderStatus);

/** Payments for contracts; each opens with what can be done. */
export default function OrdersTab() {
  const t = useTexts(ordersTexts);
  const common = useTexts(feesTexts);
  const [filters, keep] = usePageState('consoleFees');
  const status = statuses.find((each) => each === filters.status);
  const { who, from, to } = filters;
  const page = Math.max(1, filters.page ?? 1);
  const wanted = {
    ...(status === undefined ? {} : { status }),
    ...(who === undefined ? {} : { psnName: who }),
    ...(isDay(from) ? { beginTime: `${from} 00:00:00` } : {}),
    ...(isDay(to) ? { endTime: `${to} 23:59:59` } : {}),
  };
  const listing = useList(payOrderListByPage, { ...wanted, listPageNo: page, listPageSize: SIZE });
  const change = (next: Parameters<typeof keep>[0]) => keep({ ...next, page: undefined });
  const isFiltered = Object.keys(wanted).length > 0;
  return (
    <>
      <div className="flex flex-wrap items-end gap-2 px-4 py-4 lg:px-6">
        <label className="max-sm:w-full">
          <span className="sr-only">{t.status}</span>
          <select
            value={status ?? ''}
            onChange={({ target }) =>
              change({ status: target.value === '' ? undefined : Number(target.value) })
            }
            className={`${pickLook} max-sm:w-full`}
          >
            <option value="">{t.everyStatus}</option>
            {statuses.map((each) => (
              <option key={each} value={each}>
                {t[`order${each}`]}
              </option>
            ))}
          </select>
        </label>
        <SearchField
          label={t.search}
          value={who ?? ''}
          change={(text) => change({ who: text === '' ? undefined : text })}
        />
        <Period from={from} to={to} change={change} />
      </div>
      {listing.error !== null ? (
        <Failed error={listing.error} retry={() => void listing.refetch()} what={common.what} />
      ) : listing.data === undefined ? (
        <RowsSkeleton />
      ) : listing.data.items.length === 0 ? (
        <Empty icon={ReceiptText} text={isFiltered ? common.noMatch : t.none}>
          {isFiltered && (
            <Button
              onPress={() => change({ status: undefined, who: undefined, from: undefined, to: undefined })}
            >
              {common.clear}
            </Button>
          )}
        </Empty>
      ) : (
        <>
          <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
            {listing.data.items.map((order) => (
              <Line key={order.id} order={order} open={() => keep({ order: order.id })} />
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
      {filters.order !== undefined && (
        <OrderSheet orderId={filters.order} close={() => keep({ order: undefined })} />
      )}
    </>
  );
}

function Line({ order, open }: { readonly order: Order; readonly open: () => void }) {
  const t = useTexts(ordersTexts);
  const { goodsName, orderCode, psnName, createTime, successTime, amount, status, refundAmount } = order;
  const time = successTime ?? createTime;
  return (
    <li>
      <button
        type="button"
        onClick={open}
        className="figures grid min-h-12 w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-0 bg-transparent px-4 py-2 text-left text-desk text-n-900 hover:bg-n-25 lg:grid-cols-[7rem_minmax(0,1fr)_8rem_8rem_9rem] lg:px-6"
      >
        <time className="text-small text-n-500 max-lg:order-3" title={momentInFull(time)}>
          {momentInFigures(time)}
        </time>
        <span className="min-w-0 max-lg:order-1">
          <bdi className="block names">{goodsName}</bdi>
          <span className="block text-small break-all text-n-500">{orderCode}</span>
        </span>
        <bdi className="text-small text-n-600 names max-lg:order-5 max-lg:col-span-2">{psnName}</bdi>
        <span className="text-right font-medium max-lg:order-2">{money(amount)}</span>
        <span className="max-lg:order-4 max-lg:text-right">
          <StatusWord status={status} />
          {refundAmount > 0 && (
            <span className="block text-small text-n-600">{t.refunded(money(refundAmount))}</span>
          )}
        </span>
        <span className="sr-only">{t.open}</span>
      </button>
    </li>
  );
}
