import { Delete } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { CodeField } from '../components/code-field.js';
import { iconSize } from '../components/icons.js';
import { useTexts } from '../text/language.js';
import { proofTexts } from './proof-texts.js';

interface Props {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (digits: string) => void;
  readonly error: string | null;
  readonly aside?: ReactNode;
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** Six digits: by an on-screen keypad on phones, by the keyboard elsewhere. */
export function PasswordPad({ label, value, onChange, error, aside }: Props) {
  const t = useTexts(proofTexts);
  const press = (digit: string) => onChange(`${value}${digit}`.slice(0, 6));
  const key =
    'figures flex h-16 items-center justify-center rounded-control bg-n-50 text-head font-medium select-none hover:bg-n-100';
  return (
    <>
      <CodeField
        label={label ?? t.password}
        value={value}
        onChange={onChange}
        error={error}
        aside={aside}
        isSecret
      />
      <div className="mt-2 grid grid-cols-3 gap-2 sm:hidden">
        {KEYS.map((digit) => (
          <AriaButton key={digit} className={key} onPress={() => press(digit)}>
            {digit}
          </AriaButton>
        ))}
        <span />
        <AriaButton className={key} onPress={() => press('0')}>
          0
        </AriaButton>
        <AriaButton className={key} aria-label={t.delete} onPress={() => onChange(value.slice(0, -1))}>
          <Delete {...iconSize} />
        </AriaButton>
      </div>
    </>
  );
}
