import { useId } from 'react';

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A list as text, an entry per line. */
export function LinesField({ label, hint, value, onChange }: Props) {
  const id = useId();
  return (
    <div className="mb-4">
      <label htmlFor={id} className="mb-1 block text-small text-n-600">
        {label}
      </label>
      <textarea
        id={id}
        rows={4}
        value={value}
        spellCheck={false}
        autoCapitalize="none"
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        className="figures box-border w-full rounded-control border border-n-400 bg-n-0 px-3 py-2 text-input text-n-900"
      />
      <p id={`${id}-hint`} className="m-0 mt-1 text-small text-n-500">
        {hint}
      </p>
    </div>
  );
}

/** The lines that say something. */
export function linesIn(text: string): readonly string[] {
  return text
    .split(/[\n,，;；]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
