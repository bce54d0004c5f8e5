import { appTexts } from '../app/app-texts.js';
import { StatePage } from '../components/state-page.js';
import { PartySteps } from '../identity/party-steps.js';
import { useLink } from '../link/link-context.js';
import { LinkGate } from '../link/link-gate.js';
import { useTexts } from '../text/language.js';

/** The enterprise that a newcomer's contract names; who they are comes before it. */
export default function EnterprisePage() {
  return (
    <LinkGate>
      <Steps />
    </LinkGate>
  );
}

function Steps() {
  const t = useTexts(appTexts);
  const { kind } = useLink().entered;
  if (kind === 'sign' || kind === 'fill') return <PartySteps />;
  return <StatePage icon="blocked" title={t.invalidTitle} text={t.invalidText} />;
}
