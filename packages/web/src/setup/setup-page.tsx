import { beginSetup, finishSetup } from '@cinnabar/api/pages/setup.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { CardPage } from '../shared/console/card-page.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { CodeStep } from './code-step.js';
import { CorpStep } from './corp-step.js';
import { OperatorStep } from './operator-step.js';
import { SetupDone } from './setup-done.js';
import {
  beginRequest,
  emptyForm,
  finishRequest,
  isComplete,
  type SetupForm,
  type StepName,
  stepOf,
  steps,
} from './setup-form.js';
import { setupTexts } from './setup-texts.js';

/** Makes the first operator and the first enterprise of a service that belongs to nobody yet. */
export default function SetupPage() {
  const t = useTexts(setupTexts);
  const app = useTexts(commonTexts);
  const [step, setStep] = useState<StepName>('code');
  const [form, setForm] = useState(emptyForm);
  const beginning = useMutation({
    mutationFn: () => call(beginSetup, beginRequest(form)),
    onSuccess: () => setStep('corp'),
  });
  const offer = beginning.data ?? null;
  const finishing = useMutation({
    mutationFn: () => call(finishSetup, finishRequest(form, offer?.sealed ?? '')),
    onError(error) {
      const { field = null } = refusalWords(error, '') ?? {};
      const at = field === null ? null : stepOf(field);
      if (at !== null) setStep(at);
      setForm((before) => ({ ...before, totp: '' }));
    },
  });
  if (finishing.data !== undefined) return <SetupDone finished={finishing.data} />;
  const refused = refusalWords(finishing.error ?? beginning.error, app.offlineText);
  const change = (changed: Partial<SetupForm>): void => {
    setForm((before) => ({ ...before, ...changed }));
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
  const goOn: Readonly<Record<StepName, () => void>> = {
    code: () => beginning.mutate(),
    corp: () => setStep('operator'),
    operator: () => finishing.mutate(),
  };
  const heads = {
    code: { title: t.title, lead: t.codeLead },
    operator: { title: t.operatorTitle, lead: t.operatorLead },
    corp: { title: t.corpTitle, lead: t.corpLead },
  };
  const isAtField = refused !== null && refused.field !== null && stepOf(refused.field) === step;
  return (
    <CardPage key={step} {...heads[step]}>
      <p className="figures m-0 -mt-4 mb-4 text-small text-n-500">{t.step(index + 1, steps.length)}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete(step, form) && !isBusy) goOn[step]();
        }}
      >
        {step === 'code' && <CodeStep {...parts} />}
        {step === 'operator' && offer !== null && <OperatorStep {...parts} offer={offer} />}
        {step === 'corp' && <CorpStep {...parts} />}
        <ErrorLine text={isAtField ? null : (refused?.words ?? null)} />
        <Button
          type="submit"
          look="ink"
          wide
          isDisabled={!isComplete(step, form)}
          busyLabel={isBusy ? (step === 'operator' ? t.finishing : t.checking) : null}
        >
          {step === 'operator' ? t.finish : t.next}
        </Button>
        {step !== 'code' && (
          <div className="mt-2">
            <Button
              look="quiet"
              wide
              isDisabled={isBusy}
              onPress={() => {
                finishing.reset();
                setStep(step === 'operator' ? 'corp' : 'code');
              }}
            >
              {t.back}
            </Button>
          </div>
        )}
      </form>
    </CardPage>
  );
}
