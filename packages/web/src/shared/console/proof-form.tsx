import { passkeyToProve } from '@cinnabar/api/pages/login.js';
import { proveFresh, sendFreshCode } from '@cinnabar/api/pages/own-security.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { Refused } from '../../api/refused.js';
import { Button } from '../components/button.js';
import { ChoiceField } from '../components/choice-field.js';
import { CodeField } from '../components/code-field.js';
import { ErrorLine } from '../components/error-line.js';
import { Resend } from '../components/resend.js';
import { TextField } from '../components/text-field.js';
import { useCountdown } from '../components/use-countdown.js';
import { useTexts } from '../text/language.js';
import type { Entered } from './console-door.js';
import { consoleTexts } from './console-texts.js';
import { FaceProof } from './face-proof.js';
import { useFailureWords } from './failure-words.js';
import { answerOfPasskey } from './passkey.js';

type Kind = 'code' | 'factor' | 'passkey' | 'face';

interface Props {
  readonly entered: Entered;
  readonly done: () => void;
}

const RESEND = 60;
const CODE_LENGTH = 6;

/** A fresh proof that the person of the session is still there. */
export function ProofForm({ entered, done }: Props) {
  const t = useTexts(consoleTexts);
  const words = useFailureWords();
  const ways = waysOf(entered);
  const [kind, setKind] = useState<Kind>(ways[0] ?? 'code');
  const [typed, setTyped] = useState('');
  const [left, start] = useCountdown();
  const key = { consoleSession: entered.session };
  const sending = useMutation({
    mutationFn: () => call(sendFreshCode, {}, key),
    onSuccess: () => start(RESEND),
    onError(error) {
      if (error instanceof Refused && error.retryAfter !== null) start(error.retryAfter);
    },
  });
  const proving = useMutation({
    async mutationFn(given: string) {
      const { options } = kind === 'passkey' ? await call(passkeyToProve, {}, key) : { options: '' };
      const value = kind === 'passkey' ? await answerOfPasskey(options) : given;
      return call(proveFresh, { kind, value }, key);
    },
    onSuccess: done,
    onError: () => setTyped(''),
  });
  const names: Readonly<Record<Kind, string>> = {
    code: t.proofByCode(entered.mobile),
    factor: t.proofByFactor,
    passkey: t.proofByPasskey,
    face: t.proofByFace,
  };
  const failure = typed === '' ? words(proving.error) : null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.length >= CODE_LENGTH && !proving.isPending) proving.mutate(typed);
      }}
    >
      {ways.length > 1 && (
        <ChoiceField
          legend={t.proofWay}
          value={kind}
          onChange={(chosen) => {
            setKind(chosen);
            setTyped('');
            proving.reset();
          }}
          options={ways.map((each) => ({ value: each, words: names[each] }))}
        />
      )}
      {kind === 'code' && (
        <CodeField
          label={names.code}
          value={typed}
          onChange={setTyped}
          error={failure ?? words(sending.error)}
          aside={
            <Resend
              left={left}
              wasSent={sending.isSuccess}
              isSending={sending.isPending}
              send={() => sending.mutate()}
            />
          }
        />
      )}
      {kind === 'factor' && (
        <TextField
          label={t.factor}
          hint={t.factorHint}
          value={typed}
          onChange={setTyped}
          error={failure}
          autoComplete="one-time-code"
          isNumber
          maxLength={20}
        />
      )}
      {kind === 'face' && (
        <>
          <ErrorLine text={words(proving.error)} />
          <FaceProof session={entered.session} prove={proving.mutate} />
        </>
      )}
      {kind === 'passkey' && (
        <>
          <ErrorLine text={words(proving.error)} />
          <Button
            look="ink"
            wide
            busyLabel={proving.isPending ? t.confirming : null}
            onPress={() => proving.mutate('')}
          >
            {t.usePasskey}
          </Button>
        </>
      )}
      {(kind === 'code' || kind === 'factor') && (
        <div className="mt-4">
          <Button
            type="submit"
            look="ink"
            wide
            isDisabled={typed.trim().length < CODE_LENGTH}
            busyLabel={proving.isPending ? t.confirming : null}
          >
            {t.confirm}
          </Button>
        </div>
      )}
    </form>
  );
}

/** The strongest first. */
function waysOf({ factors, hasFace }: Entered): readonly Kind[] {
  return [
    ...(factors.includes('passkey') ? (['passkey'] as const) : []),
    ...(factors.includes('totp') ? (['factor'] as const) : []),
    'code',
    ...(hasFace ? (['face'] as const) : []),
  ];
}
