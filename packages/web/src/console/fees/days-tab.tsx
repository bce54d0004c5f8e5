import { payChannelList, payReconciliation } from '@cinnabar/api/operations/pay-channels.js';
import { Check, CircleCheck, Clock, RefreshCw, TriangleAlert } from 'lucide-react';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { smallIcon } from '../../shared/components/icons.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { momentInFigures } from '../../shared/format/dates.js';
import { money } from '../../shared/format/money.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk } from '../shell/console-context.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { useNow } from '../shell/use-now.js';
import { daysTexts } from './days-texts.js';
import { feesTexts } from './fees-texts.js';
import { dayAt, daysUpTo, isDay } from './ledger.js';
import { methodTexts } from './pay-methods.js';
import { pickLook } from './period.js';

const OrderSheet = onDemand(() => import('./order-sheet.js'));

type Day = DataOf<typeof payReconciliation>[number];
type Difference = Day['differences'][number];

/** What providers state for each day beside the orders of the service: 30 days. */
export default function DaysTab() {
  const t = useTexts(daysTexts);
  const names = useTexts(methodTexts);
  const common = useTexts(feesTexts);
  const now = useNow();
  const [filters, keep] = usePageState('consoleFees');
  const last = isDay(filters.to) ? filters.to : dayAt(now);
  const channels = useAsk(payChannelList, {});
  const asked = useAsk(payReconciliation, {
    beginDate: daysUpTo(last)[0] ?? last,
    endDate: last,
    ...(filters.channel === undefined ? {} : { channelModelId: filters.channel }),
  });
  return (
    <>
      <div className="flex flex-wrap items-end gap-2 px-4 py-4 lg:px-6">
        <label className="max-sm:w-full">
          <span className="sr-only">{t.channel}</span>
          <select
            value={filters.channel ?? ''}
            onChange={({ target }) =>
              keep({ channel: target.value === '' ? undefined : Number(target.value) })
            }
            className={`${pickLook} max-sm:w-full sm:max-w-80`}
          >
            <option value="">{t.everyChannel}</option>
            {channels.data?.map(({ channelModelId, payTypeCode, merchantAccount }) => (
              <option key={channelModelId} value={channelModelId}>
                {`${names[payTypeCode]} ${merchantAccount}`}
              </option>
            ))}
          </select>
        </label>
        <label className="inline-flex items-center gap-2 text-small text-n-600 max-sm:w-full [&>input]:max-sm:flex-1">
          <span>{t.until}</span>
          <input
            type="date"
            value={last}
            onChange={({ target }) => keep({ to: target.value === '' ? undefined : target.value })}
            className={pickLook}
          />
        </label>
      </div>
      {asked.error !== null ? (
        <Failed error={asked.error} retry={() => void asked.refetch()} what={common.what} />
      ) : asked.data === undefined ? (
        <RowsSkeleton />
      ) : asked.data.length === 0 ? (
        <Empty icon={Check} text={t.none} />
      ) : (
        <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
          {asked.data.map((day) => (
            <DayLine
              key={`${day.day} ${day.channelModelId}`}
              day={day}
              again={() => void asked.refetch()}
              open={(order) => keep({ order })}
            />
          ))}
        </ul>
      )}
      {filters.order !== undefined && (
        <OrderSheet orderId={filters.order} close={() => keep({ order: undefined })} />
      )}
    </>
  );
}

interface LineProps {
  readonly day: Day;
  readonly again: () => void;
  readonly open: (orderId: number) => void;
}

function DayLine({ day, again, open }: LineProps) {
  const t = useTexts(daysTexts);
  const { ours, theirs, differences, state } = day;
  const notes = [
    ...(state === 'waiting' ? [] : [t.checked(momentInFigures(day.checkTime))]),
    ...(day.fee > 0 ? [t.fee(money(day.fee))] : []),
    ...(day.others > 0 ? [t.others(day.others)] : []),
    ...(day.failure === null ? [] : [day.failure]),
  ];
  return (
    <li className="figures px-4 py-3 lg:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="text-desk font-medium">{day.day}</span>
        <span className="min-w-0 flex-1 text-small break-all text-n-600">
          {`${day.providerCode} ${day.merchantAccount}`}
        </span>
        <Verdict day={day} />
      </div>
      {state === 'compared' && (
        <dl className="m-0 mt-1 grid gap-x-6 text-small sm:grid-cols-2">
          {(
            [
              [t.ours, ours],
              [t.theirs, theirs],
            ] as const
          ).map(([name, sums]) => (
            <div key={name} className="flex gap-2">
              <dt className="w-16 shrink-0 text-n-500">{name}</dt>
              <dd className="m-0">
                {t.sums(sums.payments, money(sums.amount))}
                {sums.refunds > 0 && ` · ${t.refunds(sums.refunds, money(sums.refundAmount))}`}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {notes.length > 0 && <p className="m-0 mt-1 text-small text-n-500">{notes.join(' · ')}</p>}
      {differences.length > 0 && (
        <ul className="m-0 mt-2 list-none divide-y divide-n-200 border-t border-n-200 p-0">
          {differences.map((difference) => (
            <DifferenceLine
              key={`${difference.kind} ${difference.businessOrderNo} ${difference.refundNo}`}
              difference={difference}
              again={again}
              open={open}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

function Verdict({ day: { state, differences } }: { readonly day: Day }) {
  const t = useTexts(daysTexts);
  if (state === 'waiting') {
    return (
      <span className="inline-flex items-center gap-1 text-small text-n-600">
        <Clock {...smallIcon} />
        {t.waiting}
      </span>
    );
  }
  const isFine = state === 'compared' && differences.length === 0;
  const Icon = isFine ? CircleCheck : TriangleAlert;
  return (
    <span
      className={`inline-flex items-center gap-1 text-small ${isFine ? 'text-success' : 'font-medium text-danger'}`}
    >
      <Icon {...smallIcon} />
      {state === 'failed' ? t.failed : isFine ? t.compared : t.differences(differences.length)}
    </span>
  );
}

interface DifferenceProps {
  readonly difference: Difference;
  readonly again: () => void;
  readonly open: (orderId: number) => void;
}

function DifferenceLine({ difference, again, open }: DifferenceProps) {
  const t = useTexts(daysTexts);
  const { kind, isRefund, businessOrderNo, orderId, ours, theirs } = difference;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-small">
      <span className="font-medium text-danger">{kind === 'fee' ? t.fees : t[kind]}</span>
      <span className="min-w-0 flex-1 basis-60">
        <span className="block break-all">{`${isRefund ? t.refund : t.payment} ${businessOrderNo}`}</span>
        <span className="block text-n-600">{t.sides(sideOf(ours, t), sideOf(theirs, t))}</span>
      </span>
      {orderId !== null && (
        <Button small onPress={() => open(orderId)}>
          {t.order}
        </Button>
      )}
      <Button small onPress={again}>
        <RefreshCw {...smallIcon} />
        {t.again}
      </Button>
    </li>
  );
}

/** Amounts in yuan, or whether it is paid. */
function sideOf(side: string | null, t: typeof daysTexts.zh): string {
  if (side === null) return t.absent;
  if (side === 'paid') return t.paid;
  if (side === 'unpaid') return t.unpaid;
  return money(Number(side));
}
