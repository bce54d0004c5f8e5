import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { coveredByInput } from './covered-by-input.js';

interface Props<Value extends string> {
  readonly legend: string;
  /** The legend is announced by screen readers only. */
  readonly isLegendHidden?: boolean;
  readonly options: readonly Value[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Class names of the group and of each option. */
  readonly look: string;
  readonly optionLook: string;
  readonly children: (option: Value) => ReactNode;
}

/** A radio group; arrow keys move between its options. */
export function ChoiceGroup<Value extends string>(props: Props<Value>) {
  const { legend, isLegendHidden = false, options, value, onChange, look, optionLook, children } = props;
  return (
    <RadioGroup
      value={value}
      onChange={(chosen) => {
        const option = options.find((each) => each === chosen);
        if (option !== undefined) onChange(option);
      }}
    >
      <Label className={isLegendHidden ? 'sr-only' : 'mb-1 block text-small text-n-600'}>{legend}</Label>
      <div className={look}>
        {options.map((option) => (
          <Radio key={option} value={option} className={`${coveredByInput} group ${optionLook}`}>
            {children(option)}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

/** The radio mark of an option. */
export function ChoiceMark() {
  return (
    <span
      aria-hidden
      className="box-border flex size-5 shrink-0 items-center justify-center rounded-full border border-n-400 bg-n-0 group-data-[selected]:border-2 group-data-[selected]:border-n-900"
    >
      <span className="hidden size-2.5 rounded-full bg-n-900 group-data-[selected]:block" />
    </span>
  );
}
