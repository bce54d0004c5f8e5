import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import { setupTexts } from './setup-texts.js';
import type { StepParts } from './step-parts.js';

/** Who has access to the log of the service, and their mobile. */
export function CodeStep({ form, change, errorAt }: StepParts) {
  const t = useTexts(setupTexts);
  return (
    <>
      <TextField
        label={t.code}
        hint={t.codeHint}
        value={form.code}
        onChange={(code) => change({ code })}
        autoComplete="off"
        autoCapitalize="none"
        isNumber
        maxLength={60}
      />
      <TextField
        label={t.mobile}
        hint={t.mobileHint}
        value={form.mobile}
        onChange={(mobile) => change({ mobile })}
        error={errorAt('mobile')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        isNumber
        maxLength={20}
      />
    </>
  );
}
