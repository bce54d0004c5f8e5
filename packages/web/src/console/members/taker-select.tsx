import { useTexts } from '../../shared/text/language.js';
import type { Choice } from './leave-plan.js';
import { leaveTexts } from './leave-texts.js';

export interface Colleague {
  readonly userId: number;
  readonly userName: string;
}

interface Props {
  readonly label: string;
  readonly colleagues: readonly Colleague[];
  readonly value: Choice | null;
  readonly onChange: (choice: Choice) => void;
}

/** Who takes one duty over, or that it stays. */
export function TakerSelect({ label, colleagues, value, onChange }: Props) {
  const t = useTexts(leaveTexts);
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === 'keep' ? 'keep' : Number(target.value))}
      className="h-11 w-full min-w-40 cursor-pointer rounded-control border border-n-400 bg-n-0 px-3 text-input text-n-900 sm:w-48"
    >
      {value === null && (
        <option value="" disabled>
          {t.choose}
        </option>
      )}
      {colleagues.map(({ userId, userName }) => (
        <option key={userId} value={userId}>
          {userName}
        </option>
      ))}
      <option value="keep">{t.keep}</option>
    </select>
  );
}
