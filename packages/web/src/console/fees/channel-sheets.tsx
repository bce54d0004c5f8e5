import { payChannelAdd, payChannelModify, payChannelTest } from '@cinnabar/api/operations/pay-channels.js';
import type { PayType } from '@cinnabar/api/schemas/payment.js';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { smallIcon } from '../../shared/components/icons.js';
import { SelectField } from '../../shared/components/select-field.js';
import { Sheet } from '../../shared/components/sheet.js';
import { TextField } from '../../shared/components/text-field.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { useAct } from '../shell/use-act.js';
import type { Channel, OpenChannel } from './channel.js';
import { feeRateOf, keyFieldsOf, keysOf, longKeys, type TypedKeys } from './channel-keys.js';
import { channelsTexts } from './channels-texts.js';
import { feesTexts } from './fees-texts.js';
import { methods, methodTexts } from './pay-methods.js';

interface Props {
  readonly open: OpenChannel;
  readonly close: () => void;
}

/** What is done with a channel; loaded when somebody does it. */
export default function ChannelSheets({ open, close }: Props) {
  switch (open.sheet) {
    case 'new':
      return <EditSheet channel={null} close={close} />;
    case 'edit':
      return <EditSheet channel={open.channel} close={close} />;
    case 'test':
      return <TestSheet channel={open.channel} close={close} />;
    case 'disable':
      return <DisableSheet channel={open.channel} close={close} />;
  }
}

function EditSheet({ channel, close }: { readonly channel: Channel | null; readonly close: () => void }) {
  const t = useTexts(channelsTexts);
  const common = useTexts(feesTexts);
  const names = useTexts(methodTexts);
  const words = useWords();
  const [method, setMethod] = useState<PayType>(channel?.payTypeCode ?? methods[0]);
  const [appId, setAppId] = useState(channel?.appId ?? '');
  const [merchant, setMerchant] = useState(channel?.merchantAccount ?? '');
  const [rate, setRate] = useState(
    channel === null || channel.feeRate === null ? '' : String(channel.feeRate),
  );
  const [typed, setTyped] = useState<TypedKeys>({});
  const adding = useAct(payChannelAdd, close);
  const changing = useAct(payChannelModify, close);
  const running = adding.isPending || changing.isPending;
  const failed = adding.error ?? changing.error;
  const keys = keysOf(method, typed);
  const feeRate = feeRateOf(rate);
  const isWhole =
    appId.trim() !== '' && merchant.trim() !== '' && keys !== 'incomplete' && feeRate !== 'fault';
  const save = () => {
    if (keys === 'incomplete' || feeRate === 'fault') return;
    const given = {
      appId: appId.trim(),
      merchantAccount: merchant.trim(),
      ...(feeRate === undefined ? {} : { feeRate }),
      ...(keys === null ? {} : { keys }),
    };
    if (channel === null) adding.mutate({ payTypeCode: method, ...given });
    else changing.mutate({ channelModelId: channel.channelModelId, ...given });
  };
  return (
    <Sheet
      title={channel === null ? t.addTitle : t.editTitle}
      isOpen
      close={close}
      isHeld={running}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={!isWhole}
          busyLabel={running ? common.working : null}
          onPress={save}
        >
          {channel === null ? t.create : t.save}
        </Button>
      }
    >
      {channel === null ? (
        <SelectField
          label={t.method}
          value={method}
          options={methods.map((each) => [each, names[each]] as const)}
          onChange={setMethod}
        />
      ) : (
        <p className="mt-0 mb-4 text-body">{names[method]}</p>
      )}
      <TextField
        label={t.merchant}
        value={merchant}
        maxLength={100}
        autoComplete="off"
        onChange={setMerchant}
      />
      <TextField label={t.appId} value={appId} maxLength={100} autoComplete="off" onChange={setAppId} />
      <TextField
        label={t.feeRate}
        value={rate}
        inputMode="numeric"
        maxLength={4}
        isNumber
        error={feeRate === 'fault' ? t.feeRateFault : null}
        onChange={setRate}
      />
      <fieldset className="m-0 border-0 p-0">
        <legend className="mb-1 p-0 text-desk font-medium">{t.keys}</legend>
        <p className="mt-0 mb-3 text-small text-n-500">
          {channel?.hasKeys === true ? t.keysHintEdit : t.keysHintNew}
        </p>
        {keyFieldsOf(method).map((field) => {
          const value = typed[field] ?? '';
          const set = (text: string) => setTyped((before) => ({ ...before, [field]: text }));
          return longKeys.includes(field) ? (
            <KeyArea key={field} label={t[field]} value={value} onChange={set} />
          ) : (
            <TextField
              key={field}
              label={t[field]}
              value={value}
              type={field === 'apiV3Key' || field === 'appSecret' ? 'password' : 'text'}
              autoComplete="off"
              maxLength={200}
              onChange={set}
            />
          );
        })}
      </fieldset>
      <ErrorLine text={keys === 'incomplete' ? t.needsPrivateKey : failed === null ? null : words(failed)} />
    </Sheet>
  );
}

interface AreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A key of several lines, as its provider gives it out. */
function KeyArea({ label, value, onChange }: AreaProps) {
  const id = useId();
  return (
    <div className="mb-4">
      <label htmlFor={id} className="mb-1 block text-small text-n-600">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        value={value}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        onChange={(event) => onChange(event.target.value)}
        className="figures box-border w-full rounded-control border border-n-400 bg-n-0 px-3 py-2 text-input text-n-900"
      />
    </div>
  );
}

interface ChannelProps {
  readonly channel: Channel;
  readonly close: () => void;
}

function TestSheet({ channel, close }: ChannelProps) {
  const t = useTexts(channelsTexts);
  const words = useWords();
  const { door } = useConsole();
  const { channelModelId } = channel;
  const testing = useMutation({ mutationFn: () => door.ask(payChannelTest, { channelModelId }) });
  const result = testing.data;
  const Icon = result?.works === true ? CircleCheck : CircleX;
  return (
    <Sheet
      title={t.testTitle}
      isOpen
      close={close}
      footer={
        <Button
          look="ink"
          wide
          busyLabel={testing.isPending ? t.testing : null}
          onPress={() => testing.mutate()}
        >
          {t.runTest}
        </Button>
      }
    >
      <p className="mt-0 mb-4 text-body text-n-700">{t.testText}</p>
      <ErrorLine text={testing.error === null ? null : words(testing.error)} />
      <div role="status">
        {result !== undefined && (
          <>
            <p
              className={`m-0 flex items-center gap-2 text-desk ${result.works ? 'text-success' : 'text-danger'}`}
            >
              <Icon {...smallIcon} className="shrink-0" />
              {result.problem === null ? t.works : t.problems[result.problem]}
            </p>
            {!result.works && <bdi className="block text-small break-all text-n-500">{result.detail}</bdi>}
          </>
        )}
      </div>
    </Sheet>
  );
}

function DisableSheet({ channel, close }: ChannelProps) {
  const t = useTexts(channelsTexts);
  const common = useTexts(feesTexts);
  const words = useWords();
  const disabling = useAct(payChannelModify, close);
  return (
    <Sheet
      title={t.disableTitle}
      isOpen
      close={close}
      isHeld={disabling.isPending}
      footer={
        <Button
          look="dangerous"
          wide
          busyLabel={disabling.isPending ? common.working : null}
          onPress={() => disabling.mutate({ channelModelId: channel.channelModelId, enabled: false })}
        >
          {t.disable}
        </Button>
      }
    >
      <p className="mt-0 text-body text-n-700">{t.disableText}</p>
      <ErrorLine text={disabling.error === null ? null : words(disabling.error)} />
    </Sheet>
  );
}
