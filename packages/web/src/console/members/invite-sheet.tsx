import { memberCreate } from '@cinnabar/api/operations/members.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { refusalWords } from '../../shared/components/refusal-words.js';
import { Sheet } from '../../shared/components/sheet.js';
import { TextField } from '../../shared/components/text-field.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRefresh } from '../shell/console-context.js';
import { shellTexts } from '../shell/shell-texts.js';
import { membersTexts } from './members-texts.js';

interface Props {
  readonly done: (name: string) => void;
  readonly close: () => void;
}

export function InviteSheet({ done, close }: Props) {
  const t = useTexts(membersTexts);
  const shell = useTexts(shellTexts);
  const { door } = useConsole();
  const refresh = useRefresh();
  const [given, setGiven] = useState({ userName: '', mobile: '', jobNum: '', email: '' });
  const [key, setKey] = useState(() => crypto.randomUUID());
  const inviting = useMutation({
    mutationFn: () => {
      const { email, ...others } = given;
      const address = email.trim() === '' ? {} : { email: email.trim() };
      return door.act(memberCreate, { ...others, ...address, userName: given.userName.trim() }, key);
    },
    onSuccess: async () => {
      close();
      done(given.userName.trim());
      await refresh();
    },
    onError: () => setKey(crypto.randomUUID()),
  });
  const refused = refusalWords(inviting.error, shell.offlineText);
  const errorOf = (field: string) => (refused?.field === field ? refused.words : null);
  const isKnown = refused?.field !== null && refused?.field !== undefined && refused.field in given;
  const isReady =
    given.userName.trim() !== '' && /^1\d{10}$/.test(given.mobile) && given.jobNum.trim() !== '';
  return (
    <Sheet
      title={t.inviteTitle}
      isOpen
      close={close}
      isHeld={inviting.isPending}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={!isReady}
          busyLabel={inviting.isPending ? t.working : null}
          onPress={() => inviting.mutate()}
        >
          {t.invite}
        </Button>
      }
    >
      <p className="mt-0 mb-4 text-body text-n-700">{t.inviteText}</p>
      <TextField
        label={t.name}
        value={given.userName}
        maxLength={100}
        error={errorOf('userName')}
        onChange={(userName) => setGiven({ ...given, userName })}
      />
      <TextField
        label={t.mobile}
        value={given.mobile}
        inputMode="numeric"
        maxLength={11}
        isNumber
        error={errorOf('mobile')}
        onChange={(mobile) => setGiven({ ...given, mobile })}
      />
      <TextField
        label={t.jobNum}
        value={given.jobNum}
        maxLength={100}
        error={errorOf('jobNum')}
        onChange={(jobNum) => setGiven({ ...given, jobNum })}
      />
      <TextField
        label={t.email}
        value={given.email}
        inputMode="email"
        autoCapitalize="none"
        maxLength={254}
        hint={t.emailHint}
        error={errorOf('email')}
        onChange={(email) => setGiven({ ...given, email })}
      />
      <ErrorLine text={isKnown ? null : (refused?.words ?? null)} />
    </Sheet>
  );
}
