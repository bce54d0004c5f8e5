import { StatePage } from '../shared/components/state-page.js';
import { useLink } from '../shared/link/link-context.js';
import { PartySteps } from '../shared/newcomer/party-steps.js';
import { MemberSteps } from './member-steps.js';

/**
 * Real-name verification of the person and of their enterprise: members use a link of their own, new users the link of
 * their contract.
 */
export default function IdentityPage() {
  const { kind } = useLink().entered;
  if (kind === 'personalAuth') return <MemberSteps />;
  if (kind === 'sign' || kind === 'fill') return <PartySteps />;
  return <StatePage state={{ kind: 'invalid' }} />;
}
