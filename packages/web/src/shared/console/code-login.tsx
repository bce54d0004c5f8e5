import { logInByCode, sendLoginCode } from '@cinnabar/api/pages/login.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { Refused } from '../../api/refused.js';
import { Button } from '../components/button.js';
import { CodeField } from '../components/code-field.js';
import { ErrorLine } from '../components/error-line.js';
import { Resend } from '../components/resend.js';
import { SandboxCodeHint } from '../components/sandbox-code-hint.js';
import { TextField } from '../components/text-field.js';
import { useCountdown } from '../components/use-countdown.js';
import { useTexts } from '../text/language.js';
import type { Entered } from './console-door.js';
import { consoleTexts } from './console-texts.js';
import { useFailureWords } from './failure-words.js';
import { readMobile } from './read-mobile.js';

/** Seconds until another code can be requested. */
const RESEND = 60;
const CODE_LENGTH = 6;

/** The sixth digit logs in: there is nothing left to decide. */
export function CodeLogin({ enter }: { readonly enter: (entered: Entered) => void }) {
  const t = useTexts(consoleTexts);
  const words = useFailureWords();
  const [mobile, setMobile] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [left, start] = useCountdown();
  const plain = readMobile(mobile);
  const sending = useMutation({
    mutationFn: (to: string) => call(sendLoginCode, { mobile: to, asked }),
    onSuccess(sent, to) {
      setAsked(sent.asked);
      setCode('');
      setSentTo(to);
      start(RESEND);
    },
    onError(error) {
      if (error instanceof Refused && error.retryAfter !== null) start(error.retryAfter);
    },
  });
  const entering = useMutation({
    mutationFn: (digits: string) => call(logInByCode, { mobile: sentTo ?? '', code: digits, asked }),
    onSuccess: enter,
    onError: () => setCode(''),
  });
  function type(digits: string): void {
    setCode(digits);
    if (digits.length === CODE_LENGTH && !entering.isPending) entering.mutate(digits);
  }
  if (sentTo === null) {
    return (
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (plain !== null && !sending.isPending) sending.mutate(plain);
        }}
      >
        <TextField
          label={t.mobile}
          value={mobile}
          onChange={setMobile}
          error={words(sending.error)}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          isNumber
          maxLength={20}
        />
        <Button
          type="submit"
          look="ink"
          wide
          isDisabled={plain === null}
          busyLabel={sending.isPending ? t.gettingCode : null}
        >
          {t.getCode}
        </Button>
      </form>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === CODE_LENGTH && !entering.isPending) entering.mutate(code);
      }}
    >
      <p className="figures m-0 mb-4 text-body text-n-600">{t.sentTo(sentTo)}</p>
      <CodeField
        label={t.code}
        value={code}
        onChange={type}
        error={code === '' ? words(entering.error) : null}
        autoFocus
      />
      <SandboxCodeHint />
      <div className="mb-2 flex min-h-11 items-center justify-between">
        <Resend left={left} wasSent isSending={sending.isPending} send={() => sending.mutate(sentTo)} />
        <Button
          look="link"
          small
          onPress={() => {
            setSentTo(null);
            setCode('');
            sending.reset();
            entering.reset();
          }}
        >
          {t.otherMobile}
        </Button>
      </div>
      <ErrorLine text={words(sending.error)} />
      <Button
        type="submit"
        look="ink"
        wide
        isDisabled={code.length < CODE_LENGTH}
        busyLabel={entering.isPending ? t.entering : null}
      >
        {t.enter}
      </Button>
    </form>
  );
}
