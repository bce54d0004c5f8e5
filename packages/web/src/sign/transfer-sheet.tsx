import { contractTransfer } from '@cinnabar/api/operations/flows.js';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Refused } from '../api/refused.js';
import { Button } from '../shared/components/button.js';
import { Sheet } from '../shared/components/sheet.js';
import { useLink } from '../shared/link/link-context.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import type { View } from './marks.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly view: View;
  readonly close: () => void;
  readonly done: () => void;
}

/** Hands the task to another member of the enterprise, who then signs instead. */
export default function TransferSheet({ view, close, done }: Props) {
  const t = useTexts(signTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const [mobile, setMobile] = useState('');
  const [name, setName] = useState('');
  const transferring = useMutation({
    mutationFn: () =>
      link.call(contractTransfer, {
        flowId: view.flowId,
        participantId: view.me.participantId,
        psnAccount: mobile.trim(),
        psnName: name.trim(),
      }),
    onSuccess: done,
  });
  const { error } = transferring;
  return (
    <Sheet
      title={t.transferTitle}
      isOpen
      close={close}
      isHeld={transferring.isPending}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={mobile.trim() === '' || name.trim() === ''}
          busyLabel={transferring.isPending ? t.refusing : null}
          onPress={() => transferring.mutate()}
        >
          {t.transferAct}
        </Button>
      }
    >
      <p className="mt-0 mb-4 rounded-control bg-warning-tint px-3 py-2 text-small text-warning">
        {t.transferConsequence}
      </p>
      <Field label={t.transferName} value={name} onChange={setName} kind="text" />
      <Field label={t.transferMobile} value={mobile} onChange={setMobile} kind="tel" />
      {error !== null && (
        <p role="alert" className="m-0 mt-2 text-small text-danger">
          {error instanceof Refused ? error.message : app.offlineText}
        </p>
      )}
    </Sheet>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly kind: 'text' | 'tel';
}

function Field({ label, value, onChange, kind }: FieldProps) {
  const id = useId();
  return (
    <div className="mb-4">
      <label htmlFor={id} className="mb-1 block text-small text-n-600">
        {label}
      </label>
      <input
        id={id}
        type={kind}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="box-border h-12 w-full rounded-control border border-n-400 bg-n-0 px-3 text-input"
      />
    </div>
  );
}
