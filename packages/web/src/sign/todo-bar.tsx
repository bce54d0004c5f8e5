import { ChevronDown } from 'lucide-react';
import { Button } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { dayInWords } from '../shared/format/dates.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly left: number;
  readonly total: number;
  readonly deadline: string | null;
  readonly next: () => void;
  readonly confirm: () => void;
  /** Why the contract can only be read; null otherwise. */
  readonly notice: string | null;
  readonly change: Change | null;
}

/** Exchanges what was placed at one press. */
export interface Change {
  readonly label: string;
  readonly run: () => void;
}

/** Number of remaining areas, with the button that leads through them. */
export function TodoBar({ left, total, deadline, next, confirm, notice, change }: Props) {
  const t = useTexts(signTexts);
  const { language } = useLanguage();
  const done = total - left;
  return (
    <div id="actions" className="safe-bottom border-t border-n-200 bg-n-0 px-4 pt-2.5 lg:hidden">
      {notice !== null ? (
        <p className="m-0 flex min-h-19 items-center justify-center text-center text-small text-n-600">
          {notice}
        </p>
      ) : (
        <>
          <div className="mb-2 flex items-center gap-3">
            <p aria-live="polite" className="figures m-0 min-w-0 text-small font-medium">
              {left > 0 ? t.left(left) : t.nothingLeft}
              {deadline !== null && (
                <span className="font-normal text-n-500">
                  {' '}
                  · {t.deadline(dayInWords(deadline, language))}
                </span>
              )}
            </p>
            {left === 0 && change !== null ? (
              <span className="-my-3 ml-auto">
                <ChangeButton change={change} />
              </span>
            ) : (
              <Progress done={done} total={total} />
            )}
          </div>
          <NextButton left={left} next={next} confirm={confirm} />
        </>
      )}
    </div>
  );
}

export function ChangeButton({ change }: Pick<Props, 'change'>) {
  if (change === null) return null;
  return (
    <Button look="link" small onPress={change.run}>
      {change.label}
    </Button>
  );
}

export function NextButton({
  left,
  next,
  confirm,
  counts = false,
}: Pick<Props, 'left' | 'next' | 'confirm'> & { readonly counts?: boolean }) {
  const t = useTexts(signTexts);
  if (left === 0) {
    return (
      <Button look="binding" wide onPress={confirm}>
        {t.confirm}
      </Button>
    );
  }
  return (
    <Button look="ink" wide onPress={next}>
      {counts ? t.nextOf(left) : t.next}
      <ChevronDown {...iconSize} />
    </Button>
  );
}

function Progress({ done, total }: { readonly done: number; readonly total: number }) {
  return (
    <span aria-hidden className="h-1 min-w-8 flex-1 overflow-hidden rounded-full bg-n-100">
      <span
        className="block h-full rounded-full bg-success transition-[width] duration-200 ease-calm"
        style={{ width: `${total === 0 ? 100 : (done / total) * 100}%` }}
      />
    </span>
  );
}
