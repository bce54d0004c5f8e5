import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import { enterMine, sendMineCode } from '@cinnabar/api/pages/mine.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.js';
import { Refused } from '../api/refused.js';
import { Button } from '../shared/components/button.js';
import { CodeField } from '../shared/components/code-field.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { FormPage } from '../shared/components/form-page.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { Resend } from '../shared/components/resend.js';
import { SandboxCodeHint } from '../shared/components/sandbox-code-hint.js';
import { TextField } from '../shared/components/text-field.js';
import { useCountdown } from '../shared/components/use-countdown.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { mineTexts } from './mine-texts.js';

/** Seconds until another code can be requested. */
const RESEND = 60;

/** Signs in by mobile number and code. */
export function MineSignIn({ enter }: { readonly enter: (entered: EnteredMine) => void }) {
  const t = useTexts(mineTexts);
  const app = useTexts(commonTexts);
  const [mobile, setMobile] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [left, start] = useCountdown();
  const plain = mobile.replace(/[\s-]/g, '');
  const isMobile = /^\+?\d{8,15}$/.test(plain);
  const sending = useMutation({
    mutationFn: () => call(sendMineCode, { mobile: plain, asked }),
    onSuccess(sent) {
      setAsked(sent.asked);
      setCode('');
      setSentTo(plain);
      start(RESEND);
    },
    onError(error) {
      if (error instanceof Refused && error.retryAfter !== null) start(error.retryAfter);
    },
  });
  const entering = useMutation({
    mutationFn: () => call(enterMine, { mobile: sentTo ?? plain, code, asked }),
    onSuccess: enter,
    onError: () => setCode(''),
  });
  const sendFailure = refusalWords(sending.error, app.offlineText);
  if (sentTo === null) {
    return (
      <FormPage
        title={t.signInTitle}
        lead={t.signInLead}
        submit={() => {
          if (isMobile && !sending.isPending) sending.mutate();
        }}
        footer={
          <Button
            type="submit"
            look="ink"
            wide
            isDisabled={!isMobile}
            busyLabel={sending.isPending ? t.gettingCode : null}
          >
            {t.getCode}
          </Button>
        }
      >
        <TextField
          label={t.mobile}
          value={mobile}
          onChange={setMobile}
          error={sendFailure?.words ?? null}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          isNumber
          maxLength={20}
        />
      </FormPage>
    );
  }
  const failure = code === '' ? refusalWords(entering.error, app.offlineText) : null;
  return (
    <FormPage
      title={t.signInTitle}
      lead={<span className="figures">{t.sentTo(sentTo)}</span>}
      submit={() => {
        if (code.length === 6 && !entering.isPending) entering.mutate();
      }}
      footer={
        <>
          <ErrorLine text={sendFailure?.words ?? null} />
          <Button
            type="submit"
            look="ink"
            wide
            isDisabled={code.length < 6}
            busyLabel={entering.isPending ? t.entering : null}
          >
            {t.enter}
          </Button>
        </>
      }
    >
      <CodeField label={t.code} value={code} onChange={setCode} error={failure?.words ?? null} autoFocus />
      <SandboxCodeHint />
      <div className="flex min-h-11 items-center justify-between">
        <Resend left={left} wasSent isSending={sending.isPending} send={() => sending.mutate()} />
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
    </FormPage>
  );
}
