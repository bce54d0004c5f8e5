import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Refused } from '../../api/refused.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { Button } from './button.js';
import { reasonTexts } from './reason-texts.js';
import { Sheet } from './sheet.js';

interface Props {
  readonly title: string;
  /** What the refusal means for all parties. */
  readonly consequence: string;
  /** Suggested reasons. */
  readonly reasons: readonly string[];
  readonly act: string;
  readonly maxLength?: number;
  readonly close: () => void;
  /** Errors are shown in the sheet, and the entered reason is kept. */
  readonly run: (reason: string) => Promise<unknown>;
}

const MIN_LENGTH = 2;
const MAX_LENGTH = 200;

/** Dialog for any kind of refusal: states the consequence and requires a reason. */
export function ReasonSheet(props: Props) {
  const { title, consequence, reasons, act, maxLength = MAX_LENGTH, close, run } = props;
  const t = useTexts(reasonTexts);
  const app = useTexts(commonTexts);
  const id = useId();
  const [reason, setReason] = useState('');
  const length = [...reason.trim()].length;
  const isFine = length >= MIN_LENGTH && length <= maxLength;
  const refusing = useMutation({ mutationFn: () => run(reason.trim()) });
  const { error } = refusing;
  return (
    <Sheet
      title={title}
      isOpen
      close={close}
      isHeld={refusing.isPending}
      footer={
        <Button
          look="dangerous"
          wide
          needsNetwork
          isDisabled={!isFine}
          busyLabel={refusing.isPending ? t.sending : null}
          onPress={() => refusing.mutate()}
        >
          {act}
        </Button>
      }
    >
      <p className="mt-0 mb-4 rounded-control bg-danger-tint px-3 py-2 text-small text-danger">
        {consequence}
      </p>
      <div className="mb-4 flex flex-wrap gap-2">
        {reasons.map((word) => (
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
        maxLength={2 * maxLength}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setReason(event.target.value)}
        className="box-border w-full resize-none rounded-control border border-n-400 bg-n-0 p-3 text-input focus-visible:outline-info"
      />
      <p id={`${id}-hint`} className="figures m-0 mt-1 flex justify-between text-caption text-n-500">
        <span>{t.hint(maxLength)}</span>
        <span>
          {length}/{maxLength}
        </span>
      </p>
      {error !== null && (
        <p role="alert" className="m-0 mt-2 text-small text-danger">
          {error instanceof Refused ? error.message : app.offlineText}
        </p>
      )}
    </Sheet>
  );
}
