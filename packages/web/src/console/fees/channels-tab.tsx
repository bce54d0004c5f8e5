import { payChannelList, payChannelModify } from '@cinnabar/api/operations/pay-channels.js';
import { CircleCheck, CreditCard, Ellipsis, LockKeyhole, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { iconSize, smallIcon } from '../../shared/components/icons.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { momentInWords } from '../../shared/format/dates.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { Choices } from '../shell/choices.js';
import { useAsk, useRight } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { useAct } from '../shell/use-act.js';
import type { Channel, OpenChannel } from './channel.js';
import { channelsTexts } from './channels-texts.js';
import { feesTexts } from './fees-texts.js';
import { methodTexts } from './pay-methods.js';

const ChannelSheets = onDemand(() => import('./channel-sheets.js'));

/** The ways in which the enterprise is paid. Keys are given and never shown. */
export default function ChannelsTab() {
  const t = useTexts(channelsTexts);
  const common = useTexts(feesTexts);
  const words = useWords();
  const manages = useRight('managePayments');
  const asked = useAsk(payChannelList, {});
  const enabling = useAct(payChannelModify);
  const [open, setOpen] = useState<OpenChannel | null>(null);
  const add = manages && (
    <Button small look="ink" onPress={() => setOpen({ sheet: 'new' })}>
      <CreditCard {...smallIcon} />
      {t.add}
    </Button>
  );
  if (asked.error !== null) {
    return <Failed error={asked.error} retry={() => void asked.refetch()} what={common.what} />;
  }
  if (asked.data === undefined) return <RowsSkeleton rows={3} />;
  return (
    <>
      {asked.data.length === 0 ? (
        <Empty icon={CreditCard} text={t.none}>
          {add}
        </Empty>
      ) : (
        <>
          <div className="flex min-h-4 justify-end px-4 py-3 empty:py-0 lg:px-6">{add}</div>
          <ErrorLine text={enabling.error === null ? null : words(enabling.error)} />
          <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
            {asked.data.map((channel) => (
              <Line
                key={channel.channelModelId}
                channel={channel}
                manages={manages}
                open={(sheet) => setOpen({ sheet, channel })}
                enable={() => enabling.mutate({ channelModelId: channel.channelModelId, enabled: true })}
              />
            ))}
          </ul>
        </>
      )}
      {open !== null && <ChannelSheets open={open} close={() => setOpen(null)} />}
    </>
  );
}

interface LineProps {
  readonly channel: Channel;
  readonly manages: boolean;
  readonly open: (sheet: 'edit' | 'test' | 'disable') => void;
  readonly enable: () => void;
}

function Line({ channel, manages, open, enable }: LineProps) {
  const t = useTexts(channelsTexts);
  const names = useTexts(methodTexts);
  const { language } = useLanguage();
  const { payTypeCode, appId, merchantAccount, enabled, feeRate, hasKeys, lastSuccessTime } = channel;
  const Icon = enabled ? CircleCheck : LockKeyhole;
  const facts = [
    merchantAccount,
    appId,
    ...(feeRate === null ? [] : [t.rate(feeRate)]),
    lastSuccessTime === null ? t.neverPaid : t.lastPaid(momentInWords(lastSuccessTime, language)),
  ];
  return (
    <li className="px-4 py-3 lg:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 basis-40 text-desk font-medium">{names[payTypeCode]}</span>
        <span
          className={`inline-flex items-center gap-1 text-small ${enabled ? 'text-success' : 'text-n-500'}`}
        >
          <Icon {...smallIcon} />
          {enabled ? t.enabled : t.disabled}
        </span>
        {manages && (
          <span className="ml-auto flex items-center gap-2">
            <Button small onPress={() => open('test')}>
              {t.test}
            </Button>
            <Choices
              label={t.more(`${names[payTypeCode]} ${merchantAccount}`)}
              icon={<Ellipsis {...iconSize} />}
              choices={[
                { id: 'edit', words: t.edit, run: () => open('edit') },
                enabled
                  ? { id: 'disable', words: t.disable, isDanger: true, run: () => open('disable') }
                  : { id: 'enable', words: t.enable, run: enable },
              ]}
            />
          </span>
        )}
      </div>
      <p className="figures m-0 text-small break-all text-n-500">{facts.join(' · ')}</p>
      {!hasKeys && (
        <p className="m-0 flex items-center gap-1 text-small text-warning">
          <TriangleAlert {...smallIcon} className="shrink-0" />
          {t.noKeys}
        </p>
      )}
    </li>
  );
}
