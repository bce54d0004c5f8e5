import { useId } from 'react';
import { TickBox } from './tick-box.js';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** A labelled check box with an explanation. */
export function CheckField({ label, hint, isChecked, onChange }: Props) {
  const id = useId();
  return (
    <div className="mb-2">
      <TickBox
        isTicked={isChecked}
        onChange={onChange}
        {...(hint === undefined ? {} : { describedBy: `${id}-hint` })}
        look="flex min-h-11 items-start gap-4 py-2.5 text-body leading-6 text-n-900"
      >
        <span className="min-w-0 names">{label}</span>
      </TickBox>
      {hint !== undefined && (
        <span id={`${id}-hint`} className="-mt-2.5 block pb-2.5 pl-9 text-small text-n-500">
          {hint}
        </span>
      )}
    </div>
  );
}
