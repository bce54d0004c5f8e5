import {
  webhookAdd,
  webhookDelete,
  webhookDeliveryList,
  type webhookList,
  webhookModify,
  webhookResend,
} from '@cinnabar/api/operations/webhooks.js';
import { subscribableTypes } from '@cinnabar/api/webhook-events.js';
import { useState } from 'react';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { refusalWords } from '../../shared/components/refusal-words.js';
import { Sheet } from '../../shared/components/sheet.js';
import { TextField } from '../../shared/components/text-field.js';
import { TickBox } from '../../shared/components/tick-box.js';
import { useTexts } from '../../shared/text/language.js';
import { useList } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { count } from '../shell/format.js';
import { shellTexts } from '../shell/shell-texts.js';
import { useAct } from '../shell/use-act.js';
import { developerTexts } from './developer-texts.js';

export type Webhook = DataOf<typeof webhookList>[number];

interface EditProps {
  /** null: a new one. */
  readonly webhook: Webhook | null;
  readonly added: (webhook: DataOf<typeof webhookAdd>) => void;
  readonly close: () => void;
}

/** Address, types of events and remark of a webhook. */
export function WebhookSheet({ webhook, added, close }: EditProps) {
  const t = useTexts(developerTexts);
  const shell = useTexts(shellTexts);
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [remark, setRemark] = useState(webhook?.remark ?? '');
  const [types, setTypes] = useState<ReadonlySet<string>>(new Set(webhook?.eventTypes ?? []));
  const adding = useAct(webhookAdd, added);
  const changing = useAct(webhookModify, close);
  const running = adding.isPending || changing.isPending;
  const refused = refusalWords(adding.error ?? changing.error, shell.offlineText);
  const save = () => {
    const given = {
      url: url.trim(),
      remark: remark.trim(),
      eventTypes: subscribableTypes.filter((type) => types.has(type)),
    };
    if (webhook === null) adding.mutate(given);
    else changing.mutate({ webhookId: webhook.webhookId, ...given });
  };
  return (
    <Sheet
      title={webhook === null ? t.addTitle : t.editWebhook}
      isOpen
      wide
      close={close}
      isHeld={running}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={url.trim() === ''}
          busyLabel={running ? t.working : null}
          onPress={save}
        >
          {webhook === null ? t.add : t.save}
        </Button>
      }
    >
      <TextField
        label={t.url}
        hint={t.urlHint}
        type="url"
        inputMode="url"
        autoCapitalize="none"
        value={url}
        maxLength={2000}
        error={refused?.field === 'url' ? refused.words : null}
        onChange={setUrl}
      />
      <fieldset className="m-0 mb-4 border-0 p-0">
        <legend className="mb-1 text-small text-n-600">{t.events}</legend>
        <p className="m-0 mb-1 text-small text-n-500">{t.eventsHint}</p>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {subscribableTypes.map((type) => (
            <TickBox
              key={type}
              isTicked={types.has(type)}
              onChange={(ticked) => {
                const next = new Set(types);
                if (ticked) next.add(type);
                else next.delete(type);
                setTypes(next);
              }}
              look="flex min-h-11 items-center gap-3 text-desk"
            >
              <code className="break-all">{type}</code>
            </TickBox>
          ))}
        </div>
      </fieldset>
      <TextField label={t.remark} value={remark} maxLength={200} onChange={setRemark} />
      <ErrorLine text={refused === null || refused.field === 'url' ? null : refused.words} />
    </Sheet>
  );
}

interface Props {
  readonly webhook: Webhook;
  readonly done: (words: string) => void;
  readonly close: () => void;
}

export function DeleteSheet({ webhook, close }: Omit<Props, 'done'>) {
  const t = useTexts(developerTexts);
  const words = useWords();
  const deleting = useAct(webhookDelete, close);
  return (
    <Sheet
      title={t.removeTitle}
      isOpen
      close={close}
      isHeld={deleting.isPending}
      footer={
        <Button
          look="dangerous"
          wide
          busyLabel={deleting.isPending ? t.working : null}
          onPress={() => deleting.mutate({ webhookId: webhook.webhookId })}
        >
          {t.remove}
        </Button>
      }
    >
      <p className="mt-0 text-body break-all text-n-700">{webhook.url}</p>
      <p className="text-body text-n-700">{t.removeText}</p>
      <ErrorLine text={deleting.error === null ? null : words(deleting.error)} />
    </Sheet>
  );
}

/** Deliveries are kept for a month at most. */
const MONTH_MS = 31 * 86_400_000;

/** Sends everything again that was not delivered, after telling how much that is. */
export function ResendSheet({ webhook, done, close }: Props) {
  const t = useTexts(developerTexts);
  const words = useWords();
  const { webhookId } = webhook;
  const of = (status: 'failed' | 'withheld') => ({ webhookId, status, listPageNo: 1, listPageSize: 1 });
  const failed = useList(webhookDeliveryList, of('failed'));
  const withheld = useList(webhookDeliveryList, of('withheld'));
  const resending = useAct(webhookResend, (answer) => {
    done(t.resent(answer.count));
    close();
  });
  const isKnown = failed.data !== undefined && withheld.data !== undefined;
  const number = (failed.data?.totalCount ?? 0) + (withheld.data?.totalCount ?? 0);
  const error = resending.error ?? failed.error ?? withheld.error;
  return (
    <Sheet
      title={isKnown ? t.resendTitle(count(number)) : t.resendFailed}
      isOpen
      close={close}
      isHeld={resending.isPending}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={number === 0}
          busyLabel={resending.isPending ? t.working : null}
          onPress={() =>
            resending.mutate({
              webhookId,
              failedSince: new Date(Date.now() - MONTH_MS).toISOString(),
            })
          }
        >
          {t.resend}
        </Button>
      }
    >
      <p className="mt-0 text-body text-n-700">
        {isKnown && number === 0 ? t.nothingToResend : t.resendText}
      </p>
      <ErrorLine text={error === null ? null : words(error)} />
    </Sheet>
  );
}
