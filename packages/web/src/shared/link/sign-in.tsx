import type { EnteredLink, OpenedLink } from '@cinnabar/api/pages/link.js';
import { enterLink, sendLinkCode } from '@cinnabar/api/pages/link.js';
import { useMutation } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { Refused } from '../../api/refused.js';
import type { Wire } from '../../api/wire.js';
import { Button } from '../components/button.js';
import { CodeField } from '../components/code-field.js';
import { iconSize } from '../components/icons.js';
import { Resend } from '../components/resend.js';
import { useCountdown } from '../components/use-countdown.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { linkTexts } from './link-texts.js';

interface Props {
  readonly linkId: number;
  readonly opened: Wire<OpenedLink>;
  readonly enter: (entered: Wire<EnteredLink>) => void;
}

/** Seconds until another code can be requested. */
const RESEND = 60;

/** Asks for the code that proves whose link it is. */
export function SignIn({ linkId, opened, enter }: Props) {
  const t = useTexts(linkTexts);
  const app = useTexts(commonTexts);
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [left, start] = useCountdown();
  const sending = useMutation({
    mutationFn: () => call(sendLinkCode, { linkId, asked }),
    onSuccess: (sent) => {
      setAsked(sent.asked);
      setCode('');
      start(RESEND);
    },
    onError: (error) => {
      if (error instanceof Refused && error.retryAfter !== null) start(error.retryAfter);
    },
  });
  const entering = useMutation({
    mutationFn: () => call(enterLink, opened.entry === 'code' ? { linkId, code, asked } : { linkId }),
    onSuccess: enter,
    onError: () => setCode(''),
  });
  const messageOf = (error: Error | null) =>
    error === null ? null : error instanceof Refused ? error.message : app.offlineText;
  if (opened.entry === 'once') {
    return (
      <>
        <p className="m-0 mb-6 text-body text-n-600">{t.onceText}</p>
        <ErrorLine text={messageOf(entering.error)} />
        <Button
          look="ink"
          wide
          busyLabel={entering.isPending ? t.entering : null}
          onPress={() => entering.mutate()}
        >
          {t.enter}
        </Button>
      </>
    );
  }
  const wasSent = sending.isSuccess || left > 0;
  if (!wasSent) {
    return (
      <>
        <p className="figures m-0 mb-6 text-body text-n-600">{t.proveText(opened.mobile)}</p>
        <ErrorLine text={messageOf(sending.error)} />
        <Button
          look="ink"
          wide
          busyLabel={sending.isPending ? t.gettingCode : null}
          onPress={() => sending.mutate()}
        >
          <MessageSquareText {...iconSize} />
          {t.getCode}
        </Button>
      </>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === 6 && !entering.isPending) entering.mutate();
      }}
    >
      <p className="figures m-0 mb-4 text-body text-n-600">{t.sentText(opened.mobile)}</p>
      <CodeField
        label={t.code}
        value={code}
        onChange={setCode}
        error={code === '' ? messageOf(entering.error ?? sending.error) : null}
        autoFocus
        aside={<Resend left={left} wasSent isSending={sending.isPending} send={() => sending.mutate()} />}
      />
      <div className="h-3" />
      <Button
        type="submit"
        look="ink"
        wide
        isDisabled={code.length < 6}
        busyLabel={entering.isPending ? t.entering : null}
      >
        {t.enter}
      </Button>
    </form>
  );
}

function ErrorLine({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <p role="alert" className="m-0 mb-4 text-small text-danger">
      {text}
    </p>
  );
}
