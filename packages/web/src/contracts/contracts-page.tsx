import { linkIdInAddress } from '../shared/router/link-in-address.js';
import { AccessPage } from './access-page.js';
import { MinePage } from './mine-page.js';

/** With an access link: the contracts of its enterprise. Without one: all contracts of the person. */
export default function ContractsPage() {
  return linkIdInAddress() === null ? <MinePage /> : <AccessPage />;
}
