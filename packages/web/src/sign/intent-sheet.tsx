import type { signContract } from '@cinnabar/api/flows.js';
import type { sendSmsVerifyCode } from '@cinnabar/api/sms.js';
import { useMutation } from '@tanstack/react-query';
import { LockKeyhole, MessageSquareText } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Refused, Unanswered } from '../api/refused.js';
import type { DataOf } from '../api/wire.js';
import { appTexts } from '../app/app-texts.js';
import { Button } from '../components/button.js';
import { CodeField } from '../components/code-field.js';
import { iconSize } from '../components/icons.js';
import { Sheet } from '../components/sheet.js';
import { useCountdown } from '../components/use-countdown.js';
import { useLink } from '../link/link-context.js';
import { useTexts } from '../text/language.js';
import { commandsOf, type Marks, type View } from './marks.js';
import { PasswordPad } from './password-pad.js';
import { signTexts } from './sign-texts.js';

type Method = 'sms' | 'pwd';
export type Signed = DataOf<typeof signContract>;

interface Props {
  readonly view: View;
  readonly marks: Marks;
  readonly seenPages: number;
  readonly close: () => void;
  readonly signed: (answer: Signed) => void;
  /** Asks how the flow stands; true where the signature is there after all. */
  readonly wasSigned: () => Promise<boolean>;
}

const RESEND = 60;
/** When the last code of this page was sent; a sheet that is opened again does not send another. */
let sentAt = Number.NEGATIVE_INFINITY;

/** What is signed, as whom, and the proof that the person means it. Six digits enable the button; they never sign. */
export function IntentSheet({ view, marks, seenPages, close, signed, wasSigned }: Props) {
  const t = useTexts(signTexts);
  const app = useTexts(appTexts);
  const link = useLink();
  const methods = view.proofs.filter((proof) => proof !== 'face');
  const [method, setMethod] = useState<Method>(() => firstMethod(methods));
  const [digits, setDigits] = useState('');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isUnclear, setUnclear] = useState(false);
  const [left, start] = useCountdown();
  const isRunning = useRef(false);

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
  const wantsCode = method === 'sms';
  const startCountdown = useRef(start);
  startCountdown.current = start;
  useEffect(() => {
    if (!wantsCode) return;
    const age = (performance.now() - sentAt) / 1000;
    if (age >= RESEND) send();
    else startCountdown.current(RESEND - age);
  }, [wantsCode, send]);

  const signing = useMutation({
    mutationFn: () =>
      link.call<typeof signContract>(
        '/signTask/signContract',
        {
          flowId: view.flowId,
          participantId: view.me.participantId,
          signComponents: commandsOf(view, marks),
          authType: method,
          ...(method === 'sms' ? { verifyCode: digits } : { signPwd: digits }),
        },
        { idempotencyKey: key },
      ),
    onSuccess(answer) {
      localStorage.setItem('proof', method);
      sentAt = Number.NEGATIVE_INFINITY;
      signed(answer);
    },
    async onError(error) {
      if (!(error instanceof Unanswered)) {
        // It was refused, so nothing was done: the next try is another act.
        setKey(crypto.randomUUID());
        setDigits('');
        return;
      }
      setUnclear(true);
      if (!(await wasSigned().catch(() => false))) setUnclear(false);
    },
    onSettled() {
      isRunning.current = false;
    },
  });

  function sign() {
    // The second of two quick taps comes before anything is drawn anew.
    if (isRunning.current || digits.length < 6) return;
    isRunning.current = true;
    signing.mutate();
  }

  const isBusy = signing.isPending || isUnclear;
  const wasCut = signing.error instanceof Unanswered && !isUnclear;
  const failure = digits === '' && signing.error instanceof Refused ? signing.error.message : null;
  const sendFailure =
    sending.error === null
      ? null
      : sending.error instanceof Refused
        ? sending.error.message
        : app.offlineText;
  const asks = marks.some(({ ink }) => ink.kind === 'seal' && ink.seal.needsApproval);
  const label = wasCut ? t.retry : asks ? t.submit : t.sign;
  return (
    <Sheet
      title={t.confirm}
      isOpen
      close={close}
      isHeld={isBusy}
      footer={
        <>
          {wasCut && (
            <p role="alert" className="mt-0 mb-2 text-small text-danger">
              {t.interrupted}
            </p>
          )}
          <Button
            look="binding"
            wide
            isDisabled={digits.length < 6}
            busyLabel={isUnclear ? t.checking : signing.isPending ? t.signing : null}
            onPress={sign}
          >
            {label}
          </Button>
          <p className="m-0 mt-2 text-center text-caption text-n-500">
            {digits.length < 6 ? t.sixDigits : t.binding}
          </p>
        </>
      }
    >
      <Summary view={view} marks={marks} seenPages={seenPages} />
      {asks && (
        <p className="mt-3 mb-0 rounded-control bg-warning-tint px-3 py-2 text-small text-warning">
          {t.willAsk}
        </p>
      )}
      {methods.length > 1 && (
        <fieldset className="mt-5 mb-0 grid grid-cols-2 gap-2 border-0 p-0">
          <legend className="mb-2 p-0 text-small text-n-600">{t.method}</legend>
          <MethodButton isChosen={method === 'sms'} choose={() => choose('sms')}>
            <MessageSquareText {...iconSize} />
            {t.sms}
          </MethodButton>
          <MethodButton isChosen={method === 'pwd'} choose={() => choose('pwd')}>
            <LockKeyhole {...iconSize} />
            {t.pwd}
          </MethodButton>
        </fieldset>
      )}
      <div className="mt-5">
        {method === 'sms' ? (
          <>
            <CodeField
              label={sending.isPending ? t.sendingCode : t.sentTo(view.mobile)}
              value={digits}
              onChange={setDigits}
              error={failure ?? sendFailure}
              autoFocus
            />
            <div className="flex min-h-11 items-center">
              {left > 0 ? (
                <span className="figures text-small text-n-500">{t.againIn(left)}</span>
              ) : (
                <Button
                  look="link"
                  small
                  busyLabel={sending.isPending ? t.sendingCode : null}
                  onPress={() => send()}
                >
                  {sending.isSuccess ? t.again : t.sendCode}
                </Button>
              )}
            </div>
          </>
        ) : (
          <PasswordPad value={digits} onChange={setDigits} error={failure} />
        )}
      </div>
    </Sheet>
  );

  function choose(next: Method) {
    setMethod(next);
    setDigits('');
    signing.reset();
  }
}

function firstMethod(methods: readonly string[]): Method {
  return localStorage.getItem('proof') === 'pwd' && methods.includes('pwd') ? 'pwd' : 'sms';
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
      className={`inline-flex min-h-11 items-center justify-center gap-2 rounded-control border px-2 text-small font-medium ${
        isChosen ? 'border-n-900 text-n-900 ring-1 ring-n-900' : 'border-n-400 text-n-600'
      }`}
    >
      {children}
    </AriaButton>
  );
}

/** As whom, which files, which seals and how often. */
function Summary({ view, marks, seenPages }: Pick<Props, 'view' | 'marks' | 'seenPages'>) {
  const t = useTexts(signTexts);
  const total = view.files.reduce((sum, { pages }) => sum + pages.length, 0);
  const pictures = new Map<string, number>();
  for (const { ink } of marks) {
    const picture =
      ink.kind === 'seal' ? ink.seal.pictureUrl : ink.kind === 'handwriting' ? ink.picture : null;
    if (picture !== null) pictures.set(picture, (pictures.get(picture) ?? 0) + 1);
  }
  return (
    <div className="rounded-card bg-n-50 p-4">
      <p className="m-0 text-body font-semibold names">
        <bdi>{t.as(view.me.name)}</bdi>
      </p>
      {view.isEnterprise && (
        <p className="figures m-0 mt-0.5 text-small text-n-600">
          {t.signer(view.me.personName, view.mobile)}
        </p>
      )}
      <p className="m-0 mt-3 text-small text-n-700 names">
        <bdi>{view.title}</bdi>
      </p>
      <p className="figures m-0 mt-0.5 text-small text-n-600">
        {t.summary(view.files.length, marks.length)} · {t.seen(Math.min(seenPages, total), total)}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {[...pictures].map(([picture, count]) => (
          <span key={picture} className="inline-flex items-center gap-1 text-small text-n-600">
            <img src={picture} alt="" className="size-12 rounded-marker bg-n-0 object-contain p-0.5" />
            <span className="figures">{t.times(count)}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
