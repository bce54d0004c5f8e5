import { payOrderRefund } from '@cinnabar/api/operations/pay-channels.js';
import { payOrderCancel, payOrderQuery } from '@cinnabar/api/operations/payments.js';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { Facts } from '../../shared/components/facts.js';
import { smallIcon } from '../../shared/components/icons.js';
import { ReasonSheet } from '../../shared/components/reason-sheet.js';
import { Sheet } from '../../shared/components/sheet.js';
import { momentInFull } from '../../shared/format/dates.js';
import { money } from '../../shared/format/money.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole, useRight } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { useAct } from '../shell/use-act.js';
import { feesTexts } from './fees-texts.js';
import { OfflineSheet } from './offline-sheet.js';
import { actsOf } from './order-acts.js';
import { StatusWord } from './order-status.js';
import { ordersTexts } from './orders-texts.js';
import { methodName, methodTexts } from './pay-methods.js';

type Order = DataOf<typeof payOrderQuery>;

interface Props {
  readonly orderId: number;
  readonly close: () => void;
}

/** One order: what is known of it, and what can be done. An act has the sheet to itself. */
export default function OrderSheet({ orderId, close }: Props) {
  const t = useTexts(ordersTexts);
  const words = useWords();
  const { corpId, userId } = useConsole();
  const managesPayments = useRight('managePayments');
  const managesContracts = useRight('manageContracts');
  const [act, setAct] = useState<'refund' | 'offline' | 'cancel' | null>(null);
  const asked = useAsk(payOrderQuery, { id: orderId });
  const order = asked.data;
  const back = () => setAct(null);
  if (order !== undefined && act === 'refund') return <RefundSheet order={order} close={back} />;
  if (order !== undefined && act === 'offline') {
    const { signerId } = order.extendInfo;
    return <OfflineSheet signerId={signerId} payer={order.psnName} amount={order.amount} close={back} />;
  }
  if (order !== undefined && act === 'cancel') return <CancelSheet order={order} close={back} />;
  const can =
    order === undefined ? null : actsOf(order, { corpId, userId, managesPayments, managesContracts });
  return (
    <Sheet title={t.title} isOpen close={close}>
      <ErrorLine text={asked.error === null ? null : words(asked.error)} />
      {order !== undefined && (
        <>
          <div className="mb-3 flex items-center justify-between gap-4">
            <StatusWord status={order.status} />
            <Button small onPress={() => void asked.refetch()}>
              <RefreshCw {...smallIcon} />
              {t.again}
            </Button>
          </div>
          <OrderFacts order={order} />
          <p className="mt-0 mb-4">
            <ConsoleLink
              href={consoleAddress('consoleContract', { corpId, flowId: order.extendInfo.flowId })}
              className="inline-flex min-h-11 items-center text-desk text-n-900 underline underline-offset-4"
            >
              {t.contract}
            </ConsoleLink>
          </p>
          <div className="flex flex-wrap gap-2">
            {can?.offline === true && <Button onPress={() => setAct('offline')}>{t.offline}</Button>}
            {can?.cancel === true && <Button onPress={() => setAct('cancel')}>{t.cancelOrder}</Button>}
            {can?.refund === true && (
              <Button look="danger" onPress={() => setAct('refund')}>
                {t.refundAct}
              </Button>
            )}
          </div>
        </>
      )}
    </Sheet>
  );
}

function OrderFacts({ order }: { readonly order: Order }) {
  const t = useTexts(ordersTexts);
  const names = useTexts(methodTexts);
  const { successTime, refundAmount, remark } = order;
  const { refundReason } = order.extendInfo;
  return (
    <Facts
      facts={[
        [t.amount, money(order.amount)],
        [t.payer, order.psnName],
        [t.merchant, order.corpId === null ? t.platform : order.corpName],
        [t.goods, order.goodsName],
        [t.method, methodName(order.payTypeCode, names)],
        [t.code, order.orderCode],
        [t.number, order.businessOrderNo],
        [t.created, momentInFull(order.createTime)],
        successTime === null
          ? [t.expires, momentInFull(order.expiredTime)]
          : [t.paid, momentInFull(successTime)],
        ...(refundAmount > 0 ? ([[t.refund, money(refundAmount)]] as const) : []),
        ...(refundReason === null ? [] : ([[t.reasonOfRefund, refundReason]] as const)),
        ...(remark === null || remark === '' ? [] : ([[t.remark, remark]] as const)),
      ]}
    />
  );
}

interface ActProps {
  readonly order: Order;
  readonly close: () => void;
}

function RefundSheet({ order, close }: ActProps) {
  const t = useTexts(ordersTexts);
  const refunding = useAct(payOrderRefund, close);
  return (
    <ReasonSheet
      title={t.refundTitle(money(order.amount))}
      consequence={t.refundConsequence(order.psnName)}
      reasons={Object.values(t.refundReasons)}
      act={t.refundAct}
      maxLength={80}
      close={close}
      run={(reason) => refunding.mutateAsync({ id: order.id, reason })}
    />
  );
}

function CancelSheet({ order, close }: ActProps) {
  const t = useTexts(ordersTexts);
  const common = useTexts(feesTexts);
  const words = useWords();
  const cancelling = useAct(payOrderCancel, close);
  return (
    <Sheet
      title={t.cancelTitle}
      isOpen
      close={close}
      isHeld={cancelling.isPending}
      footer={
        <Button
          look="dangerous"
          wide
          busyLabel={cancelling.isPending ? common.working : null}
          onPress={() => cancelling.mutate({ id: order.id })}
        >
          {t.cancelOrder}
        </Button>
      }
    >
      <p className="mt-0 text-body text-n-700">{t.cancelText}</p>
      <ErrorLine text={cancelling.error === null ? null : words(cancelling.error)} />
    </Sheet>
  );
}
