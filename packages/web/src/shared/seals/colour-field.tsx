import { ChoiceGroup } from '../components/choice-group.js';
import { useTexts } from '../text/language.js';
import type { SealColour } from './seal-draft.js';
import { sealTexts } from './seal-texts.js';

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

/** Radio group of colours. '' keeps the colours of the picture. */
export function ColourField<Value extends SealColour | ''>({
  legend,
  value,
  options,
  onChange,
}: Props<Value>) {
  const t = useTexts(sealTexts);
  return (
    <div className="mb-4">
      <ChoiceGroup
        legend={legend}
        value={value}
        options={options}
        onChange={onChange}
        look="flex flex-wrap gap-2"
        optionLook="inline-flex min-h-12 items-center gap-2 rounded-control border border-n-400 bg-n-0 px-3 text-body data-[selected]:border-n-900 data-[selected]:ring-1 data-[selected]:ring-n-900"
      >
        {(option) => (
          <>
            {option !== '' && (
              <span aria-hidden className="size-5 rounded-full" style={{ background: inkOf(option) }} />
            )}
            {wordOf(option, t)}
          </>
        )}
      </ChoiceGroup>
    </div>
  );
}

function inkOf(colour: SealColour | ''): string | undefined {
  return colour === '' ? undefined : inks[colour];
}

function wordOf(colour: SealColour | '', t: typeof sealTexts.zh): string {
  return colour === '' ? t.asPictured : t[colour];
}
