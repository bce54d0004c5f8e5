import type { contractRefuse } from '@cinnabar/api/flows.js';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Refused } from '../api/refused.js';
import { appTexts } from '../app/app-texts.js';
import { Button } from '../components/button.js';
import { Sheet } from '../components/sheet.js';
import { useLink } from '../link/link-context.js';
import { useTexts } from '../text/language.js';
import type { View } from './marks.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly view: View;
  readonly close: () => void;
  readonly done: () => void;
}

/** Refusing ends the contract for everybody, so it says so and wants a reason. */
export function RefuseSheet({ view, close, done }: Props) {
  const t = useTexts(signTexts);
  const app = useTexts(appTexts);
  const link = useLink();
  const id = useId();
  const [reason, setReason] = useState('');
  const length = [...reason.trim()].length;
  const isFine = length >= 2 && length <= 200;
  const refusing = useMutation({
    mutationFn: () =>
      link.call<typeof contractRefuse>('/signTask/contract/refuse', {
        flowId: view.flowId,
        refuseMsg: reason.trim(),
      }),
    onSuccess: done,
  });
  const { error } = refusing;
  return (
    <Sheet
      title={t.refuseTitle}
      isOpen
      close={close}
      isHeld={refusing.isPending}
      footer={
        <Button
          look="dangerous"
          wide
          isDisabled={!isFine}
          busyLabel={refusing.isPending ? t.refusing : null}
          onPress={() => refusing.mutate()}
        >
          {t.refuseAct}
        </Button>
      }
    >
      <p className="mt-0 mb-4 rounded-control bg-danger-tint px-3 py-2 text-small text-danger">
        {t.refuseConsequence}
      </p>
      <div className="mb-4 flex flex-wrap gap-2">
        {t.reasons.split('|').map((word) => (
          <AriaButton
            key={word}
            aria-pressed={reason === word}
            onPress={() => setReason(word)}
            className={`min-h-11 rounded-full border px-4 text-small ${
              reason === word ? 'border-n-900 ring-1 ring-n-900' : 'border-n-400'
            }`}
          >
            {word}
          </AriaButton>
        ))}
      </div>
      <label htmlFor={id} className="mb-2 block text-small text-n-600">
        {t.reason}
      </label>
      <textarea
        id={id}
        rows={4}
        value={reason}
        maxLength={400}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setReason(event.target.value)}
        className="box-border w-full resize-none rounded-control border border-n-400 bg-n-0 p-3 text-input focus-visible:outline-info"
      />
      <p id={`${id}-hint`} className="figures m-0 mt-1 flex justify-between text-caption text-n-500">
        <span>{t.reasonHint}</span>
        <span>{length}/200</span>
      </p>
      {error !== null && (
        <p role="alert" className="m-0 mt-2 text-small text-danger">
          {error instanceof Refused ? error.message : app.offlineText}
        </p>
      )}
    </Sheet>
  );
}
