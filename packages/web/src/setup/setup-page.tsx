import { beginSetup, checkSetup, finishSetup } from '@cinnabar/api/pages/setup.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../api/call.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { CardPage } from '../shared/console/card-page.js';
import { findingTexts } from '../shared/findings/finding-texts.js';
import { Findings } from '../shared/findings/findings.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { CodeStep } from './code-step.js';
import { CorpStep } from './corp-step.js';
import { forgetSetup, keepSetup, keptSetup } from './kept-setup.js';
import { KeysStep } from './keys-step.js';
import { OperatorStep } from './operator-step.js';
import { SettingsStep } from './settings-step.js';
import { SetupDone } from './setup-done.js';
import { setupFoot } from './setup-foot.js';
import {
  beginRequest,
  finishRequest,
  isComplete,
  type SetupForm,
  type StepName,
  stepBeside,
  stepOf,
  steps,
} from './setup-form.js';
import { setupTexts } from './setup-texts.js';
import { siteFindings } from './site-facts.js';

/** Makes the first operator and the first enterprise of a service that belongs to nobody yet. */
export default function SetupPage() {
  const t = useTexts(setupTexts);
  const checks = useTexts(findingTexts);
  const app = useTexts(commonTexts);
  const { language } = useLanguage();
  const [{ step, form }, setPosition] = useState(keptSetup);
  const setStep = (next: StepName): void => setPosition((before) => ({ ...before, step: next }));
  const setForm = (changed: Partial<SetupForm>): void =>
    setPosition((before) => ({ ...before, form: { ...before.form, ...changed } }));
  const beginning = useMutation({
    mutationFn: () => call(beginSetup, beginRequest(form)),
    onSuccess: () =>
      setPosition((before) => (before.step === 'code' ? { ...before, step: 'findings' } : before)),
    onError: () => setStep('code'),
  });
  const { mutate: begin } = beginning;
  const offer = beginning.data ?? null;
  const checking = useQuery({
    // The service answers in the language of the page.
    queryKey: ['setup', form.code, language],
    queryFn: async () => ({ ...(await call(checkSetup, { code: form.code })), arrived: Date.now() }),
    enabled: offer !== null && step !== 'code',
    refetchOnWindowFocus: step === 'findings',
  });
  const finishing = useMutation({
    mutationFn: () => call(finishSetup, finishRequest(form, offer?.sealed ?? '')),
    onSuccess: forgetSetup,
    onError(error) {
      const { field = null } = refusalWords(error, '') ?? {};
      const at = field === null ? null : stepOf(field);
      if (at !== null) setStep(at);
      setForm({ totp: '' });
    },
  });
  const isFinished = finishing.data !== undefined;
  useEffect(() => {
    if (!isFinished) keepSetup({ step, form });
  }, [step, form, isFinished]);
  // Left in the middle: the code may have been used or replaced meanwhile, and the authenticator is offered anew.
  const [isResumed] = useState(step !== 'code');
  useEffect(() => {
    if (isResumed) begin();
  }, [isResumed, begin]);
  if (finishing.data !== undefined) return <SetupDone finished={finishing.data} />;
  const refused = refusalWords(finishing.error ?? beginning.error ?? checking.error, app.offlineText);
  const change = (changed: Partial<SetupForm>): void => {
    setForm(changed);
    finishing.reset();
    if (step === 'code') beginning.reset();
  };
  const parts = {
    form,
    change,
    errorAt: (field: string) => (refused?.field === field ? refused.words : null),
  };
  const index = steps.findIndex(({ name }) => name === step);
  const isBusy = beginning.isPending || finishing.isPending;
  const found = checking.data ?? null;
  const needsFound = step === 'findings' || step === 'settings' || step === 'keys';
  const goOn = (): void => {
    if (step === 'code') beginning.mutate();
    else if (step === 'operator') finishing.mutate();
    else setStep(stepBeside(step, 1));
  };
  const isReady =
    isComplete(step, form) && (step === 'code' || offer !== null) && (!needsFound || found !== null);
  const isAtField = refused !== null && refused.field !== null && stepOf(refused.field) === step;
  return (
    <CardPage key={step} {...t.heads[step]}>
      <p className="figures m-0 -mt-4 mb-4 text-small text-n-500">{t.step(index + 1, steps.length)}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isBusy) goOn();
        }}
      >
        {step === 'code' && <CodeStep {...parts} />}
        {needsFound && found === null && refused === null && (
          <p className="m-0 mb-6 text-body text-n-600" role="status">
            {checks.checkingService}
          </p>
        )}
        {step === 'findings' && found !== null && (
          <Findings
            state={found}
            checkAgain={() => void checking.refetch()}
            isChecking={checking.isFetching}
          />
        )}
        {step === 'settings' && found !== null && (
          <SettingsStep
            settings={found.settings}
            site={siteFindings(found, {
              origin: location.origin,
              timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
              now: found.arrived,
            })}
          />
        )}
        {step === 'keys' && found !== null && <KeysStep {...parts} state={found} />}
        {step === 'operator' && offer !== null && <OperatorStep {...parts} offer={offer} />}
        {step === 'corp' && <CorpStep {...parts} />}
        <ErrorLine text={isAtField ? null : (refused?.words ?? null)} />
        <div className={setupFoot}>
          <Button
            type="submit"
            look="ink"
            wide
            isDisabled={!isReady}
            busyLabel={isBusy ? (step === 'operator' ? t.finishing : t.checking) : null}
          >
            {step === 'operator' ? t.finish : t.next}
          </Button>
          {step !== 'code' && (
            <span className="shrink-0">
              <Button
                look="quiet"
                isDisabled={isBusy}
                onPress={() => {
                  finishing.reset();
                  setStep(stepBeside(step, -1));
                }}
              >
                {t.back}
              </Button>
            </span>
          )}
        </div>
      </form>
    </CardPage>
  );
}
