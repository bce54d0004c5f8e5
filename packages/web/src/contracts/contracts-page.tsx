import { linkIdInAddress } from '../shared/router/link-in-address.js';
import { AccessPage } from './access-page.js';
import { MinePage } from './mine-page.js';

/** By a link that an application handed out: what that enterprise has; without one, everything of the person. */
export default function ContractsPage() {
  return linkIdInAddress() === null ? <MinePage /> : <AccessPage />;
}
