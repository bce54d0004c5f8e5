import { fetchAuth, memberAuth } from '@cinnabar/api/operations/members.js';
import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import { acceptConsents } from '@cinnabar/api/pages/consent.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { StatePage } from '../shared/components/state-page.js';
import { closePage } from '../shared/embed/host.js';
import { useLink } from '../shared/link/link-context.js';
import { type GivenIdentity, IdentityForm } from '../shared/newcomer/identity-form.js';
import { maskedName } from '../shared/newcomer/identity-rules.js';
import { identityTexts } from '../shared/newcomer/identity-texts.js';
import { openPage } from '../shared/router/open-page.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { PasswordForm } from './password-form.js';

const STEPS = 2;

/** A member verifies their identity for the enterprise and sets their signing password. */
export function MemberSteps() {
  const t = useTexts(identityTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const [identity, setIdentity] = useState<GivenIdentity | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const verifying = useMutation({
    async mutationFn(password: string) {
      if (identity === null) return;
      await link.call(acceptConsents, { accepted: acceptanceOf(agreementsFor.verifyPerson) });
      await link.call(memberAuth, { ...identity, signPwd: password });
    },
    onSuccess: () => setDone(true),
    onError: () => setOpen(false),
  });
  const byFace = useMutation({
    mutationFn: () => link.call(fetchAuth, {}),
    onSuccess: (url) => location.assign(url),
  });
  const { returnUrl } = link.entered;
  if (isDone) {
    const action =
      returnUrl === null
        ? { label: t.toContracts, run: () => openPage('contracts', {}) }
        : { label: t.back, run: () => closePage(returnUrl) };
    const name = maskedName(identity?.realName ?? '');
    return <StatePage icon="done" title={t.doneTitle} text={t.doneText(name)} action={action} />;
  }
  return (
    <>
      <div hidden={isOpen} className={isOpen ? '' : 'h-full'}>
        <IdentityForm
          lead={t.leadMember(link.opened.corpName ?? '')}
          step={[1, STEPS]}
          back={null}
          isLast={false}
          isBusy={false}
          failure={refusalWords(verifying.error ?? byFace.error, app.offlineText)}
          go={(given) => {
            setIdentity(given);
            setOpen(true);
          }}
          instead={
            <div className="mt-2">
              <Button
                look="quiet"
                wide
                busyLabel={byFace.isPending ? t.goingToFace : null}
                onPress={() => byFace.mutate()}
              >
                {t.byFace}
              </Button>
            </div>
          }
        />
      </div>
      {isOpen && (
        <PasswordForm
          step={[STEPS, STEPS]}
          back={() => setOpen(false)}
          isBusy={verifying.isPending}
          go={verifying.mutate}
        />
      )}
    </>
  );
}
