import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import { joinCorp } from '@cinnabar/api/pages/newcomer.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { FormPage } from '../components/form-page.js';
import { refusalWords } from '../components/refusal-words.js';
import { TextField } from '../components/text-field.js';
import { Consent } from '../consent/consent.js';
import { consentTexts } from '../consent/consent-texts.js';
import { useLink } from '../link/link-context.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { enterpriseTexts } from './enterprise-texts.js';

interface Props {
  /** Empty if the person names the enterprise. */
  readonly corpName: string;
  readonly isInvited: boolean;
  readonly step: readonly [number, number];
  readonly back: (() => void) | null;
  readonly changed: () => Promise<void>;
  readonly registerInstead: (() => void) | null;
}

/** Requests membership of a registered enterprise; an invited person becomes a member at once. */
export function JoinForm({ corpName, isInvited, step, back, changed, registerInstead }: Props) {
  const t = useTexts(enterpriseTexts);
  const app = useTexts(commonTexts);
  const consents = useTexts(consentTexts);
  const link = useLink();
  const [given, setGiven] = useState('');
  const [accepts, setAccepts] = useState(false);
  const isOpen = corpName === '';
  const asking = useMutation({
    mutationFn: () =>
      link.call(joinCorp, {
        ...(isOpen ? { corpName: given.trim() } : {}),
        accepted: acceptanceOf(agreementsFor.joinCorp),
      }),
    onSuccess: changed,
  });
  const failure = refusalWords(asking.error, app.offlineText);
  const isReady = accepts && (!isOpen || given.trim() !== '');
  const lead = isOpen ? t.openLead : isInvited ? t.invitedLead(corpName) : t.joinLead(corpName);
  return (
    <FormPage
      title={t.joinTitle}
      lead={<bdi>{lead}</bdi>}
      step={step}
      back={back}
      submit={() => {
        if (isReady && !asking.isPending) asking.mutate();
      }}
      footer={
        <>
          <ErrorLine text={failure !== null && failure.field !== 'corpName' ? failure.words : null} />
          <Button
            type="submit"
            look="ink"
            wide
            isDisabled={!isReady}
            busyLabel={asking.isPending ? t.asking : null}
          >
            {isInvited ? t.agree : t.ask}
          </Button>
          <p className="m-0 mt-2 min-h-5 text-center text-small text-n-500">
            {accepts ? null : consents.first}
          </p>
          {registerInstead !== null && (
            <div className="mt-2">
              <Button look="quiet" wide onPress={registerInstead}>
                {t.registerInstead}
              </Button>
            </div>
          )}
        </>
      }
    >
      {isOpen && (
        <TextField
          label={t.name}
          hint={t.nameHint}
          value={given}
          onChange={setGiven}
          error={failure?.field === 'corpName' ? failure.words : null}
          autoComplete="organization"
          maxLength={100}
        />
      )}
      <Consent names={agreementsFor.joinCorp} text={t.joinConsent} isGiven={accepts} give={setAccepts} />
    </FormPage>
  );
}
