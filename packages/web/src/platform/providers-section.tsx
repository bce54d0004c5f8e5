import { listPlatformProviders, testPlatformProvider } from '@cinnabar/api/pages/platform-providers.js';
import {
  CircleCheck,
  CircleDashed,
  CircleX,
  FlaskConical,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { smallIcon } from '../shared/components/icons.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import { Answered, rowsLook, useErrorWords } from './list-parts.js';
import { localMoment } from './local-moment.js';
import { useAsked, useOperatorAct } from './platform-context.js';
import { minutesSince, rateOf, type Standing, standingOf } from './provider-standing.js';
import { providersTexts } from './providers-texts.js';

const REFRESH_MS = 30_000;

type Provider = DataOf<typeof listPlatformProviders>['providers'][number];
type Outcome = DataOf<typeof testPlatformProvider>;

/** Every provider that the installation has, how it answers, and a test of it. */
export default function ProvidersSection() {
  const t = useTexts(providersTexts);
  const asked = useAsked(listPlatformProviders, {}, { everyMs: REFRESH_MS });
  return (
    <>
      <p className="m-0 mb-4 text-small text-n-600">{t.lead}</p>
      <Answered asked={asked}>
        {({ providers, time }) => (
          <ul className={rowsLook}>
            {providers.map((provider) => (
              <ProviderRow key={provider.key} provider={provider} time={time} />
            ))}
          </ul>
        )}
      </Answered>
    </>
  );
}

const looks: Readonly<Record<Standing, { readonly Icon: LucideIcon; readonly colour: string }>> = {
  error: { Icon: CircleX, colour: 'text-danger' },
  warn: { Icon: TriangleAlert, colour: 'text-warning' },
  ok: { Icon: CircleCheck, colour: 'text-success' },
  unknown: { Icon: CircleDashed, colour: 'text-n-600' },
};

interface RowProps {
  readonly provider: Provider;
  /** Of the service. */
  readonly time: string;
}

function ProviderRow({ provider, time }: RowProps) {
  const t = useTexts(providersTexts);
  const words = useErrorWords();
  const { key, port, kind, name, corpName, takes } = provider;
  const [isAsking, setAsking] = useState(false);
  const [tested, setTested] = useState<Outcome | null>(null);
  const testing = useOperatorAct(testPlatformProvider, (outcome) => {
    setTested(outcome);
    setAsking(false);
  });
  const title = [t.ports[port], corpName, name].filter((part) => part !== null).join(' ');
  const run = (target: { readonly mobile?: string; readonly mail?: string }) =>
    testing.mutate({ key, ...target });
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3 py-3">
      <div className="figures min-w-0 flex-1 basis-60">
        <p className="m-0 flex flex-wrap items-center gap-x-3 text-desk">
          <span className="font-medium break-all">{title}</span>
          {kind !== 'none' && kind !== 'sandbox' && <StandingMark provider={provider} />}
          {kind === 'sandbox' && (
            <span className="inline-flex items-center gap-1 rounded-marker bg-warning-tint px-1.5 text-small text-warning">
              <FlaskConical {...smallIcon} />
              {t.kinds.sandbox}
            </span>
          )}
          {(kind === 'local' || kind === 'none') && (
            <span className="text-small text-n-600">{t.kinds[kind]}</span>
          )}
        </p>
        <Measured provider={provider} time={time} />
        <Troubles provider={provider} />
        {tested !== null && <TestOutcome outcome={tested} />}
        <ErrorLine text={isAsking ? null : words(testing.error)} />
      </div>
      {takes !== null && (
        <Button
          small
          busyLabel={testing.isPending && !isAsking ? t.testing : null}
          onPress={() => (takes === 'nothing' ? run({}) : setAsking(true))}
          aria-label={t.testThis(title)}
        >
          {t.test}
        </Button>
      )}
      {isAsking && (takes === 'mobile' || takes === 'mail') && (
        <TargetSheet
          takes={takes}
          isSending={testing.isPending}
          problem={words(testing.error)}
          close={() => setAsking(false)}
          send={run}
        />
      )}
    </li>
  );
}

function StandingMark({ provider }: { readonly provider: Provider }) {
  const t = useTexts(providersTexts);
  const standing = standingOf(provider);
  const { Icon, colour } = looks[standing];
  const { state } = provider;
  const hasTrouble = state !== null && state !== 'untried' && state !== 'works';
  return (
    <span className={`inline-flex items-center gap-1 text-small ${colour}`}>
      <Icon {...smallIcon} />
      {hasTrouble ? t.states[state] : t.statuses[standing]}
    </span>
  );
}

/** When it was checked, and how its requests went. */
function Measured({ provider, time }: RowProps) {
  const t = useTexts(providersTexts);
  const { checkedAt, requests, lastSuccess, lastFailure, state, kind } = provider;
  const rate = rateOf(requests);
  const minutes = checkedAt === null ? null : minutesSince(checkedAt, time);
  const parts = [
    ...(minutes === null || kind === 'sandbox' || kind === 'none'
      ? []
      : [minutes === 0 ? t.justChecked : t.checkedAgo(minutes)]),
    ...(state === 'untried' ? [t.untried] : []),
    ...(rate === null ? [] : [t.rate(rate.percent, rate.all)]),
    ...(requests === null || requests.refused === 0 ? [] : [t.refusedOf(requests.refused)]),
    ...(requests === null || requests.failed === 0 ? [] : [t.failedOf(requests.failed)]),
    ...(lastSuccess === null ? [] : [t.lastSuccess(localMoment(lastSuccess))]),
  ];
  return (
    <>
      {parts.length > 0 && <p className="m-0 text-small text-n-600">{parts.join(' · ')}</p>}
      {lastFailure !== null && (
        <p className="m-0 text-small text-n-600 names">
          {t.lastFailure(localMoment(lastFailure.time), lastFailure.op, t.outcomes[lastFailure.outcome])}
          {lastFailure.detail !== '' && <bdi> ({lastFailure.detail})</bdi>}
        </p>
      )}
    </>
  );
}

/** What is wrong with it, what that means, and what helps. */
function Troubles({ provider: { findings, consequence } }: Pick<RowProps, 'provider'>) {
  const t = useTexts(providersTexts);
  return (
    <>
      {findings.map(({ status, message, remedy }) =>
        status === 'ok' ? null : (
          <div key={message} className="mt-1 text-small names">
            <p className="m-0 text-n-900">{message}</p>
            {remedy !== null && (
              <p className="m-0 text-n-900">
                {t.remedy}
                {remedy}
              </p>
            )}
          </div>
        ),
      )}
      {consequence !== null && (
        <p className="m-0 mt-1 text-small text-warning">
          {t.consequence}
          {consequence}
        </p>
      )}
    </>
  );
}

function TestOutcome({ outcome: { outcome, milliseconds } }: { readonly outcome: Outcome }) {
  const t = useTexts(providersTexts);
  const { status, message, remedy } = outcome;
  const { Icon, colour } = looks[status];
  return (
    <div role="status" className="mt-2 rounded-control bg-n-100 px-3 py-2 text-small names">
      <p className={`m-0 flex items-center gap-1 ${colour}`}>
        <Icon {...smallIcon} className="shrink-0" />
        {t.statuses[status]} · {t.took(milliseconds)}
      </p>
      <p className="m-0 text-n-900">{message}</p>
      {remedy !== null && (
        <p className="m-0 text-n-900">
          {t.remedy}
          {remedy}
        </p>
      )}
    </div>
  );
}

interface TargetProps {
  readonly takes: 'mobile' | 'mail';
  readonly isSending: boolean;
  readonly problem: string | null;
  readonly close: () => void;
  readonly send: (target: { readonly mobile?: string; readonly mail?: string }) => void;
}

/** Where a test message goes. */
function TargetSheet({ takes, isSending, problem, close, send }: TargetProps) {
  const t = useTexts(providersTexts);
  const [target, setTarget] = useState('');
  const isMobile = takes === 'mobile';
  const given = target.trim();
  return (
    <Sheet
      title={isMobile ? t.smsTitle : t.mailTitle}
      isOpen
      close={close}
      isHeld={isSending}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={given === ''}
          busyLabel={isSending ? t.testing : null}
          onPress={() => send(isMobile ? { mobile: given } : { mail: given })}
        >
          {t.send}
        </Button>
      }
    >
      <p className="mt-0 mb-4 rounded-control bg-warning-tint px-3 py-2 text-small text-warning">
        {isMobile ? t.smsEffect : t.mailEffect}
      </p>
      <TextField
        label={isMobile ? t.mobile : t.mail}
        value={target}
        onChange={setTarget}
        maxLength={254}
        isNumber={isMobile}
      />
      <ErrorLine text={problem} />
    </Sheet>
  );
}
