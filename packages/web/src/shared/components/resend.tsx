import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { Button } from './button.js';

interface Props {
  /** Seconds until another code can be requested. */
  readonly left: number;
  readonly wasSent: boolean;
  readonly isSending: boolean;
  readonly send: () => void;
}

/** Countdown to the next code, or the button that requests it. */
export function Resend({ left, wasSent, isSending, send }: Props) {
  const t = useTexts(commonTexts);
  if (left > 0) return <span className="figures shrink-0 text-small text-n-500">{t.againIn(left)}</span>;
  return (
    <Button look="link" small busyLabel={isSending ? t.sendingCode : null} onPress={send}>
      {wasSent ? t.again : t.sendCode}
    </Button>
  );
}
