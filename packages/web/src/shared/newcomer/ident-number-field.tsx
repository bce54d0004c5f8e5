import { useState } from 'react';
import { TextField } from '../components/text-field.js';
import { isSandbox } from '../state/sandbox.js';
import { useTexts } from '../text/language.js';
import { numberProblem } from './identity-rules.js';
import { identityTexts } from './identity-texts.js';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** ID document number; errors appear once the field loses the focus. */
export function IdentNumberField({ value, onChange }: Props) {
  const t = useTexts(identityTexts);
  const [wasLeft, setLeft] = useState(false);
  const problem = numberProblem(value);
  const words = { form: t.numberForm, check: t.numberWrong };
  return (
    <TextField
      label={t.number}
      {...(isSandbox ? { hint: t.sandboxNumber } : {})}
      value={value}
      onChange={onChange}
      onBlur={() => setLeft(true)}
      error={wasLeft && value !== '' && problem !== null ? words[problem] : null}
      isFine={problem === null}
      isNumber
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={40}
    />
  );
}
