import { setPassword } from '@cinnabar/api/pages/own-security.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { useConsole } from '../shared/console/console-door.js';
import { useFailureWords } from '../shared/console/failure-words.js';
import { useTexts } from '../shared/text/language.js';
import { securityTexts } from './security-texts.js';

interface Props {
  readonly done: () => void;
  readonly close: () => void;
}

const MIN_LENGTH = 12;

export function PasswordSheet({ done, close }: Props) {
  const t = useTexts(securityTexts);
  const words = useFailureWords();
  const { call } = useConsole();
  const [password, setTyped] = useState('');
  const saving = useMutation({
    mutationFn: () => call(setPassword, { password }),
    onSuccess() {
      done();
      close();
    },
  });
  return (
    <Sheet
      title={t.password}
      isOpen
      close={close}
      isHeld={saving.isPending}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={password.length < MIN_LENGTH}
          busyLabel={saving.isPending ? t.saving : null}
          onPress={() => saving.mutate()}
        >
          {t.save}
        </Button>
      }
    >
      <TextField
        label={t.newPassword}
        hint={t.passwordHint}
        value={password}
        onChange={(typed) => {
          setTyped(typed);
          saving.reset();
        }}
        error={words(saving.error)}
        type="password"
        autoComplete="new-password"
        maxLength={128}
      />
    </Sheet>
  );
}
