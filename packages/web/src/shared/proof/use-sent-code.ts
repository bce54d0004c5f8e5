import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { useMutation } from '@tanstack/react-query';
import { Refused } from '../../api/refused.js';
import type { BodyOf } from '../../api/wire.js';
import { useCountdown } from '../components/use-countdown.js';
import { useLink } from '../link/link-context.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';

/** Seconds until another code can be requested. */
export const RESEND = 60;

type Body = BodyOf<typeof sendSmsVerifyCode>;

/** What the code is for; its text message states it. */
export type CodeAbout = Pick<Body, 'smsType' | 'flowIds' | 'approvalIds'>;

/** Sends a code to the person's own mobile, and tracks refusals and the time until the next one. */
export function useSentCode(about: CodeAbout, sent?: () => void) {
  const app = useTexts(commonTexts);
  const link = useLink();
  const [left, start] = useCountdown();
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: () =>
      link.call(sendSmsVerifyCode, {
        mobile: link.entered.mobile,
        ...about,
      }),
    onSuccess() {
      start(RESEND);
      sent?.();
    },
    onError(problem) {
      if (problem instanceof Refused && problem.retryAfter !== null) start(problem.retryAfter);
    },
  });
  return {
    send: mutate,
    wait: start,
    isSending: isPending,
    /** Why no code was sent, for display. */
    unsent: error === null ? null : error instanceof Refused ? error.message : app.offlineText,
    resend: { left, wasSent: isSuccess, isSending: isPending, send: () => mutate() },
  };
}
