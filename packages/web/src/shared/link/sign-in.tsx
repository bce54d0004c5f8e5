import type { EnteredLink, OpenedLink } from '@cinnabar/api/pages/link.js';
import { enterLink, sendLinkCode } from '@cinnabar/api/pages/link.js';
import { useMutation } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { Refused } from '../../api/refused.js';
import type { Wire } from '../../api/wire.js';
import { Button } from '../components/button.js';
import { CodeEntry } from '../components/code-entry.js';
import { ErrorLine } from '../components/error-line.js';
import { iconSize } from '../components/icons.js';
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
const CODE_LENGTH = 6;

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
      entering.reset();
      start(RESEND);
    },
    onError: (error) => {
      if (error instanceof Refused && error.retryAfter !== null) start(error.retryAfter);
    },
  });
  const entering = useMutation({
    mutationFn: (typed: string) =>
      call(enterLink, opened.entry === 'code' ? { linkId, code: typed, asked } : { linkId }),
    onSuccess: enter,
    // What was typed is wrong only if the service says so; after a lost connection it can be sent again.
    onError: (error) => {
      if (error instanceof Refused) setCode('');
    },
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
          onPress={() => entering.mutate('')}
        >
          {t.enter}
        </Button>
      </>
    );
  }
  const isOver = entering.error instanceof Refused && entering.error.reason === 'CODE_ENDED';
  // The code admits to the page and nothing else, so its last digit may enter.
  const enterBy = (digits: string) => {
    if (digits.length === CODE_LENGTH && !entering.isPending) entering.mutate(digits);
  };
  const lost = code.length === CODE_LENGTH && !(entering.error instanceof Refused) ? entering.error : null;
  const wasSent = asked !== null || left > 0;
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
        enterBy(code);
      }}
    >
      <p className="figures m-0 mb-4 text-body text-n-600">{t.sentText(opened.mobile)}</p>
      <CodeEntry
        label={t.code}
        value={code}
        onChange={(digits) => {
          setCode(digits);
          enterBy(digits);
        }}
        error={messageOf(isOver ? sending.error : code === '' ? (sending.error ?? entering.error) : lost)}
        isOver={isOver}
        resend={{ left, wasSent: true, isSending: sending.isPending, send: () => sending.mutate() }}
        autoFocus
      />
      {!isOver && (
        <div className="mt-3">
          <Button
            type="submit"
            look="ink"
            wide
            isDisabled={code.length < CODE_LENGTH}
            busyLabel={entering.isPending ? t.entering : null}
          >
            {t.enter}
          </Button>
        </div>
      )}
    </form>
  );
}
