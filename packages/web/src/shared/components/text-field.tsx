import { CircleCheck } from 'lucide-react';
import { type InputHTMLAttributes, useId } from 'react';
import { useTexts } from '../text/language.js';
import { formTexts } from './form-texts.js';
import { smallIcon } from './icons.js';

interface Props
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'autoComplete' | 'inputMode' | 'autoCapitalize' | 'maxLength' | 'readOnly' | 'type' | 'enterKeyHint'
  > {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly hint?: string;
  readonly error?: string | null;
  /** The value passes the checks that the browser can make. */
  readonly isFine?: boolean;
  /** Sets digits at equal width, so that they are easy to compare. */
  readonly isNumber?: boolean;
}

/** A labelled input with its error below. */
export function TextField({
  label,
  value,
  onChange,
  onBlur,
  hint,
  error = null,
  isFine = false,
  isNumber = false,
  ...input
}: Props) {
  const t = useTexts(formTexts);
  const id = useId();
  const under = error ?? hint ?? null;
  return (
    <div className="mb-4">
      <label htmlFor={id} className="mb-1 flex items-center justify-between text-small text-n-600">
        {label}
        {isFine && error === null && (
          <span className="inline-flex items-center gap-1 text-success">
            <CircleCheck {...smallIcon} />
            {t.checked}
          </span>
        )}
      </label>
      <input
        {...input}
        id={id}
        type={input.type ?? 'text'}
        value={value}
        spellCheck={false}
        aria-invalid={error !== null}
        aria-describedby={under === null ? undefined : `${id}-under`}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        className={`box-border h-12 w-full rounded-control border px-3 text-input text-n-900 read-only:border-n-200 read-only:bg-n-50 read-only:text-n-700 ${error === null ? 'border-n-400' : 'border-danger'} bg-n-0 ${isNumber ? 'figures' : ''}`}
      />
      {under !== null && (
        <p
          id={`${id}-under`}
          role={error === null ? undefined : 'alert'}
          className={`m-0 mt-1 text-small ${error === null ? 'text-n-500' : 'text-danger'}`}
        >
          {under}
        </p>
      )}
    </div>
  );
}
