import { appTexts } from '../app/app-texts.js';
import { StatePage } from '../components/state-page.js';
import { useLink } from '../link/link-context.js';
import { LinkGate } from '../link/link-gate.js';
import { useTexts } from '../text/language.js';
import { MemberSteps } from './member-steps.js';
import { PartySteps } from './party-steps.js';

/** Real name, and the enterprise behind it: for a member by a link of their own, for a newcomer by their contract's. */
export default function IdentityPage() {
  return (
    <LinkGate>
      <Steps />
    </LinkGate>
  );
}

function Steps() {
  const t = useTexts(appTexts);
  const { kind } = useLink().entered;
  if (kind === 'personalAuth') return <MemberSteps />;
  if (kind === 'sign' || kind === 'fill') return <PartySteps />;
  return <StatePage icon="blocked" title={t.invalidTitle} text={t.invalidText} />;
}
