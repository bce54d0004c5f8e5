import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { useMutation } from '@tanstack/react-query';
import { Refused } from '../../api/refused.js';
import type { BodyOf } from '../../api/wire.js';
import { useCountdown } from '../components/use-countdown.js';
import { useLink } from '../link/link-context.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';

/** Seconds before another code can be had. */
export const RESEND = 60;

type Body = BodyOf<typeof sendSmsVerifyCode>;

/** What the code is for, and so what its message names. */
export type CodeAbout = Pick<Body, 'smsType' | 'flowIds' | 'approvalIds'>;

/** A code to one's own mobile: sent, refused, or soon to be had again. */
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
    /** Why none was sent, in words. */
    unsent: error === null ? null : error instanceof Refused ? error.message : app.offlineText,
    resend: { left, wasSent: isSuccess, isSending: isPending, send: () => mutate() },
  };
}
