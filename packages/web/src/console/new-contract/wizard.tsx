import { type ReactNode, useState } from 'react';
import { afterClosing } from '../../shared/components/after-closing.js';
import { Button } from '../../shared/components/button.js';
import { SavedNote } from '../../shared/draft/saved-note.js';
import type { Saving } from '../../shared/draft/saving.js';
import { useTexts } from '../../shared/text/language.js';
import { DiscardSheet } from '../drafts/discard-sheet.js';
import { StepList } from '../shell/step-list.js';
import { newTexts } from './new-texts.js';

interface Props {
  readonly steps: readonly string[];
  /** From 1. */
  readonly step: number;
  readonly go: (step: number) => void;
  /** Why the next step must wait; null where it need not. */
  readonly obstacle: string | null;
  readonly saving: Saving;
  /** Of the contract; "" while it has none. */
  readonly title: string;
  /** Deletes the draft. */
  readonly discard: () => Promise<void>;
  /** Leaves the deleted draft. */
  readonly leave: () => void;
  readonly children: ReactNode;
  /** In place of “next”, on the last step. */
  readonly last?: ReactNode;
}

/** Steps on top, one question at a time, back and next below. */
export function Wizard({ steps, step, go, obstacle, saving, title, discard, leave, children, last }: Props) {
  const t = useTexts(newTexts);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <StepList label={t.steps} steps={steps} step={step} />
      {children}
      <div className="mt-6 flex flex-wrap items-center gap-3">
        {step > 1 && <Button onPress={() => go(step - 1)}>{t.back}</Button>}
        {last ?? (
          <Button look="ink" isDisabled={obstacle !== null} onPress={() => go(step + 1)}>
            {t.next}
          </Button>
        )}
        {obstacle !== null && <span className="text-small text-n-600">{obstacle}</span>}
        <span className="ml-auto flex items-center gap-3">
          <SavedNote saving={saving} />
          <Button small look="quiet" onPress={() => setLeaving(true)}>
            {t.discard}
          </Button>
        </span>
      </div>
      {isLeaving && (
        <DiscardSheet
          title={title}
          discard={discard}
          close={() => setLeaving(false)}
          done={() => afterClosing(() => setLeaving(false), leave)}
        />
      )}
    </>
  );
}
