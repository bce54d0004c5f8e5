import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { iconSize } from './icons.js';

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, words: string])[];
  readonly onChange: (value: Value) => void;
}

/** A native select: phones present it well. */
export function SelectField<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const id = useId();
  return (
    <div className="mb-4">
      <label htmlFor={id} className="mb-1 block text-small text-n-600">
        {label}
      </label>
      <span className="relative block">
        <select
          id={id}
          value={value}
          onChange={(event) => {
            const chosen = options.find(([each]) => each === event.target.value);
            if (chosen !== undefined) onChange(chosen[0]);
          }}
          className="box-border h-12 w-full cursor-pointer appearance-none rounded-control border border-n-400 bg-n-0 pr-10 pl-3 text-input text-n-900"
        >
          {options.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
        <ChevronDown {...iconSize} className="pointer-events-none absolute top-3.5 right-3 text-n-600" />
      </span>
    </div>
  );
}
