import type { ReactNode } from 'react';
import { Button } from '../../shared/components/button.js';
import { SavedNote } from '../../shared/draft/saved-note.js';
import type { Saving } from '../../shared/draft/saving.js';
import { useTexts } from '../../shared/text/language.js';
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
  readonly discard: () => void;
  readonly children: ReactNode;
  /** In place of “next”, on the last step. */
  readonly last?: ReactNode;
}

/** Steps on top, one question at a time, back and next below. */
export function Wizard({ steps, step, go, obstacle, saving, discard, children, last }: Props) {
  const t = useTexts(newTexts);
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
          <Button small look="quiet" onPress={discard}>
            {t.discard}
          </Button>
        </span>
      </div>
    </>
  );
}
