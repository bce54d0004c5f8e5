import { useId } from 'react';

interface Props<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly {
    readonly value: Value;
    readonly words: string;
    /** What choosing it means. */
    readonly note?: string;
  }[];
  readonly onChange: (value: Value) => void;
}

/** One of few, all of them in sight; arrow keys go from one to the next. */
export function ChoiceField<Value extends string>({ legend, value, options, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="m-0 mb-4 border-0 p-0">
      <legend className="mb-1 p-0 text-small text-n-600">{legend}</legend>
      <div className="grid grid-cols-2 gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-n-400 bg-n-0 px-3 py-2 has-[:checked]:border-n-900 has-[:checked]:ring-1 has-[:checked]:ring-n-900 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-info"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="m-0 size-5 shrink-0 cursor-pointer accent-n-900 outline-none"
            />
            <span className="min-w-0">
              <span className="block text-body">{option.words}</span>
              {option.note !== undefined && (
                <span className="block text-caption text-n-500">{option.note}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
