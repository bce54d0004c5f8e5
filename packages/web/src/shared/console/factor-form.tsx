import { confirmFactor, confirmPasskey, passkeyToProve } from '@cinnabar/api/pages/login.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { TextField } from '../components/text-field.js';
import { useTexts } from '../text/language.js';
import type { Entered } from './console-door.js';
import { consoleTexts } from './console-texts.js';
import { useFailureWords } from './failure-words.js';
import { answerOfPasskey } from './passkey.js';

interface Props {
  readonly entered: Entered;
  readonly enter: (entered: Entered) => void;
}

/** Asks for the second factor of a log-in: whichever the person has. */
export function FactorForm({ entered: { session, factors }, enter }: Props) {
  const t = useTexts(consoleTexts);
  const words = useFailureWords();
  const [typed, setTyped] = useState('');
  const key = { consoleSession: session };
  const typing = useMutation({
    mutationFn: () => call(confirmFactor, { factor: typed }, key),
    onSuccess: enter,
    onError: () => setTyped(''),
  });
  const byPasskey = useMutation({
    async mutationFn() {
      const { options } = await call(passkeyToProve, {}, key);
      return call(confirmPasskey, { response: await answerOfPasskey(options) }, key);
    },
    onSuccess: enter,
  });
  const isBusy = typing.isPending || byPasskey.isPending;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '' && !isBusy) typing.mutate();
      }}
    >
      {factors.includes('passkey') && (
        <div className="mb-6">
          <ErrorLine text={words(byPasskey.error)} />
          <Button
            look="ink"
            wide
            busyLabel={byPasskey.isPending ? t.confirming : null}
            onPress={() => byPasskey.mutate()}
          >
            {t.usePasskey}
          </Button>
        </div>
      )}
      <TextField
        label={t.factor}
        hint={t.factorHint}
        value={typed}
        onChange={setTyped}
        error={typed === '' ? words(typing.error) : null}
        autoComplete="one-time-code"
        isNumber
        maxLength={20}
      />
      <Button
        type="submit"
        look={factors.includes('passkey') ? 'plain' : 'ink'}
        wide
        isDisabled={typed.trim().length < 6}
        busyLabel={typing.isPending ? t.confirming : null}
      >
        {t.confirm}
      </Button>
    </form>
  );
}
