import type { sendSmsVerifyCode } from '@cinnabar/api/sms.js';
import { useMutation } from '@tanstack/react-query';
import { LockKeyhole, MessageSquareText, ScanFace, ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { keep, kept } from '../api/kept.js';
import { Refused } from '../api/refused.js';
import { appTexts } from '../app/app-texts.js';
import { Button } from '../components/button.js';
import { CodeField } from '../components/code-field.js';
import { iconSize } from '../components/icons.js';
import { Resend } from '../components/resend.js';
import { Sheet } from '../components/sheet.js';
import { useCountdown } from '../components/use-countdown.js';
import { useLink } from '../link/link-context.js';
import { digitsProof } from '../sign/digits-proof.js';
import { PasswordProof } from '../sign/password-proof.js';
import { useTexts } from '../text/language.js';
import type { Results } from './approvals.js';
import { approveTexts } from './approve-texts.js';
import { leaveForFace } from './face-detour.js';
import { type Decision, type ProofGiven, useDecision } from './use-decision.js';

type Method = 'sms' | 'pwd' | 'face';

interface Props {
  readonly decision: Decision;
  readonly proofs: readonly Method[];
  /** What it is about, in words. */
  readonly summary: ReactNode;
  readonly kind: 'seal' | 'contract';
  readonly corpName: string;
  readonly mobile: string;
  /** Somebody has just come back from a face check. */
  readonly faceProof: ProofGiven | null;
  readonly close: () => void;
  readonly done: (results: Results) => void;
  /** Looks how things stand, where no answer came. */
  readonly recheck: () => Promise<void>;
}

const RESEND = 60;
const CODE_LENGTH = 6;
/** When the last code of this page was sent; a sheet that is opened again does not send another. */
let sentAt = Number.NEGATIVE_INFINITY;

/** The last word before it counts: what follows from it and, where the enterprise wants it, who says so. */
export function DecisionSheet(props: Props) {
  const { decision, proofs, summary, kind, corpName, mobile, faceProof, close, done, recheck } = props;
  const t = useTexts(approveTexts);
  const app = useTexts(appTexts);
  const link = useLink();
  const [method, setMethod] = useState<Method>(() => firstMethod(proofs));
  const [digits, setDigits] = useState('');
  /** The code by which a forgotten password is set anew; null while none is. */
  const [newByCode, setNewByCode] = useState<string | null>(null);
  const [left, start] = useCountdown();
  const act = useDecision(
    decision,
    (results) => {
      sentAt = Number.NEGATIVE_INFINITY;
      if (proofs.length > 0) keep('proof', method);
      done(results);
    },
    recheck,
  );
  const isProven = proofs.length === 0 || faceProof !== null;

  const sending = useMutation({
    mutationFn: () =>
      link.call<typeof sendSmsVerifyCode>('/sms/sendSmsVerifyCode', {
        mobile: link.entered.mobile,
        smsType: 'approval',
      }),
    onSuccess() {
      sentAt = performance.now();
      start(RESEND);
    },
    onError(error) {
      if (error instanceof Refused && error.retryAfter !== null) start(error.retryAfter);
    },
  });
  const { mutate: send } = sending;
  const wantsCode = !isProven && method === 'sms';
  const startCountdown = useRef(start);
  startCountdown.current = start;
  useEffect(() => {
    if (!wantsCode) return;
    const age = (performance.now() - sentAt) / 1000;
    if (age >= RESEND) send();
    else startCountdown.current(RESEND - age);
  }, [wantsCode, send]);
  const facing = useMutation({
    mutationFn: () => leaveForFace(link, decision),
    onSuccess: (url) => location.assign(url),
  });

  // A refused proof is typed anew.
  const { refused } = act;
  useEffect(() => {
    if (refused === null) return;
    setDigits('');
    setNewByCode((code) => (code === null ? null : ''));
  }, [refused]);

  const isPass = decision.verdict === 'pass';
  const count = decision.approvalIds.length;
  const wordsOf = (problem: Error | null) =>
    problem === null ? null : problem instanceof Refused ? problem.message : app.offlineText;
  const failure = digits === '' ? refused : null;
  const isComplete =
    isProven || (digits.length === CODE_LENGTH && (newByCode === null || newByCode.length === CODE_LENGTH));
  const passWord = count > 1 ? t.passMany : kind === 'seal' ? t.passSeal : t.passContract;
  const consequence = !isPass
    ? t.rejectConsequence
    : count > 1
      ? t.consequenceMany(count)
      : kind === 'seal'
        ? t.consequenceSeal
        : t.consequenceContract;

  function proofGiven(): ProofGiven | null {
    if (faceProof !== null) return faceProof;
    if (isProven) return null;
    return digitsProof({ method, digits, newByCode });
  }

  return (
    <Sheet
      title={isPass ? passWord : t.rejectTitle}
      isOpen
      close={close}
      isHeld={act.isBusy}
      footer={
        <>
          {act.wasCut && (
            <p role="alert" className="mt-0 mb-2 text-small text-danger">
              {t.interrupted}
            </p>
          )}
          {isProven && refused !== null && (
            <p role="alert" className="mt-0 mb-2 text-small text-danger">
              {refused}
            </p>
          )}
          {!isProven && method === 'face' ? (
            <Button
              look="ink"
              wide
              busyLabel={facing.isPending ? t.faceGoing : null}
              onPress={() => facing.mutate()}
            >
              <ScanFace {...iconSize} />
              {t.faceGo}
            </Button>
          ) : (
            <Button
              look={isPass ? 'binding' : 'dangerous'}
              wide
              isDisabled={!isComplete}
              busyLabel={act.isBusy ? (isPass && kind === 'seal' ? t.stamping : t.acting) : null}
              onPress={() => act.decide(proofGiven())}
            >
              {act.wasCut ? t.retry : isPass ? passWord : t.rejectAct}
            </Button>
          )}
          {!isComplete && method !== 'face' && (
            <p className="m-0 mt-2 text-center text-caption text-n-500">{t.sixDigits}</p>
          )}
        </>
      }
    >
      <div className="rounded-card bg-n-50 p-4">
        <p className="m-0 text-body font-semibold names">
          <bdi>{t.forCorp(corpName)}</bdi>
        </p>
        {summary}
        {decision.reason !== null && (
          <p className="m-0 mt-2 text-small text-n-700 names">
            <bdi>{t.rejectedText(decision.reason)}</bdi>
          </p>
        )}
      </div>
      <p
        className={`mt-3 mb-0 rounded-control px-3 py-2 text-small ${isPass ? 'bg-warning-tint text-warning' : 'bg-danger-tint text-danger'}`}
      >
        {consequence}
      </p>
      {faceProof !== null && (
        <p className="mt-4 mb-2 flex items-center gap-2 text-body text-success">
          <ShieldCheck {...iconSize} className="shrink-0" />
          {t.faceDone}
        </p>
      )}
      {!isProven && (
        <>
          {proofs.length > 1 && (
            <fieldset className="mt-5 mb-0 flex gap-2 border-0 p-0">
              <legend className="mb-2 p-0 text-small text-n-600">{t.method}</legend>
              {proofs.map((each) => (
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
              <CodeField
                label={sending.isPending ? t.sendingCode : t.sentTo(mobile)}
                value={digits}
                onChange={setDigits}
                error={failure ?? wordsOf(sending.error)}
                autoFocus
                aside={
                  <Resend
                    left={left}
                    wasSent={sending.isSuccess}
                    isSending={sending.isPending}
                    send={() => send()}
                  />
                }
              />
            )}
            {method === 'pwd' && (
              <PasswordProof
                mobile={mobile}
                digits={digits}
                setDigits={setDigits}
                newByCode={newByCode}
                setNewByCode={setNewByCode}
                error={failure}
                isLocked={act.isLocked}
                reset={act.reset}
                chooseCode={() => choose('sms')}
              />
            )}
            {method === 'face' && (
              <>
                <p className="m-0 text-body text-n-600">{t.faceText}</p>
                <p role="alert" className="m-0 mt-2 min-h-5 text-small text-danger">
                  {wordsOf(facing.error)}
                </p>
              </>
            )}
          </div>
        </>
      )}
    </Sheet>
  );

  function choose(next: Method) {
    setMethod(next);
    setDigits('');
    setNewByCode(null);
    act.reset();
  }
}

const icons: Readonly<Record<Method, ReactNode>> = {
  sms: <MessageSquareText {...iconSize} className="shrink-0" />,
  pwd: <LockKeyhole {...iconSize} className="shrink-0" />,
  face: <ScanFace {...iconSize} className="shrink-0" />,
};

function firstMethod(proofs: readonly Method[]): Method {
  const last = kept('proof');
  return proofs.find((method) => method === last) ?? proofs[0] ?? 'sms';
}
