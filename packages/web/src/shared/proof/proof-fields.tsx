import { LockKeyhole, MessageSquareText, ScanFace } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { CodeEntry } from '../components/code-entry.js';
import { iconSize } from '../components/icons.js';
import { useTexts } from '../text/language.js';
import type { ProofMethod } from './digits-proof.js';
import { PasswordProof } from './password-proof.js';
import { proofTexts } from './proof-texts.js';
import type { Proof } from './use-proof.js';
import { type CodeAbout, RESEND, useSentCode } from './use-sent-code.js';

interface Props {
  readonly proof: Proof;
  readonly methods: readonly ProofMethod[];
  /** What the code is for: a different selection needs a new code. */
  readonly about: CodeAbout;
  /** Masked. */
  readonly mobile: string;
  /** Why the input was refused; null once the person types again. */
  readonly failure: string | null;
  readonly isLocked: boolean;
  /** The code that was sent can no longer be used. */
  readonly isCodeOver: boolean;
  /** Explanation of the face check, and why it could not start. */
  readonly face: { readonly text: string; readonly failure: string | null };
}

/** The last code sent on this page and its purpose, so that reopening the sheet does not send another. */
let last: { readonly about: string; readonly sentAt: number } | null = null;

/** The code is used up: the next act needs a new one. */
export function forgetSentCode(): void {
  last = null;
}

/** Fields for the proof of intent: code, signing password or face check. */
export function ProofFields(props: Props) {
  const { proof, methods, about, mobile, failure, isLocked, isCodeOver, face } = props;
  const t = useTexts(proofTexts);
  const named = JSON.stringify(about);
  const first = useRef(named);
  const { method, choose } = proof;
  return (
    <>
      {methods.length > 1 && (
        <fieldset className="mt-5 mb-0 flex gap-2 border-0 p-0">
          <legend className="mb-2 p-0 text-small text-n-600">{t.method}</legend>
          {methods.map((each) => (
            <AriaButton
              key={each}
              aria-pressed={method === each}
              onPress={() => choose(each)}
              className={`inline-flex min-h-11 flex-1 flex-wrap items-center justify-center gap-x-2 rounded-control border px-1 text-small font-medium ${
                method === each ? 'border-n-900 text-n-900 ring-1 ring-n-900' : 'border-n-400 text-n-600'
              }`}
            >
              {icons[each]}
              {t[each]}
            </AriaButton>
          ))}
        </fieldset>
      )}
      <div className="mt-4">
        {method === 'sms' && (
          <CodeProof
            key={named}
            proof={proof}
            about={about}
            isFirst={named === first.current}
            mobile={mobile}
            failure={failure}
            isCodeOver={isCodeOver}
          />
        )}
        {method === 'pwd' && (
          <PasswordProof
            proof={proof}
            mobile={mobile}
            error={failure}
            isLocked={isLocked}
            isCodeOver={isCodeOver}
          />
        )}
        {method === 'face' && (
          <>
            <p className="m-0 text-body text-n-600">{face.text}</p>
            <p role="alert" className="m-0 mt-2 min-h-5 text-small text-danger">
              {face.failure}
            </p>
          </>
        )}
      </div>
    </>
  );
}

interface CodeProps extends Pick<Props, 'proof' | 'about' | 'mobile' | 'failure' | 'isCodeOver'> {
  /**
   * Whether the selection is the one the sheet was opened with. For others a code is sent on request, not at each tick.
   */
  readonly isFirst: boolean;
}

function CodeProof({ proof, about, isFirst, mobile, failure, isCodeOver }: CodeProps) {
  const t = useTexts(proofTexts);
  const named = JSON.stringify(about);
  const code = useSentCode(about, () => {
    last = { about: named, sentAt: performance.now() };
    // A refusal of the earlier code says nothing about the new one.
    proof.reset();
  });
  const start = useRef(() => {});
  start.current = () => {
    const age = last?.about === named ? (performance.now() - last.sentAt) / 1000 : RESEND;
    if (age < RESEND) code.wait(RESEND - age);
    else if (isFirst) code.send();
    else proof.setDigits('');
  };
  useEffect(() => start.current(), []);
  const isSent = isFirst || last?.about === named;
  return (
    <CodeEntry
      label={code.isSending ? t.sendingCode : isSent ? t.sentTo(mobile) : t.chosenAnew}
      value={proof.digits}
      onChange={proof.setDigits}
      error={code.unsent ?? (isCodeOver ? null : failure)}
      isOver={isCodeOver}
      autoFocus={isFirst}
      resend={code.resend}
    />
  );
}

const icons: Readonly<Record<ProofMethod, ReactNode>> = {
  sms: <MessageSquareText {...iconSize} className="shrink-0" />,
  pwd: <LockKeyhole {...iconSize} className="shrink-0" />,
  face: <ScanFace {...iconSize} className="shrink-0" />,
};
