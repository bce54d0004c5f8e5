import {
  addPlatformBalance,
  type PlatformCorpDetail,
  setPlatformCorpStatus,
} from '@cinnabar/api/pages/platform-corps.js';
import { type ReactNode, useState } from 'react';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { SelectField } from '../shared/components/select-field.js';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import { corpsTexts } from './corps-texts.js';
import { useErrorWords } from './list-parts.js';
import { useOperatorAct } from './platform-context.js';

interface Props {
  readonly corp: PlatformCorpDetail;
  /** Leads back to the facts, after the act or without it. */
  readonly done: () => void;
}

interface FormProps extends Pick<Props, 'done'> {
  readonly act: string;
  readonly isReady: boolean;
  readonly isDanger?: boolean;
  readonly acting: { readonly isPending: boolean; readonly error: Error | null };
  readonly send: () => void;
  readonly children: ReactNode;
}

function Form({ act, isReady, isDanger = false, acting, send, done, children }: FormProps) {
  const t = useTexts(corpsTexts);
  const words = useErrorWords();
  return (
    <>
      {children}
      <ErrorLine text={words(acting.error)} />
      <div className="flex flex-wrap gap-2">
        <Button
          look={isDanger ? 'dangerous' : 'ink'}
          isDisabled={!isReady}
          busyLabel={acting.isPending ? t.saving : null}
          onPress={send}
        >
          {act}
        </Button>
        <Button look="quiet" isDisabled={acting.isPending} onPress={done}>
          {t.back}
        </Button>
      </div>
    </>
  );
}

/** More contracts or fewer, with the order and the reason, which the enterprise reads in its account. */
export function BalanceForm({ corp, done }: Props) {
  const t = useTexts(corpsTexts);
  const [ledger, setLedger] = useState<'contract' | 'collection'>('contract');
  const [count, setCount] = useState('');
  const [orderCode, setOrder] = useState('');
  const [reason, setReason] = useState('');
  const adding = useOperatorAct(addPlatformBalance, done);
  const added = /^-?[1-9]\d{0,5}$/.test(count.trim()) ? Number(count) : null;
  const before = ledger === 'contract' ? corp.contracts : corp.collections;
  const order = orderCode.trim();
  return (
    <Form
      act={added === null || added > 0 ? t.addBalance : t.takeBalance}
      isReady={added !== null && reason.trim() !== ''}
      acting={adding}
      send={() =>
        adding.mutate({
          ...{ corpId: corp.corpId, ledger, before, count: added ?? 0, reason },
          ...(order === '' ? {} : { orderCode: order }),
        })
      }
      done={done}
    >
      <SelectField
        label={t.ledger}
        value={ledger}
        options={[
          ['contract', t.contractsLeft],
          ['collection', t.collectionsLeft],
        ]}
        onChange={setLedger}
      />
      <TextField
        label={t.count}
        hint={added === null ? t.countHint : t.balanceThen(before, before + added)}
        value={count}
        onChange={setCount}
        maxLength={7}
        isNumber
      />
      <TextField label={t.order} value={orderCode} onChange={setOrder} maxLength={100} isNumber />
      <TextField
        label={t.reason}
        hint={t.balanceReasonHint}
        value={reason}
        onChange={setReason}
        maxLength={500}
      />
    </Form>
  );
}

/** Stops an enterprise, or resumes it with the status that the operator has verified. */
export function StatusForm({ corp, done }: Props) {
  const t = useTexts(corpsTexts);
  const { corpId, identStatus: now, corpCode, unsigned } = corp;
  const isStop = now !== 'invalid';
  const [resumed, setResumed] = useState<'identified' | 'unidentified'>(
    corpCode === null ? 'unidentified' : 'identified',
  );
  const [reason, setReason] = useState('');
  const setting = useOperatorAct(setPlatformCorpStatus, done);
  return (
    <Form
      act={isStop ? t.stop : t.resume}
      isReady={reason.trim() !== ''}
      isDanger={isStop}
      acting={setting}
      send={() => setting.mutate({ corpId, identStatus: isStop ? 'invalid' : resumed, reason })}
      done={done}
    >
      {isStop ? (
        <p className="mt-0 mb-4 rounded-control bg-danger-tint px-3 py-2 text-small text-danger">
          {t.stopEffect(unsigned)}
        </p>
      ) : (
        <SelectField
          label={t.resumeAs}
          value={resumed}
          options={[
            ['identified', t.statuses.identified],
            ['unidentified', t.statuses.unidentified],
          ]}
          onChange={setResumed}
        />
      )}
      <TextField
        label={t.reason}
        hint={t.statusReasonHint}
        value={reason}
        onChange={setReason}
        maxLength={500}
      />
    </Form>
  );
}
