import type { sendSmsVerifyCode } from '@cinnabar/api/sms.js';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Refused } from '../api/refused.js';
import { appTexts } from '../app/app-texts.js';
import { CodeField } from '../components/code-field.js';
import { Resend } from '../components/resend.js';
import { useCountdown } from '../components/use-countdown.js';
import { useLink } from '../link/link-context.js';
import { useTexts } from '../text/language.js';
import { PasswordPad } from './password-pad.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly mobile: string;
  readonly code: string;
  readonly setCode: (digits: string) => void;
  readonly password: string;
  readonly setPassword: (digits: string) => void;
  readonly error: string | null;
}

const RESEND = 60;

/** A forgotten signing password is set anew by a code to one's own mobile, in the act that it is needed for. */
export default function NewPassword({ mobile, code, setCode, password, setPassword, error }: Props) {
  const t = useTexts(signTexts);
  const app = useTexts(appTexts);
  const link = useLink();
  const [left, start] = useCountdown();
  const sending = useMutation({
    mutationFn: () =>
      link.call<typeof sendSmsVerifyCode>('/sms/sendSmsVerifyCode', {
        mobile: link.entered.mobile,
        smsType: 'signPwd',
      }),
    onSuccess: () => start(RESEND),
    onError(problem) {
      if (problem instanceof Refused && problem.retryAfter !== null) start(problem.retryAfter);
    },
  });
  const { mutate: send } = sending;
  useEffect(() => send(), [send]);
  const problem = sending.error;
  const unsent = problem === null ? null : problem instanceof Refused ? problem.message : app.offlineText;
  return (
    <>
      <CodeField
        label={sending.isPending ? t.sendingCode : t.sentTo(mobile)}
        value={code}
        onChange={setCode}
        error={error ?? unsent}
        autoFocus
        aside={
          <Resend left={left} wasSent={sending.isSuccess} isSending={sending.isPending} send={() => send()} />
        }
      />
      <div className="mt-3">
        <PasswordPad label={t.newPassword} value={password} onChange={setPassword} error={null} />
      </div>
    </>
  );
}
