import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { FacePageView } from '@cinnabar/api/pages/face.js';
import { agreeToFaceCheck, finishFaceCheck, openFaceCheck } from '@cinnabar/api/pages/face.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../api/call.js';
import { callSandbox } from '../api/sandbox.js';
import type { Wire } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
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
import { IdentNumberField } from '../shared/newcomer/ident-number-field.js';
import { isName, numberProblem, plainNumber } from '../shared/newcomer/identity-rules.js';
import { identityTexts } from '../shared/newcomer/identity-texts.js';
import { useOpenPage } from '../shared/router/open-page.js';
import { isSandbox } from '../shared/state/sandbox.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { faceTexts } from './face-texts.js';

type View = Wire<FacePageView>;

/** Poll interval while the check runs at its provider. */
const POLL_MS = 3_000;

export default function FacePage() {
  const page = useOpenPage();
  const orderNo = page?.name === 'face' ? page.parameters.orderNo : '';
  const opening = useQuery({
    queryKey: ['face', orderNo],
    queryFn: () => call(openFaceCheck, { orderNo }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (opening.error !== null)
    return <RefusalPage error={opening.error} retry={() => void opening.refetch()} />;
  const view = opening.data;
  if (view === undefined) return <PageSkeleton />;
  return view.state === 'open' ? <Check view={view} orderNo={orderNo} /> : <Ended view={view} />;
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

function Check({ view, orderNo }: { readonly view: View; readonly orderNo: string }) {
  const t = useTexts(faceTexts);
  const app = useTexts(commonTexts);
  const consents = useTexts(consentTexts);
  const identity = useTexts(identityTexts);
  const [accepts, setAccepts] = useState(false);
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const [waits, setWaits] = useState(false);
  const agree = () => call(agreeToFaceCheck, { orderNo, accepted: acceptanceOf(agreementsFor.checkFace) });
  const deciding = useMutation({
    async mutationFn(result: 'pass' | 'fail') {
      await agree();
      if (!isSandbox) return null;
      const who = view.asksWho ? { realName: name.trim(), identNum: plainNumber(number) } : {};
      const path = `/sandbox/face/${encodeURIComponent(orderNo)}`;
      return callSandbox<{ readonly redirect: string }>(path, { result, ...who });
    },
    onSuccess(answer) {
      if (answer === null) setWaits(true);
      else location.replace(answer.redirect);
    },
  });
  const purpose = t[view.purpose];
  const purposeWords = typeof purpose === 'string' ? purpose : purpose(view.count);
  const problem = numberProblem(number);
  const saysWho = !view.asksWho || (isName(name) && problem === null);
  const isReady = accepts && saysWho;
  const { cancelUrl } = view;
  if (waits) return <Waiting orderNo={orderNo} />;
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
          <Choices isReady={isReady} isBusy={deciding.isPending} fail={() => deciding.mutate('fail')} />
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
          [t.channel, t[view.channel]],
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
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly fail: () => void;
}

function Choices({ isReady, isBusy, fail }: ChoicesProps) {
  const t = useTexts(faceTexts);
  const pass = (
    <Button type="submit" look="ink" wide isDisabled={!isReady} busyLabel={isBusy ? t.finishing : null}>
      {isSandbox ? t.pass : t.title}
    </Button>
  );
  if (!isSandbox) return pass;
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

/** The check runs at its provider; the page continues as soon as it is finished. */
function Waiting({ orderNo }: { readonly orderNo: string }) {
  const t = useTexts(faceTexts);
  const asking = useQuery({
    queryKey: ['face', orderNo, 'result'],
    queryFn: () => call(finishFaceCheck, { orderNo }),
    refetchInterval: POLL_MS,
    retry: false,
  });
  const redirect = asking.data?.redirect;
  useEffect(() => {
    if (redirect !== undefined) location.replace(redirect);
  }, [redirect]);
  return <StatePage icon="waiting" title={t.finishing} text={t.waiting} />;
}
