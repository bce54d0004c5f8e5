import type { PartyView } from '@cinnabar/api/pages/newcomer.js';
import { useState } from 'react';
import type { Wire } from '../../api/wire.js';
import { StatePage } from '../components/state-page.js';
import { useLink } from '../link/link-context.js';
import { contractPage } from '../link/way-back.js';
import { useTexts } from '../text/language.js';
import { enterpriseTexts } from './enterprise-texts.js';
import { JoinForm } from './join-form.js';
import { RegistrationForm } from './registration-form.js';

interface Props {
  readonly party: Wire<PartyView>;
  readonly step: readonly [number, number];
  readonly changed: () => Promise<void>;
}

/** Brings in the enterprise of a party: registration, request to join, or waiting for approval. */
export function EnterpriseSteps({ party, step, changed }: Props) {
  const t = useTexts(enterpriseTexts);
  const link = useLink();
  const { corp, nextStep } = party;
  const [joins, setJoins] = useState(nextStep === 'join');
  const [again, setAgain] = useState(false);
  const back = contractPage(link.linkId, link.entered);
  const leave = back === null ? null : () => location.assign(back);
  const name = corp?.corpName ?? '';
  const waitsFor = corp?.waitsFor ?? null;
  if (nextStep === 'wait' && waitsFor !== null && !again) {
    const words = t.legalWaitText(waitsFor.legalRepName, waitsFor.mobile);
    const action = { label: t.again, run: () => setAgain(true) };
    return <StatePage icon="waiting" title={t.legalWaitTitle} text={words} action={action} />;
  }
  if (nextStep === 'wait' && waitsFor === null) {
    const action = leave === null ? {} : { action: { label: t.toContract, run: leave } };
    return <StatePage icon="waiting" title={t.waitTitle} text={t.waitText(name)} {...action} />;
  }
  const isOpen = name === '';
  const shared = {
    corpName: name,
    step,
    back: leave,
    async changed() {
      await changed();
      setAgain(false);
    },
  };
  return joins || nextStep === 'join' ? (
    <JoinForm
      {...shared}
      isInvited={corp?.standing === 'invited' || corp?.standing === 'member'}
      registerInstead={isOpen ? () => setJoins(false) : null}
    />
  ) : (
    <RegistrationForm {...shared} joinInstead={isOpen ? () => setJoins(true) : null} />
  );
}
