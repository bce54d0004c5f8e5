import type { PayOrderStatus } from '@cinnabar/api/enums.js';
import { payOrderListByPage } from '@cinnabar/api/operations/payments.js';
import type { DataOf } from '../../api/wire.js';
import { momentInFigures, momentInFull } from '../../shared/format/dates.js';
import { money } from '../../shared/format/money.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useList } from '../shell/console-context.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import { contractTexts } from './contract-texts.js';
import { Lines, line, Nothing } from './list-lines.js';
import { PartyLetter } from './party-letter.js';
import type { Task } from './task.js';

/** Who bears the fee, what the parties owe, and the orders by which they pay. */
export function FeesTab({ task }: { readonly task: Task }) {
  const t = useTexts(contractTexts);
  const { corpId } = useConsole();
  const isOwn = task.corpId === corpId;
  const dues = task.participantList.filter(({ payee }) => payee !== null);
  const orders = useList(payOrderListByPage, { flowId: task.flowId, listPageSize: 100 });
  if (orders.error !== null) {
    return <Failed error={orders.error} retry={() => void orders.refetch()} what={t.fees} />;
  }
  if (orders.data === undefined) return <RowsSkeleton rows={2} />;
  const { items } = orders.data;
  return (
    <>
      <Lines>
        {(isOwn || task.reversePayFlag === 1) && (
          <li className={line}>
            <span className="flex-1 text-desk">{task.reversePayFlag === 1 ? t.feeOther : t.feeOne}</span>
            {task.reversePayFlag === 1 && (
              <span className="text-small text-n-600">{task.feePayFlag === 1 ? t.feePaid : t.feeUnpaid}</span>
            )}
          </li>
        )}
        {dues.map((party) => (
          <li key={party.participantId} className={line}>
            <PartyLetter index={task.participantList.indexOf(party)} />
            <bdi className="min-w-0 flex-1 text-desk names">
              {party.participantCorpName === '' ? party.psnName : party.participantCorpName}
            </bdi>
            <span className="figures text-desk font-medium">{money(party.payee?.amount ?? 0)}</span>
            <span
              className={`text-small ${party.payee?.payeeStatus === 1 ? 'text-success' : 'text-warning'}`}
            >
              {party.payee?.payeeStatus === 1 ? t.feePaid : t.feeUnpaid}
            </span>
          </li>
        ))}
      </Lines>
      {items.length === 0 && <Nothing text={t.noFees} />}
      {items.length > 0 && (
        <section aria-label={t.orders}>
          <h2 className="mt-6 mb-0 px-4 text-desk font-semibold lg:px-6">{t.orders}</h2>
          <Lines>
            {items.map((order) => (
              <OrderLine key={order.id} order={order} />
            ))}
          </Lines>
        </section>
      )}
    </>
  );
}

type Order = DataOf<typeof payOrderListByPage>[number];

const looks: Record<PayOrderStatus, string> = {
  0: 'text-warning',
  1: 'text-warning',
  2: 'text-success',
  3: 'text-danger',
  4: 'text-n-600',
  5: 'text-n-600',
};

function OrderLine({ order }: { readonly order: Order }) {
  const t = useTexts(contractTexts);
  const time = order.successTime ?? order.createTime;
  return (
    <li className={line}>
      <span className="min-w-0 flex-1">
        <bdi className="block text-desk names">{order.goodsName}</bdi>
        <span className="figures text-small text-n-500">
          {order.orderCode} · <bdi>{order.psnName}</bdi> ·{' '}
          <time title={momentInFull(time)}>{momentInFigures(time)}</time>
        </span>
      </span>
      <span className="figures text-right">
        <span className="block text-desk font-medium">{money(order.amount)}</span>
        <span className={`text-small ${looks[order.status]}`}>
          {t[`order${order.status}`]}
          {order.refundAmount > 0 && ` ${money(order.refundAmount)}`}
        </span>
      </span>
    </li>
  );
}
