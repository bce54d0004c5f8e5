import { ChoiceGroup, ChoiceMark } from './choice-group.js';

interface Props<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly {
    readonly value: Value;
    readonly words: string;
    /** Explains the consequence of the choice. */
    readonly note?: string;
  }[];
  readonly onChange: (value: Value) => void;
}

/** A radio group in which every option carries an explanation. */
export function ChoiceField<Value extends string>({ legend, value, options, onChange }: Props<Value>) {
  return (
    <div className="mb-4">
      <ChoiceGroup
        legend={legend}
        value={value}
        options={options.map((option) => option.value)}
        onChange={onChange}
        look="grid grid-cols-2 gap-2"
        optionLook="flex min-h-12 items-center gap-3 rounded-control border border-n-400 bg-n-0 px-3 py-2 data-[selected]:border-n-900 data-[selected]:ring-1 data-[selected]:ring-n-900"
      >
        {(each) => {
          const option = options.find((one) => one.value === each);
          return (
            <>
              <ChoiceMark />
              <span className="min-w-0">
                <span className="block text-body">{option?.words}</span>
                {option?.note !== undefined && (
                  <span className="block text-caption text-n-500">{option.note}</span>
                )}
              </span>
            </>
          );
        }}
      </ChoiceGroup>
    </div>
  );
}
