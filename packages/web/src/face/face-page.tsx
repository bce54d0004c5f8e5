import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { FacePageView } from '@cinnabar/api/pages/face.js';
import { agreeToFaceCheck, openFaceCheck } from '@cinnabar/api/pages/face.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.js';
import { callSandbox } from '../api/sandbox.js';
import type { DataOf, Wire } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { CurrentBrand } from '../shared/components/current-brand.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { Facts } from '../shared/components/facts.js';
import { FormPage } from '../shared/components/form-page.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { SandboxPanel } from '../shared/components/sandbox-panel.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import { TextField } from '../shared/components/text-field.js';
import { Consent } from '../shared/consent/consent.js';
import { consentTexts } from '../shared/consent/consent-texts.js';
import { useBrand } from '../shared/link/use-brand.js';
import { IdentNumberField } from '../shared/newcomer/ident-number-field.js';
import { isName, numberProblem, plainNumber } from '../shared/newcomer/identity-rules.js';
import { identityTexts } from '../shared/newcomer/identity-texts.js';
import { useOpenPage } from '../shared/router/open-page.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { AwaitedResult } from './awaited-result.js';
import { faceTexts } from './face-texts.js';
import {
  forgetProviderReturn,
  hasStarted,
  isSigned,
  noteStart,
  type ProviderReturn,
  providerReturn,
} from './provider-return.js';

type View = Wire<FacePageView>;
type ProviderPage = NonNullable<DataOf<typeof agreeToFaceCheck>['page']>;

export default function FacePage() {
  const page = useOpenPage();
  const orderNo = page?.name === 'face' ? page.parameters.orderNo : '';
  const opening = useQuery({
    queryKey: ['face', orderNo],
    queryFn: () => call(openFaceCheck, { orderNo }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const brand = useBrand(opening.data?.brand);
  if (opening.error !== null)
    return <RefusalPage error={opening.error} retry={() => void opening.refetch()} />;
  const view = opening.data;
  if (view === undefined || brand === undefined) return <PageSkeleton />;
  return (
    <CurrentBrand value={brand}>
      <Opened view={view} orderNo={orderNo} reopen={() => void opening.refetch()} />
    </CurrentBrand>
  );
}

interface OpenedProps {
  readonly view: View;
  readonly orderNo: string;
  readonly reopen: () => void;
}

function Opened({ view, orderNo, reopen }: OpenedProps) {
  const [stage, setStage] = useState(() => firstStage(orderNo));
  if (view.state !== 'open') return <Ended view={view} />;
  if (stage.kind === 'asking') {
    const leave = (provider: ProviderPage) => {
      noteStart(orderNo);
      setStage({ kind: 'away', provider });
      if (provider.way === 'open') location.assign(provider.url);
    };
    return <Check view={view} orderNo={orderNo} leave={leave} />;
  }
  if (stage.kind === 'elsewhere') return <Elsewhere />;
  const startAgain = () => {
    forgetProviderReturn();
    setStage({ kind: 'asking' });
  };
  return (
    <AwaitedResult
      orderNo={orderNo}
      returned={stage.kind === 'returned' ? stage.returned : null}
      scanned={stage.kind === 'away' && stage.provider.way === 'scan' ? stage.provider.url : null}
      reopen={reopen}
      startAgain={startAgain}
    />
  );
}

/** What this browser shows of an open check. */
type Stage =
  | { readonly kind: 'asking' }
  | { readonly kind: 'away'; readonly provider: ProviderPage }
  | { readonly kind: 'returned'; readonly returned: ProviderReturn }
  /** The provider's app has opened the page: the browser in which the person started shows the result. */
  | { readonly kind: 'elsewhere' };

function firstStage(orderNo: string): Stage {
  const returned = providerReturn();
  if (returned === null) return { kind: 'asking' };
  const isForeign = !isSigned(returned) && !hasStarted(orderNo);
  return isForeign ? { kind: 'elsewhere' } : { kind: 'returned', returned };
}

function Elsewhere() {
  const t = useTexts(faceTexts);
  return <StatePage icon="done" title={t.elsewhereTitle} text={t.elsewhereText} />;
}

/** Outcome of a check, for people who return to its page. */
function Ended({ view }: { readonly view: View }) {
  const t = useTexts(faceTexts);
  const { cancelUrl } = view;
  const action =
    cancelUrl === null ? {} : { action: { label: t.goBack, run: () => location.assign(cancelUrl) } };
  if (view.state === 'passed')
    return <StatePage icon="done" title={t.passedTitle} text={t.passedText} {...action} />;
  if (view.state === 'failed')
    return <StatePage icon="ended" title={t.failedTitle} text={t.failedText} {...action} />;
  return <StatePage icon="ended" title={t.expiredTitle} text={t.expiredText} {...action} />;
}

interface CheckProps {
  readonly view: View;
  readonly orderNo: string;
  readonly leave: (provider: ProviderPage) => void;
}

function Check({ view, orderNo, leave }: CheckProps) {
  const t = useTexts(faceTexts);
  const app = useTexts(commonTexts);
  const consents = useTexts(consentTexts);
  const identity = useTexts(identityTexts);
  const [accepts, setAccepts] = useState(false);
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const deciding = useMutation({
    async mutationFn(result: 'pass' | 'fail') {
      const who = view.asksWho ? { realName: name.trim(), identNum: plainNumber(number) } : {};
      const accepted = acceptanceOf(agreementsFor.checkFace);
      const { page: provider } = await call(agreeToFaceCheck, { orderNo, accepted, ...who });
      if (provider !== null) return { provider };
      const path = `/sandbox/face/${encodeURIComponent(orderNo)}`;
      return callSandbox<{ readonly redirect: string }>(path, { result, ...who });
    },
    onSuccess(answer) {
      if ('provider' in answer) leave(answer.provider);
      else location.replace(answer.redirect);
    },
  });
  const purpose = t[view.purpose];
  const purposeWords = typeof purpose === 'string' ? purpose : purpose(view.count);
  const problem = numberProblem(number);
  const saysWho = !view.asksWho || (isName(name) && problem === null);
  const isReady = accepts && saysWho;
  const { cancelUrl } = view;
  return (
    <FormPage
      title={t.title}
      lead={view.ownMobile === null ? <bdi>{t.lead(view.corpName ?? '')}</bdi> : t.ownLead}
      submit={() => {
        if (isReady && !deciding.isPending) deciding.mutate('pass');
      }}
      footer={
        <>
          <ErrorLine text={refusalWords(deciding.error, app.offlineText)?.words ?? null} />
          <Choices
            isSimulated={view.isSimulated}
            isReady={isReady}
            isBusy={deciding.isPending}
            fail={() => deciding.mutate('fail')}
          />
          <p className="m-0 mt-2 min-h-5 text-center text-small text-n-500">
            {accepts ? null : consents.first}
          </p>
          {cancelUrl !== null && (
            <div className="mt-2">
              <Button look="quiet" wide onPress={() => location.assign(cancelUrl)}>
                {t.cancel}
              </Button>
            </div>
          )}
        </>
      }
    >
      <Facts
        facts={[
          [t.purpose, purposeWords],
          ...(view.ownMobile === null
            ? []
            : [
                [
                  t.ownMobileLabel,
                  <span key="mobile" className="figures">
                    {view.ownMobile}
                  </span>,
                ] as const,
              ]),
          ...(view.newName === null ? [] : [[t.newName, <bdi key="name">{view.newName}</bdi>] as const]),
          ...(view.newOwner === null ? [] : [[t.owner, <bdi key="owner">{view.newOwner}</bdi>] as const]),
        ]}
      />
      {view.purpose === 'receiveCorp' && <p className="m-0 text-small text-n-600">{t.ownerBefore}</p>}
      {view.asksWho && (
        <>
          <TextField
            label={identity.name}
            value={name}
            onChange={setName}
            autoComplete="name"
            maxLength={60}
          />
          <IdentNumberField value={number} onChange={setNumber} />
        </>
      )}
      <Consent names={agreementsFor.checkFace} text={t.consent} isGiven={accepts} give={setAccepts} />
    </FormPage>
  );
}

interface ChoicesProps {
  readonly isSimulated: boolean;
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly fail: () => void;
}

function Choices({ isSimulated, isReady, isBusy, fail }: ChoicesProps) {
  const t = useTexts(faceTexts);
  const pass = (
    <Button type="submit" look="ink" wide isDisabled={!isReady} busyLabel={isBusy ? t.finishing : null}>
      {isSimulated ? t.pass : t.title}
    </Button>
  );
  if (!isSimulated) return pass;
  return (
    <SandboxPanel title={t.sandbox}>
      <div className="grid grid-cols-2 gap-2">
        {pass}
        <Button wide isDisabled={!isReady || isBusy} onPress={fail}>
          {t.fail}
        </Button>
      </div>
    </SandboxPanel>
  );
}
