import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { iconSize } from '../shared/components/icons.js';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChange: (value: string) => void;
}

/**
 * A choice among names that people have given, which may be long: the chosen one is shown whole, on as many lines as it
 * takes. The select itself, which would cut it off, lies over it unseen.
 */
export function WrappingSelect({ label, value, options, onChange }: Props) {
  const id = useId();
  return (
    <div className="mb-4">
      <label htmlFor={id} className="mb-1 block text-small text-n-600">
        {label}
      </label>
      <span className="relative block rounded-control has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-info">
        <span
          aria-hidden
          className="box-border flex min-h-12 items-center rounded-control border border-n-400 bg-n-0 py-2.5 pr-10 pl-3 text-input text-n-900"
        >
          <bdi className="min-w-0 names">{options.find(([each]) => each === value)?.[1]}</bdi>
        </span>
        <select
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="absolute inset-0 box-border size-full cursor-pointer appearance-none border-0 text-input opacity-0"
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
