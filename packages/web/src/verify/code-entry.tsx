import { type FormEvent, useState } from 'react';
import { Button } from '../shared/components/button.js';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import { checkTexts } from './check-texts.js';
import { openCheckCode } from './use-check-code.js';

/** For people who hold a printed copy but have no camera. */
export function CodeEntry({ given, error }: { readonly given: string; readonly error: string | null }) {
  const t = useTexts(checkTexts);
  const [code, setCode] = useState(given);
  function submit(event: FormEvent) {
    event.preventDefault();
    openCheckCode(code);
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className="rounded-card border border-n-200 bg-n-0 p-4 sm:p-6 print:hidden"
    >
      <h2 className="m-0 mb-1 text-title font-semibold">{t.paper}</h2>
      <p className="m-0 mb-4 text-small text-n-600">{t.paperNote}</p>
      <div className="sm:flex sm:items-start sm:gap-3">
        <div className="sm:flex-1">
          <TextField
            label={t.code}
            value={code}
            onChange={setCode}
            error={error}
            hint={t.codeHint}
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={60}
            isNumber
          />
        </div>
        <div className="sm:pt-6">
          <Button type="submit">{t.look}</Button>
        </div>
      </div>
    </form>
  );
}
