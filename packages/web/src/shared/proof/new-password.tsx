import { useEffect } from 'react';
import { CodeField } from '../components/code-field.js';
import { Resend } from '../components/resend.js';
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
}

/** Resets a forgotten signing password by a code to one's own mobile, as part of the act that needs it. */
export default function NewPassword({ mobile, code, setCode, password, setPassword, error }: Props) {
  const t = useTexts(proofTexts);
  const { send, isSending, unsent, resend } = useSentCode({ smsType: 'signPwd' });
  useEffect(() => send(), [send]);
  return (
    <>
      <CodeField
        label={isSending ? t.sendingCode : t.sentTo(mobile)}
        value={code}
        onChange={setCode}
        error={error ?? unsent}
        autoFocus
        aside={<Resend {...resend} />}
      />
      <div className="mt-3">
        <PasswordPad label={t.newPassword} value={password} onChange={setPassword} error={null} />
      </div>
    </>
  );
}
