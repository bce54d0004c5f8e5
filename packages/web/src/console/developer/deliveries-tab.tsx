import {
  webhookDeliveryInfo,
  webhookDeliveryList,
  webhookList,
  webhookResend,
} from '@cinnabar/api/operations/webhooks.js';
import { deliveryStatuses } from '@cinnabar/api/schemas/webhook.js';
import { CircleCheck, CircleX, Clock, Send } from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { smallIcon } from '../../shared/components/icons.js';
import { SelectField } from '../../shared/components/select-field.js';
import { Sheet } from '../../shared/components/sheet.js';
import { momentInFull } from '../../shared/format/dates.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useList } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { Pager } from '../shell/pager.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { useAct } from '../shell/use-act.js';
import { developerTexts } from './developer-texts.js';

type Delivery = DataOf<typeof webhookDeliveryList>[number];

const SIZE = 20;
const icons = { pending: Clock, delivered: CircleCheck, failed: CircleX, withheld: Clock } as const;
const colours = {
  pending: 'text-warning',
  delivered: 'text-success',
  failed: 'text-danger',
  withheld: 'text-n-500',
} as const;

/** What was sent to webhooks, with its results. */
export default function DeliveriesTab() {
  const t = useTexts(developerTexts);
  const [state, keep] = usePageState('consoleDeveloper');
  const [opened, setOpened] = useState<number | null>(null);
  const webhooks = useAsk(webhookList, {});
  const status = deliveryStatuses.find((each) => each === state.status);
  const page = Math.max(1, state.page ?? 1);
  const listing = useList(webhookDeliveryList, {
    ...(state.webhook === undefined ? {} : { webhookId: state.webhook }),
    ...(status === undefined ? {} : { status }),
    listPageNo: page,
    listPageSize: SIZE,
  });
  return (
    <>
      <div className="grid gap-x-4 px-4 pt-3 sm:max-w-[640px] sm:grid-cols-2 lg:px-6">
        <SelectField
          label={t.webhooks}
          value={String(state.webhook ?? '')}
          options={[
            ['', t.anyWebhook],
            ...(webhooks.data ?? []).map(({ webhookId, url }) => [String(webhookId), url] as const),
          ]}
          onChange={(id) => keep({ webhook: id === '' ? undefined : Number(id), page: undefined })}
        />
        <SelectField
          label={t.status}
          value={status ?? ''}
          options={[['', t.anyStatus], ...deliveryStatuses.map((each) => [each, t.statuses[each]] as const)]}
          onChange={(chosen) => keep({ status: chosen === '' ? undefined : chosen, page: undefined })}
        />
      </div>
      {listing.error !== null ? (
        <Failed error={listing.error} retry={() => void listing.refetch()} what={t.what} />
      ) : listing.data === undefined ? (
        <RowsSkeleton />
      ) : listing.data.items.length === 0 ? (
        <Empty
          icon={Send}
          text={state.webhook === undefined && status === undefined ? t.noDeliveries : t.noMatch}
        />
      ) : (
        <>
          <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
            {listing.data.items.map((delivery) => (
              <DeliveryLine
                key={delivery.deliveryId}
                delivery={delivery}
                open={() => setOpened(delivery.deliveryId)}
              />
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
      {opened !== null && <DeliverySheet deliveryId={opened} close={() => setOpened(null)} />}
    </>
  );
}

function DeliveryLine({ delivery, open }: { readonly delivery: Delivery; readonly open: () => void }) {
  const t = useTexts(developerTexts);
  const { eventType, status, attempts, httpStatus, failure, nextTime, flowId, createTime } = delivery;
  const Icon = icons[status];
  const facts = [
    ...(flowId === null ? [] : [t.flow(flowId)]),
    ...(attempts === 0 ? [] : [t.attempts(attempts)]),
    ...(httpStatus === null ? [] : [String(httpStatus)]),
    ...(failure === null ? [] : [t.failures[failure]]),
    ...(nextTime === null ? [] : [t.next(momentInFull(nextTime))]),
  ];
  return (
    <li>
      <button
        type="button"
        onClick={open}
        className="figures flex min-h-12 w-full cursor-pointer flex-wrap items-center gap-x-4 border-0 bg-transparent px-4 py-2 text-left text-desk text-n-900 hover:bg-n-25 lg:px-6"
      >
        <span className="text-small text-n-600">{momentInFull(createTime)}</span>
        <code className="min-w-0 flex-1 basis-40 break-all">{eventType}</code>
        <span className="text-small text-n-500">{facts.join(' · ')}</span>
        <span className={`inline-flex w-20 items-center gap-1 text-small ${colours[status]}`}>
          <Icon {...smallIcon} />
          {t.statuses[status]}
        </span>
        <span className="sr-only">{t.openDelivery}</span>
      </button>
    </li>
  );
}

/** One delivery: its body byte for byte, and every attempt. */
function DeliverySheet({ deliveryId, close }: { readonly deliveryId: number; readonly close: () => void }) {
  const t = useTexts(developerTexts);
  const words = useWords();
  const asked = useAsk(webhookDeliveryInfo, { deliveryId });
  const resending = useAct(webhookResend);
  const delivery = asked.data;
  const failed = resending.error ?? asked.error;
  return (
    <Sheet
      title={delivery?.eventType ?? t.deliveries}
      isOpen
      wide
      close={close}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={delivery === undefined || delivery.status === 'pending'}
          busyLabel={resending.isPending ? t.working : null}
          onPress={() =>
            delivery !== undefined && resending.mutate({ webhookId: delivery.webhookId, deliveryId })
          }
        >
          {t.resend}
        </Button>
      }
    >
      <ErrorLine text={failed === null ? null : words(failed)} />
      <p role="status" className="m-0 text-small text-success empty:hidden">
        {resending.isSuccess ? t.resentOne : ''}
      </p>
      {delivery !== undefined && (
        <>
          <p className="figures m-0 text-small break-all text-n-600">{delivery.url}</p>
          <p className="figures m-0 mb-4 text-small break-all text-n-500">webhook-id {delivery.messageId}</p>
          <h3 className="m-0 mb-1 text-small font-medium text-n-700">{t.body}</h3>
          <pre className="m-0 mb-4 rounded-control bg-n-50 p-3 text-small break-all whitespace-pre-wrap">
            {delivery.body}
          </pre>
          <h3 className="m-0 mb-1 text-small font-medium text-n-700">{t.tries}</h3>
          <ol className="m-0 list-none divide-y divide-n-200 p-0">
            {delivery.tries.map(({ time, took, httpStatus, failure, answer }) => (
              <li key={time} className="figures py-2 text-small">
                <span className="block text-n-700">
                  {[
                    momentInFull(time),
                    t.step(httpStatus ?? 0, took),
                    ...(failure === null ? [] : [t.failures[failure]]),
                  ].join(' · ')}
                </span>
                <bdi className="block break-all text-n-500">
                  {t.answer}: {answer === '' ? t.noAnswer : answer}
                </bdi>
              </li>
            ))}
          </ol>
        </>
      )}
    </Sheet>
  );
}
