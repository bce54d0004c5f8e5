import { GoodsType } from '@cinnabar/api/enums.js';
import {
  payOrderAdd,
  payOrderCancel,
  payOrderQuery,
  reversePayContractFee,
} from '@cinnabar/api/operations/payments.js';
import type { PayPageView } from '@cinnabar/api/pages/pay.js';
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callSandbox } from '../api/sandbox.js';
import type { DataOf, Wire } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { FormPage } from '../shared/components/form-page.js';
import { QrCode } from '../shared/components/qr-code.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { SandboxPanel } from '../shared/components/sandbox-panel.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import { leaveFor } from '../shared/embed/host.js';
import { money } from '../shared/format/money.js';
import { useLink } from '../shared/link/link-context.js';
import { isSandbox } from '../shared/state/sandbox.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { AmountHead } from './amount-head.js';
import { isForScanning } from './pay-source.js';
import { payTexts } from './pay-texts.js';
import { TimeLeft } from './time-left.js';

interface Props {
  readonly orderId: PayOrderId;
  readonly view: Wire<PayPageView>;
  readonly again: () => void;
  readonly leave: () => void;
}

type Order = DataOf<typeof payOrderQuery>;

const QUICK_MS = 2_000;
const QUICK_FOR = 30;
const SLOW_MS = 5_000;
const BACK_AFTER = 5;
const status = { generated: 0, paying: 1, paid: 2, failed: 3, refunded: 4, cancelled: 5 } as const;

/** State of a pay order, polled while it can still be paid. */
export function OrderPage({ orderId, view, again, leave }: Props) {
  const t = useTexts(payTexts);
  const link = useLink();
  const following = useQuery({
    queryKey: ['order', orderId],
    queryFn: () => link.call(payOrderQuery, { id: orderId }),
    refetchInterval: ({ state }) => {
      if (state.data !== undefined && state.data.status > status.paying) return false;
      return state.dataUpdateCount < QUICK_FOR ? QUICK_MS : SLOW_MS;
    },
    refetchOnWindowFocus: 'always',
  });
  const order = following.data;
  if (order === undefined) {
    if (following.error === null) return <PageSkeleton />;
    return <RefusalPage error={following.error} retry={() => void following.refetch()} />;
  }
  const amount = money(order.amount);
  const payAgain = { label: t.payAgain, run: again };
  const toContract = { label: t.back, run: leave };
  switch (order.status) {
    case status.paid:
      return <Paid amount={amount} leave={leave} />;
    case status.failed:
      return (
        <StatePage
          icon="problem"
          title={t.failedTitle}
          text={t.failedText}
          action={payAgain}
          ways={[toContract]}
        />
      );
    case status.refunded:
      return (
        <StatePage icon="ended" title={t.refundedTitle} text={t.refundedText(amount)} action={toContract} />
      );
    case status.cancelled:
      return (
        <StatePage
          icon="ended"
          title={t.cancelledTitle}
          text={t.cancelledText}
          action={payAgain}
          ways={[toContract]}
        />
      );
    default:
      return <Open order={order} view={view} again={again} leave={leave} />;
  }
}

/** The order is paid: returns to the contract automatically. */
function Paid({ amount, leave }: { readonly amount: string; readonly leave: () => void }) {
  const t = useTexts(payTexts);
  const [left, setLeft] = useState(BACK_AFTER);
  useEffect(() => {
    if (left === 0) {
      leave();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, leave]);
  return (
    <StatePage
      icon="done"
      title={t.successTitle}
      text={t.successText(amount)}
      action={{ label: t.returning(left), run: leave }}
    />
  );
}

interface OpenProps {
  readonly order: Order;
  readonly view: Wire<PayPageView>;
  readonly again: () => void;
  readonly leave: () => void;
}

function Open({ order, view, again, leave }: OpenProps) {
  const t = useTexts(payTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const queries = useQueryClient();
  const key = ['order', order.id];
  const look = () => queries.invalidateQueries({ queryKey: key, exact: true });
  const address = useQuery({
    queryKey: [...key, 'address'],
    queryFn: addressOfOrder,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const cancelling = useMutation({
    mutationFn: (_after: 'choose' | 'stay') => link.call(payOrderCancel, { id: order.id }),
    onSuccess: (_answer, after) => (after === 'choose' ? again() : look()),
    // The order may have been paid in the meantime.
    onError: look,
  });
  const deciding = useMutation({
    mutationFn: (result: 'success' | 'fail') =>
      callSandbox(`/sandbox/pay/${encodeURIComponent(order.businessOrderNo)}`, { result }),
    onSettled: look,
  });
  /** Repeating the order returns the provider's payment URL. */
  async function addressOfOrder(): Promise<string | null> {
    const { channelModelId, goodsType } = order;
    if (channelModelId === null) return null;
    const { flowId, participantId } = view;
    const answer: DataOf<typeof reversePayContractFee> =
      goodsType === GoodsType.contractFee
        ? await link.call(reversePayContractFee, {
            flowId,
            participantId,
            channelModelId,
          })
        : await link.call(payOrderAdd, {
            signerId: participantId,
            channelModelId,
          });
    return answer.payUrl ?? null;
  }
  const payUrl = address.data ?? null;
  const scans = isForScanning(order.payTypeCode);
  const isBusy = cancelling.isPending || deciding.isPending;
  const error = cancelling.error ?? deciding.error ?? address.error;
  return (
    <FormPage
      title={t.title}
      back={leave}
      submit={() => {
        if (!scans && payUrl !== null) leaveFor(payUrl);
      }}
      footer={
        <>
          <ErrorLine text={refusalWords(error, app.offlineText)?.words ?? null} />
          {!scans && (
            <div className="mb-2">
              <Button type="submit" look="binding" wide isDisabled={payUrl === null}>
                {t.pay(money(order.amount))}
              </Button>
            </div>
          )}
          {isSandbox && (
            <SandboxPanel title={t.sandbox}>
              <div className="grid grid-cols-2 gap-2">
                <Button wide isDisabled={isBusy} onPress={() => deciding.mutate('success')}>
                  {t.succeed}
                </Button>
                <Button wide isDisabled={isBusy} onPress={() => deciding.mutate('fail')}>
                  {t.fail}
                </Button>
              </div>
            </SandboxPanel>
          )}
          <div className="mt-2 grid grid-cols-2 gap-2">
            <Button look="quiet" wide isDisabled={isBusy} onPress={() => cancelling.mutate('choose')}>
              {t.otherMethod}
            </Button>
            <Button
              look="quiet"
              wide
              busyLabel={cancelling.isPending ? t.cancelling : null}
              onPress={() => cancelling.mutate('stay')}
            >
              {t.cancel}
            </Button>
          </div>
        </>
      }
    >
      <div className="sm:flex sm:gap-6">
        {scans && (
          <div className="mb-6 flex shrink-0 flex-col items-center gap-2 sm:mb-0">
            {payUrl === null ? (
              <span className="size-60 rounded-control bg-n-100" />
            ) : (
              <QrCode text={payUrl} label={t.scan} />
            )}
            <p className="m-0 text-small text-n-600">{t.scan}</p>
            <p className="m-0 text-small text-n-500 sm:hidden">{t.scanLong}</p>
          </div>
        )}
        <div className="min-w-0 flex-1">
          <AmountHead
            amount={order.amount}
            payeeName={order.goodsType === GoodsType.contractFee ? null : order.corpName}
            purpose={
              order.goodsType === GoodsType.contractFee ? t.fee(view.flowTitle) : t.collection(view.flowTitle)
            }
            orderCode={order.orderCode}
          />
          <p role="status" className="m-0 flex items-center gap-2 text-body font-medium text-n-900">
            <span aria-hidden className="size-2 animate-pulse rounded-full bg-todo-edge" />
            {t.stepWaiting}
          </p>
          <TimeLeft until={order.expiredTime} />
        </div>
      </div>
    </FormPage>
  );
}
