import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { TextField } from '../components/text-field.js';
import { useTexts } from '../text/language.js';
import { consoleTexts } from './console-texts.js';
import { useFailureWords } from './failure-words.js';
import { readMobile } from './read-mobile.js';

interface Props<Session> {
  readonly logIn: (given: {
    readonly mobile: string;
    readonly password: string;
    readonly factor: string;
  }) => Promise<Session>;
  readonly enter: (session: Session) => void;
}

/** Password and second factor at once: a refusal does not tell which of them was wrong. */
export function PasswordLogin<Session>({ logIn, enter }: Props<Session>) {
  const t = useTexts(consoleTexts);
  const words = useFailureWords();
  const [mobile, setMobile] = useState('');
  const [password, setPassword] = useState('');
  const [factor, setFactor] = useState('');
  const plain = readMobile(mobile);
  const entering = useMutation({
    mutationFn: (to: string) => logIn({ mobile: to, password, factor }),
    onSuccess: enter,
    onError: () => setFactor(''),
  });
  const isComplete = plain !== null && password !== '' && factor.trim().length >= 6;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !entering.isPending) entering.mutate(plain);
      }}
    >
      <TextField
        label={t.mobile}
        value={mobile}
        onChange={setMobile}
        type="tel"
        inputMode="tel"
        autoComplete="username"
        isNumber
        maxLength={20}
      />
      <TextField
        label={t.password}
        value={password}
        onChange={setPassword}
        type="password"
        autoComplete="current-password"
        maxLength={200}
      />
      <TextField
        label={t.factor}
        hint={t.factorHint}
        value={factor}
        onChange={setFactor}
        autoComplete="one-time-code"
        isNumber
        maxLength={20}
      />
      <ErrorLine text={words(entering.error)} />
      <Button
        type="submit"
        look="ink"
        wide
        isDisabled={!isComplete}
        busyLabel={entering.isPending ? t.entering : null}
      >
        {t.enter}
      </Button>
    </form>
  );
}
