import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import { confirmMembership } from '@cinnabar/api/pages/link.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { FormPage } from '../shared/components/form-page.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { StatePage } from '../shared/components/state-page.js';
import { Consent } from '../shared/consent/consent.js';
import { consentTexts } from '../shared/consent/consent-texts.js';
import { useLink } from '../shared/link/link-context.js';
import { openPage } from '../shared/router/open-page.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { invitationTexts } from './invitation-texts.js';

/** Membership begins only when the person confirms it. */
export default function InvitationPage() {
  const t = useTexts(invitationTexts);
  const app = useTexts(commonTexts);
  const consents = useTexts(consentTexts);
  const link = useLink();
  const [accepts, setAccepts] = useState(false);
  const corpName = link.opened.corpName ?? '';
  const agreeing = useMutation({
    mutationFn: () =>
      link.call(confirmMembership, { accepted: acceptanceOf(agreementsFor.confirmMembership) }),
  });
  if (link.entered.kind !== 'invitation') {
    return <StatePage state={{ kind: 'invalid' }} />;
  }
  if (agreeing.isSuccess) {
    const action = { label: t.toContracts, run: () => openPage('contracts', {}) };
    return <StatePage icon="done" title={t.doneTitle} text={t.doneText(corpName)} action={action} />;
  }
  return (
    <FormPage
      title={t.title(corpName)}
      lead={t.lead}
      submit={() => {
        if (accepts && !agreeing.isPending) agreeing.mutate();
      }}
      footer={
        <>
          <ErrorLine text={refusalWords(agreeing.error, app.offlineText)?.words ?? null} />
          <Button
            type="submit"
            look="ink"
            wide
            isDisabled={!accepts}
            busyLabel={agreeing.isPending ? t.agreeing : null}
          >
            {t.agree}
          </Button>
          <p className="m-0 mt-2 text-center text-small text-n-500">
            {accepts ? t.notKnown : consents.first}
          </p>
        </>
      }
    >
      <Consent names={agreementsFor.confirmMembership} text={t.consent} isGiven={accepts} give={setAccepts} />
    </FormPage>
  );
}
