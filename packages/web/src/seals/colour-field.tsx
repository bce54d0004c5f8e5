import { useId } from 'react';
import { useTexts } from '../shared/text/language.js';
import { sealTexts } from './seal-texts.js';

export const sealColours = ['Red', 'Blue', 'Black', 'Purple'] as const;
export type SealColour = (typeof sealColours)[number];

const inks: Readonly<Record<SealColour, string>> = {
  Red: '#e60012',
  Blue: '#0b3fa8',
  Black: '#111111',
  Purple: '#6a1b9a',
};

interface Props<Value extends SealColour | ''> {
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly Value[];
  readonly onChange: (colour: Value) => void;
}

/** Colours by swatch and word; arrow keys go from one to the next. "" leaves them as they are. */
export function ColourField<Value extends SealColour | ''>({
  legend,
  value,
  options,
  onChange,
}: Props<Value>) {
  const t = useTexts(sealTexts);
  const name = useId();
  return (
    <fieldset className="m-0 mb-4 border-0 p-0">
      <legend className="mb-1 p-0 text-small text-n-600">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option}
            className="relative inline-flex min-h-12 cursor-pointer items-center gap-2 rounded-control border border-n-400 bg-n-0 px-3 text-body has-[:checked]:border-n-900 has-[:checked]:ring-1 has-[:checked]:ring-n-900 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-info"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
            />
            {option !== '' && (
              <span aria-hidden className="size-5 rounded-full" style={{ background: inkOf(option) }} />
            )}
            {wordOf(option, t)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function inkOf(colour: SealColour | ''): string | undefined {
  return colour === '' ? undefined : inks[colour];
}

function wordOf(colour: SealColour | '', t: typeof sealTexts.zh): string {
  return colour === '' ? t.asPictured : t[colour];
}
