import type { ReactNode, Ref } from 'react';
import { Checkbox } from 'react-aria-components/Checkbox';
import { coveredByInput } from './covered-by-input.js';

interface Props {
  readonly isTicked: boolean;
  readonly onChange: (isTicked: boolean) => void;
  /** The visible label; without it, `name` is the accessible name. */
  readonly children?: ReactNode;
  readonly name?: string;
  /** Id of the element that describes the box. */
  readonly describedBy?: string;
  /** Of a box that is a field of a form. */
  readonly field?: {
    readonly id: string;
    readonly isInvalid: boolean;
    readonly isRequired: boolean;
    readonly inputRef: Ref<HTMLInputElement>;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
  /** Class names of the box together with its label. */
  readonly look: string;
}

/** A check box whose whole label is clickable. */
export function TickBox({ isTicked, onChange, children, name, describedBy, field, look }: Props) {
  return (
    <Checkbox
      isSelected={isTicked}
      onChange={onChange}
      {...field}
      {...(name === undefined ? {} : { 'aria-label': name })}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
      className={`${coveredByInput} group outline-none ${look}`}
    >
      <span
        aria-hidden
        className="box-border flex size-5 shrink-0 items-center justify-center rounded-[3px] border border-n-400 bg-n-0 group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[focus-visible]:outline-info group-data-[selected]:border-n-900 group-data-[selected]:bg-n-900"
      >
        {isTicked && (
          <svg viewBox="0 0 16 16" className="size-4 text-n-0" aria-hidden="true">
            <path d="m3 8.5 3.5 3.5L13 5" fill="none" stroke="currentColor" strokeWidth="2.25" />
          </svg>
        )}
      </span>
      {children}
    </Checkbox>
  );
}
