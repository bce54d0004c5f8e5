import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (digits: string) => void;
  readonly error?: string | null;
  readonly isSecret?: boolean;
  readonly autoFocus?: boolean;
  /** Shown below the cells beside the error: when the next code can be requested. */
  readonly aside?: ReactNode;
}

const LENGTH = 6;
const CELLS = Array.from({ length: LENGTH }, (_, index) => index);

/** Six cells drawn over a single input, so that pasting, SMS autofill and screen readers work. */
export function CodeField({
  label,
  value,
  onChange,
  error = null,
  isSecret = false,
  autoFocus = false,
  aside,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-small text-n-600">
        {label}
      </label>
      <div className="group relative">
        <div aria-hidden className="grid grid-cols-6 gap-2">
          {CELLS.map((index) => (
            <span
              key={index}
              className={`figures flex h-13 items-center justify-center rounded-control border bg-n-0 text-head font-medium ${
                error !== null
                  ? 'border-danger'
                  : index === value.length
                    ? 'border-n-400 group-focus-within:border-info group-focus-within:ring-1 group-focus-within:ring-info'
                    : 'border-n-400'
              }`}
            >
              {isSecret && index < value.length ? '•' : value[index]}
            </span>
          ))}
        </div>
        <input
          ref={input}
          id={id}
          type={isSecret ? 'password' : 'text'}
          inputMode="numeric"
          autoComplete={isSecret ? 'off' : 'one-time-code'}
          pattern="[0-9]*"
          maxLength={LENGTH}
          value={value}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, LENGTH))}
          className="absolute inset-0 size-full cursor-text bg-transparent text-input text-transparent caret-transparent opacity-0 outline-none"
        />
      </div>
      <div className="mt-1 flex min-h-11 items-center justify-between gap-3">
        <p id={`${id}-error`} role="alert" className="m-0 text-small text-danger">
          {error}
        </p>
        {aside}
      </div>
    </div>
  );
}
