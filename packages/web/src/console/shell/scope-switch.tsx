import { useId } from 'react';

interface Props {
  readonly legend: string;
  readonly own: string;
  readonly corp: string;
  readonly value: 'own' | 'corp';
  readonly onChange: (value: 'own' | 'corp') => void;
}

const scopes = ['own', 'corp'] as const;

/**
 * One's own contracts, or those of the whole enterprise. The browser's own radio buttons cover the words: those of the
 * component library would be a sixth of the scripts that the home waits for.
 */
export function ScopeSwitch({ legend, own, corp, value, onChange }: Props) {
  const name = useId();
  const words = { own, corp };
  return (
    <fieldset className="m-0 inline-flex rounded-control border border-n-400 bg-n-0 p-0.5">
      <legend className="sr-only">{legend}</legend>
      {scopes.map((scope) => (
        <label
          key={scope}
          className={`relative flex min-h-10 items-center rounded-marker px-3 text-small ${scope === value ? 'bg-n-900 font-medium text-n-0' : 'text-n-700'}`}
        >
          <input
            type="radio"
            name={name}
            checked={scope === value}
            onChange={() => onChange(scope)}
            className="absolute inset-x-0 -inset-y-0.5 m-0 h-11 w-full cursor-pointer appearance-none rounded-marker"
          />
          {words[scope]}
        </label>
      ))}
    </fieldset>
  );
}
