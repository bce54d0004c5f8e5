import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { PartyView } from '@cinnabar/api/pages/newcomer.js';
import { verifyPerson, viewParty } from '@cinnabar/api/pages/newcomer.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Wire } from '../../api/wire.js';
import { RefusalPage } from '../components/refusal-page.js';
import { refusalWords } from '../components/refusal-words.js';
import { PageSkeleton } from '../components/skeleton.js';
import { StatePage } from '../components/state-page.js';
import { useLink } from '../link/link-context.js';
import { NotMe } from '../link/not-me.js';
import { contractPage } from '../link/way-back.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { EnterpriseSteps } from './enterprise-steps.js';
import { type GivenIdentity, IdentityForm } from './identity-form.js';
import { identityTexts } from './identity-texts.js';

/** How often a person waiting for approval polls the outcome. */
const POLL_MS = 15_000;
const BACK_AFTER_MS = 1_800;

/** All steps between a new user and their contract. */
export function PartySteps() {
  const link = useLink();
  const queries = useQueryClient();
  const key = ['party', link.linkId];
  const [began, setBegan] = useState<Wire<PartyView> | null>(null);
  const asking = useQuery({
    queryKey: key,
    queryFn: () => link.call(viewParty, {}),
    refetchInterval: ({ state }) => (state.data?.nextStep === 'wait' ? POLL_MS : false),
  });
  const party = asking.data;
  useEffect(() => {
    if (party !== undefined) setBegan((first) => first ?? party);
  }, [party]);
  if (party === undefined) {
    if (asking.error === null) return <PageSkeleton />;
    return <RefusalPage error={asking.error} retry={() => void asking.refetch()} />;
  }
  const again = () => queries.invalidateQueries({ queryKey: key });
  const steps = began?.verified === false && party.corp !== null ? 2 : 1;
  if (party.nextStep === null) return <Ready hadSteps={began !== null && began.nextStep !== null} />;
  if (party.nextStep === 'verify') return <Verify steps={steps} done={again} />;
  return <EnterpriseSteps party={party} step={[steps, steps]} changed={again} />;
}

function Verify({ steps, done }: { readonly steps: number; readonly done: () => Promise<void> }) {
  const t = useTexts(identityTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const back = contractPage(link.linkId, link.entered);
  const verifying = useMutation({
    mutationFn: (identity: GivenIdentity) =>
      link.call(verifyPerson, {
        ...identity,
        accepted: acceptanceOf(agreementsFor.verifyPerson),
      }),
    onSuccess: done,
  });
  return (
    <IdentityForm
      lead={t.lead}
      step={[1, steps]}
      back={back === null ? null : () => location.assign(back)}
      isLast
      isBusy={verifying.isPending}
      failure={refusalWords(verifying.error, app.offlineText)}
      go={verifying.mutate}
      instead={
        link.opened.name === null ? null : (
          <div className="flex flex-col items-center">
            <NotMe linkId={link.linkId} name={link.opened.name} wasTold={link.opened.disowned} />
          </div>
        )
      }
    />
  );
}

/** No step is left. Returns to the contract, automatically if the person has just completed a step. */
function Ready({ hadSteps }: { readonly hadSteps: boolean }) {
  const t = useTexts(identityTexts);
  const link = useLink();
  const back = contractPage(link.linkId, link.entered);
  useEffect(() => {
    if (!hadSteps || back === null) return;
    const timer = setTimeout(() => location.replace(back), BACK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [hadSteps, back]);
  const action = back === null ? {} : { action: { label: t.toContract, run: () => location.replace(back) } };
  return (
    <StatePage
      icon="done"
      title={hadSteps ? t.doneTitle : t.readyTitle}
      text={hadSteps ? t.doneBack : t.readyText}
      {...action}
    />
  );
}
