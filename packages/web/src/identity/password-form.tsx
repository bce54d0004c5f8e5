import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { CodeField } from '../shared/components/code-field.js';
import { FormPage } from '../shared/components/form-page.js';
import { identityTexts } from '../shared/newcomer/identity-texts.js';
import { useTexts } from '../shared/text/language.js';

interface Props {
  readonly step: readonly [number, number];
  readonly back: () => void;
  readonly isBusy: boolean;
  readonly go: (password: string) => void;
}

/** Sets six digits, entered twice. */
export function PasswordForm({ step, back, isBusy, go }: Props) {
  const t = useTexts(identityTexts);
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const isWhole = first.length === 6 && second.length === 6;
  const differs = isWhole && first !== second;
  return (
    <FormPage
      title={t.passwordTitle}
      lead={t.passwordLead}
      step={step}
      back={isBusy ? null : back}
      submit={() => {
        if (isWhole && !differs && !isBusy) go(first);
      }}
      footer={
        <Button
          type="submit"
          look="ink"
          wide
          isDisabled={!isWhole || differs}
          busyLabel={isBusy ? t.checking : null}
        >
          {t.check}
        </Button>
      }
    >
      <CodeField label={t.password} value={first} onChange={setFirst} isSecret autoFocus />
      <CodeField
        label={t.passwordAgain}
        value={second}
        onChange={setSecond}
        isSecret
        error={differs ? t.passwordDiffers : null}
      />
    </FormPage>
  );
}
