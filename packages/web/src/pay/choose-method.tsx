import { payOrderAdd, queryChannelList, reversePayContractFee } from '@cinnabar/api/operations/payments.js';
import type { PayPageView } from '@cinnabar/api/pages/pay.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../api/refused.js';
import type { DataOf, Wire } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { ChoiceGroup, ChoiceMark } from '../shared/components/choice-group.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { FormPage } from '../shared/components/form-page.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { isFramed, leaveFor } from '../shared/embed/host.js';
import { money } from '../shared/format/money.js';
import { useLink } from '../shared/link/link-context.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { AmountHead } from './amount-head.js';
import { isForScanning, needsApp, paySource } from './pay-source.js';
import { payTexts } from './pay-texts.js';
import { addressOf, type Place } from './place.js';

interface Props {
  readonly view: Wire<PayPageView>;
  readonly chosen: (place: Place) => void;
  readonly leave: () => void;
}

type Channel = DataOf<typeof queryChannelList>[number];

/** Another channel has an open order: that order is displayed and can be cancelled. */
const OPEN_ELSEWHERE = '1103';

/** Amount, payee and the payment methods available on the payer's device. */
export function ChooseMethod({ view, chosen, leave }: Props) {
  const t = useTexts(payTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const [picked, setPicked] = useState<number | null>(null);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const source = paySource();
  const isFee = view.due === 'fee';
  const listing = useQuery({
    queryKey: ['pay', link.linkId, 'channels', source, isFee],
    async queryFn() {
      const { flowId } = view;
      const all = await link.call(queryChannelList, { flowId, source });
      // The contract fee is paid to the platform, so its channels have no corpId.
      return all.filter(({ corpId, payTypeCode }) => (corpId === null) === isFee && !needsApp(payTypeCode));
    },
  });
  const channels = listing.data ?? [];
  const channel = channels.find(({ channelModelId }) => channelModelId === picked) ?? channels[0];
  const opening = useMutation({
    mutationFn: ({ channelModelId }: Channel) => openOrder(channelModelId),
    onSuccess({ id, payTypeCode, payUrl }) {
      if (id === null || id === undefined) return chosen('last');
      if (payUrl !== null && payUrl !== undefined && !isForScanning(payTypeCode ?? '')) {
        // The browser's Back then returns to the order, not to this choice.
        if (!isFramed) {
          history.replaceState(null, '', addressOf(id, link));
          location.assign(payUrl);
          return;
        }
        leaveFor(payUrl);
      }
      chosen(id);
    },
    onError(error) {
      setKey(crypto.randomUUID());
      if (error instanceof Refused && error.code === OPEN_ELSEWHERE) chosen('last');
    },
  });
  function openOrder(
    channelModelId: Channel['channelModelId'],
  ): Promise<DataOf<typeof reversePayContractFee>> {
    const { flowId, participantId } = view;
    const shared = { channelModelId, source, returnUrl: `${location.origin}${addressOf('last', link)}` };
    const options = { idempotencyKey: key };
    return isFee
      ? link.call(reversePayContractFee, { flowId, participantId, ...shared }, options)
      : link.call(payOrderAdd, { signerId: participantId, ...shared }, options);
  }
  const amount = view.amount ?? 0;
  const error = opening.error ?? listing.error;
  const isEmpty = listing.isSuccess && channels.length === 0;
  return (
    <FormPage
      title={t.title}
      back={leave}
      submit={() => {
        if (channel !== undefined && !opening.isPending) opening.mutate(channel);
      }}
      footer={
        <>
          <ErrorLine text={isEmpty ? t.noMethod : (refusalWords(error, app.offlineText)?.words ?? null)} />
          <Button
            type="submit"
            look="binding"
            wide
            isDisabled={channel === undefined}
            busyLabel={opening.isPending ? t.opening : null}
          >
            {t.pay(money(amount))}
          </Button>
        </>
      }
    >
      <AmountHead
        amount={amount}
        payeeName={view.payeeName}
        purpose={isFee ? t.fee(view.flowTitle) : t.collection(view.flowTitle)}
        remark={view.remark}
      />
      {channels.length > 0 && (
        <ChoiceGroup
          legend={t.method}
          value={String(channel?.channelModelId)}
          options={channels.map(({ channelModelId }) => String(channelModelId))}
          onChange={(id) =>
            setPicked(channels.find((each) => String(each.channelModelId) === id)?.channelModelId ?? null)
          }
          look="space-y-2"
          optionLook="flex min-h-14 items-center gap-3 rounded-control border border-n-400 bg-n-0 px-4 data-[selected]:border-n-900 data-[selected]:ring-1 data-[selected]:ring-n-900"
        >
          {(id) => {
            const each = channels.find(({ channelModelId }) => String(channelModelId) === id);
            return (
              <>
                <ChoiceMark />
                <span className="flex-1 text-body font-medium">
                  {each === undefined ? '' : t.provider(each.providerCode, each.providerName)}
                </span>
                <span className="text-small text-n-500">
                  {each !== undefined && isForScanning(each.payTypeCode) ? t.byCode : t.byPage}
                </span>
              </>
            );
          }}
        </ChoiceGroup>
      )}
    </FormPage>
  );
}
