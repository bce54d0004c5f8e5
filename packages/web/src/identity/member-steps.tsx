import type { fetchAuth, memberAuth } from '@cinnabar/api/members.js';
import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { appTexts } from '../app/app-texts.js';
import { Button } from '../components/button.js';
import { refusalWords } from '../components/refusal-words.js';
import { StatePage } from '../components/state-page.js';
import { closePage } from '../embed/host.js';
import { useLink } from '../link/link-context.js';
import { useTexts } from '../text/language.js';
import { type GivenIdentity, IdentityForm } from './identity-form.js';
import { maskedName } from './identity-rules.js';
import { identityTexts } from './identity-texts.js';
import { PasswordForm } from './password-form.js';

const STEPS = 2;

/** A member verifies themselves for their enterprise, and chooses the password that they will sign with. */
export function MemberSteps() {
  const t = useTexts(identityTexts);
  const app = useTexts(appTexts);
  const link = useLink();
  const [identity, setIdentity] = useState<GivenIdentity | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const verifying = useMutation({
    async mutationFn(password: string) {
      if (identity === null) return;
      await link.ask('/pages/consents/accept', { accepted: acceptanceOf(agreementsFor.verifyPerson) });
      await link.call<typeof memberAuth>('/member/memberAuth', { ...identity, signPwd: password });
    },
    onSuccess: () => setDone(true),
    onError: () => setOpen(false),
  });
  const byFace = useMutation({
    mutationFn: () => link.call<typeof fetchAuth>('/member/fetchAuth', {}),
    onSuccess: (url) => location.assign(url),
  });
  const { returnUrl } = link.entered;
  if (isDone) {
    const action =
      returnUrl === null
        ? { label: t.toContracts, run: () => location.assign('/contracts') }
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
