import {
  webhookList,
  webhookModify,
  webhookRotateSecret,
  webhookTest,
} from '@cinnabar/api/operations/webhooks.js';
import { CircleCheck, Ellipsis, LockKeyhole, TriangleAlert, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { iconSize, smallIcon } from '../../shared/components/icons.js';
import { momentInWords } from '../../shared/format/dates.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { Choices } from '../shell/choices.js';
import { useAsk } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { useAct } from '../shell/use-act.js';
import { developerTexts } from './developer-texts.js';
import { OverlapSheet } from './overlap-sheet.js';
import { SecretSheet } from './secret-sheet.js';
import { DeleteSheet, ResendSheet, type Webhook, WebhookSheet } from './webhook-sheets.js';

type Sheet = 'edit' | 'rotate' | 'delete' | 'resend';
type Open =
  | { readonly sheet: 'new' }
  | { readonly sheet: Sheet; readonly webhook: Webhook }
  | { readonly sheet: 'secret'; readonly secret: string };

/** Addresses that receive the enterprise's events. */
export default function WebhooksTab() {
  const t = useTexts(developerTexts);
  const words = useWords();
  const listing = useAsk(webhookList, {});
  const [open, setOpen] = useState<Open | null>(null);
  const [said, setSaid] = useState('');
  const close = () => setOpen(null);
  const shown = ({ secret }: { readonly secret: string }) => setOpen({ sheet: 'secret', secret });
  const rotating = useAct(webhookRotateSecret, shown);
  const switching = useAct(webhookModify);
  const testing = useAct(webhookTest, () => setSaid(t.testSent));
  const failure = testing.error ?? switching.error;
  const add = (
    <Button small look="ink" onPress={() => setOpen({ sheet: 'new' })}>
      <WebhookIcon {...smallIcon} />
      {t.newWebhook}
    </Button>
  );
  if (listing.error !== null) {
    return <Failed error={listing.error} retry={() => void listing.refetch()} what={t.what} />;
  }
  if (listing.data === undefined) return <RowsSkeleton rows={3} />;
  return (
    <>
      {listing.data.length === 0 ? (
        <Empty icon={WebhookIcon} text={t.noWebhooks}>
          {add}
        </Empty>
      ) : (
        <>
          <div className="flex items-center gap-4 px-4 py-3 lg:px-6">
            <p role="status" className="m-0 flex-1 text-small text-success">
              {said}
            </p>
            {add}
          </div>
          <ErrorLine text={failure === null ? null : words(failure)} />
          <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
            {listing.data.map((webhook) => (
              <WebhookLine
                key={webhook.webhookId}
                webhook={webhook}
                open={(sheet) => setOpen({ sheet, webhook })}
                test={() => testing.mutate({ webhookId: webhook.webhookId })}
                enable={(enabled) => switching.mutate({ webhookId: webhook.webhookId, enabled })}
              />
            ))}
          </ul>
        </>
      )}
      {open?.sheet === 'new' && <WebhookSheet webhook={null} added={shown} close={close} />}
      {open?.sheet === 'edit' && <WebhookSheet webhook={open.webhook} added={shown} close={close} />}
      {open?.sheet === 'delete' && <DeleteSheet webhook={open.webhook} close={close} />}
      {open?.sheet === 'resend' && <ResendSheet webhook={open.webhook} done={setSaid} close={close} />}
      {open?.sheet === 'rotate' && (
        <OverlapSheet
          title={t.rotateTitle(open.webhook.url)}
          text={t.rotateWebhookText}
          isRunning={rotating.isPending}
          error={rotating.error === null ? null : words(rotating.error)}
          rotate={(overlapHours) => rotating.mutate({ webhookId: open.webhook.webhookId, overlapHours })}
          close={close}
        />
      )}
      {open?.sheet === 'secret' && (
        <SecretSheet
          title={t.webhookSecretTitle}
          text={t.webhookSecretText}
          lines={[[t.secret, open.secret]]}
          close={close}
        />
      )}
    </>
  );
}

interface LineProps {
  readonly webhook: Webhook;
  readonly open: (sheet: Sheet) => void;
  readonly test: () => void;
  readonly enable: (enabled: boolean) => void;
}

function WebhookLine({ webhook, open, test, enable }: LineProps) {
  const t = useTexts(developerTexts);
  const { language } = useLanguage();
  const { url, status, eventTypes, remark, failingSince, previousSecretUntil } = webhook;
  const isEnabled = status === 'enabled';
  const isFailing = status === 'failed' || failingSince !== null;
  const Icon = isFailing ? TriangleAlert : isEnabled ? CircleCheck : LockKeyhole;
  const state = status === 'failed' ? t.failed : isEnabled ? t.works : t.disabled;
  const facts = [
    eventTypes.length === 0 ? t.allEvents : t.someEvents(eventTypes.length),
    ...(remark === '' ? [] : [remark]),
    ...(previousSecretUntil === null ? [] : [t.oldSecret(momentInWords(previousSecretUntil, language))]),
  ];
  return (
    <li className="px-4 py-3 lg:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="figures min-w-0 flex-1 basis-60 text-desk font-medium break-all">{url}</span>
        <span
          className={`inline-flex items-center gap-1 text-small ${isFailing ? 'text-warning' : isEnabled ? 'text-success' : 'text-n-500'}`}
        >
          <Icon {...smallIcon} />
          {failingSince === null || status === 'failed'
            ? state
            : t.failingSince(momentInWords(failingSince, language))}
        </span>
        <span className="ml-auto flex items-center gap-2">
          <Button small isDisabled={!isEnabled} onPress={test}>
            {t.sendTest}
          </Button>
          <Choices
            label={t.more(url)}
            icon={<Ellipsis {...iconSize} />}
            choices={[
              { id: 'edit', words: t.edit, run: () => open('edit') },
              ...(isEnabled ? [{ id: 'resend', words: t.resendFailed, run: () => open('resend') }] : []),
              { id: 'rotate', words: t.rotate, run: () => open('rotate') },
              isEnabled
                ? { id: 'disable', words: t.disable, run: () => enable(false) }
                : { id: 'enable', words: t.enable, run: () => enable(true) },
              { id: 'delete', words: t.remove, isDanger: true, run: () => open('delete') },
            ]}
          />
        </span>
      </div>
      <p className="figures m-0 text-small text-n-500 names">{facts.join(' · ')}</p>
      {!isEnabled && <p className="m-0 text-small text-n-500">{t.disableWebhook}</p>}
    </li>
  );
}
