import { StatePage } from '../shared/components/state-page.js';
import { useLink } from '../shared/link/link-context.js';
import { PartySteps } from '../shared/newcomer/party-steps.js';

/** Brings in the enterprise that a contract names, after the person has verified their identity. */
export default function EnterprisePage() {
  const { kind } = useLink().entered;
  if (kind === 'sign' || kind === 'fill') return <PartySteps />;
  return <StatePage state={{ kind: 'invalid' }} />;
}
