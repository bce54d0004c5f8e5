import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import { sendMyDataCode } from '@cinnabar/api/pages/my-data.js';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.js';
import { Refused } from '../api/refused.js';
import { CodeField } from '../shared/components/code-field.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { Resend } from '../shared/components/resend.js';
import { TextField } from '../shared/components/text-field.js';
import { useCountdown } from '../shared/components/use-countdown.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import type { GivenProof } from './given-proof.js';
import { myDataTexts } from './my-data-texts.js';

/** Seconds until another code can be requested. */
const RESEND = 60;

interface Props {
  readonly entered: EnteredMine;
  readonly act: 'export' | 'erase';
  readonly needsFactor: boolean;
  readonly proof: GivenProof;
  readonly change: (proof: GivenProof) => void;
}

/** A code for this act alone, and the second factor of whoever has one. */
export function DataProof({ entered, act, needsFactor, proof, change }: Props) {
  const t = useTexts(myDataTexts);
  const app = useTexts(commonTexts);
  const [left, start] = useCountdown();
  const sending = useMutation({
    mutationFn: () => call(sendMyDataCode, { act }, { personSession: entered.session }),
    onSuccess() {
      change({ ...proof, code: '' });
      start(RESEND);
    },
    onError(error) {
      if (error instanceof Refused && error.retryAfter !== null) start(error.retryAfter);
    },
  });
  return (
    <>
      {needsFactor && (
        <TextField
          label={t.factor}
          value={proof.factor}
          onChange={(factor) => change({ ...proof, factor: factor.trim() })}
        />
      )}
      <CodeField
        label={t.code(entered.mobile)}
        value={proof.code}
        onChange={(code) => change({ ...proof, code })}
        error={refusalWords(sending.error, app.offlineText)?.words ?? null}
        aside={
          <Resend
            left={left}
            wasSent={sending.isSuccess}
            isSending={sending.isPending}
            send={() => sending.mutate()}
          />
        }
      />
    </>
  );
}
