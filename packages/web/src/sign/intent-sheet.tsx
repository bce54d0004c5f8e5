import { acceptanceOf } from '@cinnabar/api/pages/agreements.js';
import type { sendSmsVerifyCode } from '@cinnabar/api/sms.js';
import { useMutation } from '@tanstack/react-query';
import { LockKeyhole, MessageSquareText, ScanFace, ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { kept } from '../api/kept.js';
import { Refused } from '../api/refused.js';
import { appTexts } from '../app/app-texts.js';
import { Button } from '../components/button.js';
import { CodeField } from '../components/code-field.js';
import { iconSize } from '../components/icons.js';
import { Resend } from '../components/resend.js';
import { Sheet } from '../components/sheet.js';
import { useCountdown } from '../components/use-countdown.js';
import { Consent } from '../consent/consent.js';
import { useLink } from '../link/link-context.js';
import { useTexts } from '../text/language.js';
import { beginFaceProof } from './face-proof.js';
import { IntentSummary } from './intent-summary.js';
import type { Marks, View } from './marks.js';
import { PasswordProof } from './password-proof.js';
import { signTexts } from './sign-texts.js';
import { Together } from './together.js';
import { type Method, type Signed, useIntent } from './use-intent.js';
import { type Other, useOthers } from './use-others.js';

interface Props {
  readonly view: View;
  readonly marks: Marks;
  readonly seenPages: number;
  readonly close: () => void;
  readonly signed: (answer: Signed | null) => void;
  readonly wasSigned: () => Promise<boolean>;
  /** Before the page is left for a face check. */
  readonly keepNow: () => Promise<void>;
}

const RESEND = 60;
const CODE_LENGTH = 6;
/** When the last code of this page was sent; a sheet that is opened again does not send another. */
let sentAt = Number.NEGATIVE_INFINITY;

/** What is signed, as whom, and the proof that the person means it. Six digits enable the button; they never sign. */
export function IntentSheet({ view, marks, seenPages, close, signed, wasSigned, keepNow }: Props) {
  const t = useTexts(signTexts);
  const app = useTexts(appTexts);
  const link = useLink();
  const methods = view.proofs;
  const [method, setMethod] = useState<Method>(() => firstMethod(methods));
  const [digits, setDigits] = useState('');
  /** The code by which a forgotten password is set anew; null while none is. */
  const [newByCode, setNewByCode] = useState<string | null>(null);
  const [isAgreed, setAgreed] = useState(() => view.agreements.every(({ accepted }) => accepted));
  const [chosen, setChosen] = useState<readonly Other[]>([]);
  const [left, start] = useCountdown();
  const isProven = view.hasIntent;
  const { others } = useOthers(!isProven);
  const act = useIntent({
    view,
    marks,
    wasSigned,
    signed(answer) {
      sentAt = Number.NEGATIVE_INFINITY;
      signed(answer);
    },
  });

  const sending = useMutation({
    mutationFn: () =>
      link.call<typeof sendSmsVerifyCode>('/sms/sendSmsVerifyCode', {
        mobile: link.entered.mobile,
        smsType: 'sign',
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
  const wantsCode = method === 'sms' && !isProven;
  const startCountdown = useRef(start);
  startCountdown.current = start;
  useEffect(() => {
    if (!wantsCode) return;
    const age = (performance.now() - sentAt) / 1000;
    if (age >= RESEND) send();
    else startCountdown.current(RESEND - age);
  }, [wantsCode, send]);

  const facing = useMutation({
    async mutationFn() {
      // What is agreed to here is agreed to, whatever the check says.
      const accepted = acceptanceOf(view.agreements.map(({ name }) => name));
      await link.ask('/pages/consents/accept', { accepted });
      await keepNow();
      return beginFaceProof(link, view);
    },
    onSuccess: (url) => location.assign(url),
  });

  // A refused proof is typed anew; a lost answer is asked for again with the same one.
  const { error } = act;
  const isRefused = error instanceof Refused;
  useEffect(() => {
    if (!isRefused) return;
    setDigits('');
    setNewByCode((code) => (code === null ? null : ''));
  }, [isRefused]);

  const isBusy = act.isSigning || act.isUnclear;
  const wordsOf = (problem: Error | null) =>
    problem === null ? null : problem instanceof Refused ? problem.message : app.offlineText;
  const failure = isRefused && digits === '' ? error.message : null;
  const isLocked = isRefused && error.code === '1404';
  const asks = marks.some(({ ink }) => ink.kind === 'seal' && ink.seal.needsApproval);
  const hasCode = newByCode === null || newByCode.length === CODE_LENGTH;
  const isComplete = isProven || (digits.length === CODE_LENGTH && hasCode);
  const label = act.wasCut ? t.retry : asks ? t.submit : t.sign;
  const wantsFace = method === 'face' && !isProven;
  return (
    <Sheet
      title={t.confirm}
      isOpen
      close={close}
      isHeld={isBusy}
      footer={
        <>
          {act.wasCut && (
            <p role="alert" className="mt-0 mb-2 text-small text-danger">
              {t.interrupted}
            </p>
          )}
          {isProven && failure !== null && (
            <p role="alert" className="mt-0 mb-2 text-small text-danger">
              {failure}
            </p>
          )}
          {wantsFace ? (
            <Button
              look="ink"
              wide
              isDisabled={!isAgreed}
              busyLabel={facing.isPending ? t.faceOpening : null}
              onPress={() => facing.mutate()}
            >
              <ScanFace {...iconSize} />
              {t.faceGo}
            </Button>
          ) : (
            <Button
              look="binding"
              wide
              isDisabled={!isComplete || !isAgreed}
              busyLabel={act.isUnclear ? t.checking : act.isSigning ? t.signing : null}
              onPress={() => act.sign({ method, digits, newByCode, others: chosen })}
            >
              {label}
            </Button>
          )}
          <p className="m-0 mt-2 text-center text-caption text-n-500">
            {!isAgreed ? t.consentFirst : !isComplete && !wantsFace ? t.sixDigits : t.binding}
          </p>
        </>
      }
    >
      <IntentSummary view={view} marks={marks} seenPages={seenPages} />
      {asks && (
        <p className="mt-3 mb-0 rounded-control bg-warning-tint px-3 py-2 text-small text-warning">
          {t.willAsk}
        </p>
      )}
      {!isProven && method !== 'face' && <Together others={others} chosen={chosen} choose={setChosen} />}
      {isProven ? (
        <p className="mt-4 mb-2 flex items-center gap-2 text-body text-success">
          <ShieldCheck {...iconSize} className="shrink-0" />
          {t.proven}
        </p>
      ) : (
        <>
          {methods.length > 1 && (
            <fieldset className="mt-5 mb-0 flex gap-2 border-0 p-0">
              <legend className="mb-2 p-0 text-small text-n-600">{t.method}</legend>
              {methods.map((each) => (
                <MethodButton key={each} isChosen={method === each} choose={() => choose(each)}>
                  {icons[each]}
                  {t[each]}
                </MethodButton>
              ))}
            </fieldset>
          )}
          <div className="mt-4">
            {method === 'sms' && (
              <CodeField
                label={sending.isPending ? t.sendingCode : t.sentTo(view.mobile)}
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
                mobile={view.mobile}
                digits={digits}
                setDigits={setDigits}
                newByCode={newByCode}
                setNewByCode={setNewByCode}
                error={failure}
                isLocked={isLocked}
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
      <Consent
        names={view.agreements.map(({ name }) => name)}
        text={t.consent}
        isGiven={isAgreed}
        give={setAgreed}
      />
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

function firstMethod(methods: readonly Method[]): Method {
  const last = kept('proof');
  return methods.find((method) => method === last) ?? methods[0] ?? 'sms';
}

function MethodButton({
  isChosen,
  choose,
  children,
}: {
  readonly isChosen: boolean;
  readonly choose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <AriaButton
      aria-pressed={isChosen}
      onPress={choose}
      className={`inline-flex min-h-11 flex-1 flex-wrap items-center justify-center gap-x-2 rounded-control border px-1 text-small font-medium ${
        isChosen ? 'border-n-900 text-n-900 ring-1 ring-n-900' : 'border-n-400 text-n-600'
      }`}
    >
      {children}
    </AriaButton>
  );
}
