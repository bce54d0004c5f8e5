import { useId } from 'react';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** Yes or no, with what yes means. */
export function CheckField({ label, hint, isChecked, onChange }: Props) {
  const id = useId();
  return (
    <div className="mb-2 flex items-start gap-1">
      <span className="relative -ml-3 flex size-11 shrink-0 items-center justify-center">
        <input
          id={id}
          type="checkbox"
          checked={isChecked}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
          className="absolute inset-0 m-auto size-5 cursor-pointer accent-n-900"
        />
      </span>
      <span className="min-w-0 py-2.5">
        <label htmlFor={id} className="block cursor-pointer text-body leading-6 text-n-900 names">
          {label}
        </label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="text-small text-n-500">
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}
