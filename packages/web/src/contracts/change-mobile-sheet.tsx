import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import { changeMobile, sendMobileCode } from '@cinnabar/api/pages/own-identity.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.js';
import { Refused } from '../api/refused.js';
import { Button } from '../shared/components/button.js';
import { CodeField } from '../shared/components/code-field.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { Resend } from '../shared/components/resend.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { useCountdown } from '../shared/components/use-countdown.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { accountTexts } from './account-texts.js';

/** Seconds until another code can be requested. */
const RESEND = 60;

interface Props {
  readonly entered: EnteredMine;
  readonly close: () => void;
  readonly changed: (entered: EnteredMine) => void;
}

/** Changes the mobile number by a code to the old number and another to the new one. */
export function ChangeMobileSheet({ entered, close, changed }: Props) {
  const t = useTexts(accountTexts);
  const app = useTexts(commonTexts);
  const session = { personSession: entered.session };
  const [mobile, setMobile] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [oldCode, setOldCode] = useState('');
  const [newCode, setNewCode] = useState('');
  const [oldLeft, startOld] = useCountdown();
  const [newLeft, startNew] = useCountdown();
  const plain = mobile.replace(/[\s-]/g, '');
  const isMobile = /^\+?\d{8,15}$/.test(plain);
  async function sendTo(to: 'old' | 'new', number: string): Promise<void> {
    const start = to === 'old' ? startOld : startNew;
    try {
      await call(sendMobileCode, { to, mobile: number }, session);
      start(RESEND);
    } catch (error) {
      if (error instanceof Refused && error.retryAfter !== null) start(error.retryAfter);
      throw error;
    }
  }
  const sendingBoth = useMutation({
    async mutationFn() {
      await sendTo('new', plain);
      await sendTo('old', plain);
    },
    onSuccess: () => setSentTo(plain),
  });
  const sending = useMutation({ mutationFn: (to: 'old' | 'new') => sendTo(to, sentTo ?? plain) });
  const changing = useMutation({
    mutationFn: () => call(changeMobile, { mobile: sentTo ?? plain, oldCode, newCode }, session),
    onSuccess({ entered: again }) {
      if (again !== null) changed(again);
    },
    onError(error) {
      const field = error instanceof Refused ? error.field : null;
      if (field !== 'newCode') setOldCode('');
      if (field !== 'oldCode') setNewCode('');
    },
  });
  if (sentTo === null) {
    const failure = refusalWords(sendingBoth.error, app.offlineText);
    return (
      <Sheet
        title={t.changeMobile}
        isOpen
        close={close}
        isHeld={sendingBoth.isPending}
        footer={
          <Button
            look="ink"
            wide
            isDisabled={!isMobile}
            busyLabel={sendingBoth.isPending ? t.getting : null}
            onPress={() => sendingBoth.mutate()}
          >
            {t.getCodes}
          </Button>
        }
      >
        <p className="m-0 mb-4 text-body text-n-700">{t.changeText}</p>
        <TextField
          label={t.newMobile}
          value={mobile}
          onChange={setMobile}
          error={failure?.words ?? null}
          {...(entered.canShowFace ? { hint: t.lostHint } : {})}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          isNumber
          maxLength={20}
        />
      </Sheet>
    );
  }
  const failed = changing.error instanceof Refused ? changing.error.field : null;
  const words = refusalWords(changing.error, app.offlineText)?.words ?? null;
  const ofField = (field: string, code: string) => (failed === field && code === '' ? words : null);
  const general = failed === null ? words : null;
  return (
    <Sheet
      title={t.changeMobile}
      isOpen
      close={close}
      isHeld={changing.isPending}
      footer={
        <>
          <ErrorLine text={general ?? refusalWords(sending.error, app.offlineText)?.words ?? null} />
          <Button
            look="ink"
            wide
            isDisabled={oldCode.length < 6 || newCode.length < 6}
            busyLabel={changing.isPending ? t.changing : null}
            onPress={() => changing.mutate()}
          >
            {t.change}
          </Button>
        </>
      }
    >
      <CodeField
        label={t.oldCode(entered.mobile)}
        value={oldCode}
        onChange={setOldCode}
        error={ofField('oldCode', oldCode)}
        autoFocus
        aside={
          <Resend left={oldLeft} wasSent isSending={sending.isPending} send={() => sending.mutate('old')} />
        }
      />
      <div className="h-3" />
      <CodeField
        label={t.newCode(sentTo)}
        value={newCode}
        onChange={setNewCode}
        error={ofField('newCode', newCode)}
        aside={
          <Resend left={newLeft} wasSent isSending={sending.isPending} send={() => sending.mutate('new')} />
        }
      />
      <Button
        look="link"
        small
        onPress={() => {
          setSentTo(null);
          setOldCode('');
          setNewCode('');
          changing.reset();
        }}
      >
        {t.otherMobile}
      </Button>
    </Sheet>
  );
}
