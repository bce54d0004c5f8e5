import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button, IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { dayInWords } from '../shared/format/dates.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { fillTexts } from './fill-texts.js';

interface Props {
  /** Number of required fields that are empty. */
  readonly left: number;
  /** Why submission failed. */
  readonly failure: string | null;
  readonly isSubmitting: boolean;
  readonly submit: () => void;
  readonly deadline: string | null;
  readonly nextMissing: () => void;
  /** Steps from field to field where only one is visible. */
  readonly step: ((by: 1 | -1) => void) | null;
  /** Why the page is read-only. */
  readonly notice: string | null;
}

/** Number of remaining fields; the button leads to the next one and finally submits. */
export function FillBar(props: Props) {
  const { left, failure, isSubmitting, submit, deadline, nextMissing, step, notice } = props;
  const t = useTexts(fillTexts);
  const { language } = useLanguage();
  if (notice !== null) {
    return (
      <p className="m-0 flex min-h-19 items-center justify-center text-center text-small text-n-600">
        {notice}
      </p>
    );
  }
  return (
    <>
      <p className="figures m-0 mb-2 flex flex-wrap items-baseline justify-between gap-x-3 text-small">
        <span aria-live="polite" className="font-medium">
          {left > 0 ? t.left(left) : t.nothingLeft}
        </span>
        {deadline !== null && (
          <span className="text-n-500">{t.deadline(dayInWords(deadline, language))}</span>
        )}
      </p>
      {failure !== null && (
        <p role="alert" className="mt-0 mb-2 text-small text-danger">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {step !== null && (
          <>
            <IconButton label={t.previous} onPress={() => step(-1)}>
              <ChevronLeft {...iconSize} />
            </IconButton>
            <IconButton label={t.next} onPress={() => step(1)}>
              <ChevronRight {...iconSize} />
            </IconButton>
          </>
        )}
        <span className="min-w-40 flex-1">
          {left > 0 ? (
            <Button look="ink" wide onPress={nextMissing}>
              {t.nextOf(left)}
            </Button>
          ) : (
            <Button look="ink" wide busyLabel={isSubmitting ? t.submitting : null} onPress={submit}>
              {failure === null ? t.submit : t.retry}
            </Button>
          )}
        </span>
      </div>
    </>
  );
}
