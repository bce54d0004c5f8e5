import { useEffect } from 'react';
import { CodeEntry } from '../components/code-entry.js';
import { useTexts } from '../text/language.js';
import { PasswordPad } from './password-pad.js';
import { proofTexts } from './proof-texts.js';
import { useSentCode } from './use-sent-code.js';

interface Props {
  readonly mobile: string;
  readonly code: string;
  readonly setCode: (digits: string) => void;
  readonly password: string;
  readonly setPassword: (digits: string) => void;
  readonly error: string | null;
  readonly isCodeOver: boolean;
  /** A new code was sent. */
  readonly renewed: () => void;
}

/** Resets a forgotten signing password by a code to one's own mobile, as part of the act that needs it. */
export default function NewPassword(props: Props) {
  const { mobile, code, setCode, password, setPassword, error, isCodeOver, renewed } = props;
  const t = useTexts(proofTexts);
  const { send, isSending, unsent, resend } = useSentCode({ smsType: 'signPwd' }, renewed);
  useEffect(() => send(), [send]);
  return (
    <>
      <CodeEntry
        label={isSending ? t.sendingCode : t.sentTo(mobile)}
        value={code}
        onChange={setCode}
        error={unsent ?? (isCodeOver ? null : error)}
        isOver={isCodeOver}
        autoFocus
        resend={resend}
      />
      <div className="mt-3">
        <PasswordPad label={t.newPassword} value={password} onChange={setPassword} error={null} />
      </div>
    </>
  );
}
