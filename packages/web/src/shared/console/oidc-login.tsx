import { beginOidcLogin } from '@cinnabar/api/pages/login.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { Button } from '../components/button.js';
import { TextField } from '../components/text-field.js';
import { useTexts } from '../text/language.js';
import { consoleTexts } from './console-texts.js';
import { useFailureWords } from './failure-words.js';

interface Props {
  readonly next: string | null;
  readonly corpId: number | undefined;
}

/** Leads to the log-in page of the enterprise’s own provider. */
export function OidcLogin({ next, corpId }: Props) {
  const t = useTexts(consoleTexts);
  const words = useFailureWords();
  const [typed, setTyped] = useState(corpId === undefined ? '' : String(corpId));
  const isNumber = /^[1-9]\d{0,14}$/.test(typed.trim());
  const beginning = useMutation({
    mutationFn: () => call(beginOidcLogin, { corpId: Number(typed.trim()), next }),
    onSuccess: ({ address }) => location.assign(address),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isNumber && !beginning.isPending) beginning.mutate();
      }}
    >
      <TextField
        label={t.corpNumber}
        hint={t.corpNumberHint}
        value={typed}
        onChange={setTyped}
        error={words(beginning.error)}
        inputMode="numeric"
        isNumber
        maxLength={15}
      />
      <Button
        type="submit"
        look="ink"
        wide
        isDisabled={!isNumber}
        busyLabel={beginning.isPending ? t.entering : null}
      >
        {t.toProvider}
      </Button>
    </form>
  );
}
