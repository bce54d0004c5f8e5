import { pageAddress } from '@cinnabar/api/pages/addresses.js';
import type { EnteredLink } from '@cinnabar/api/pages/link.js';
import type { Wire } from '../../api/wire.js';

/** The contract page that intermediate pages return to; null for links without a part in a contract. */
export function contractPage(linkId: number, entered: Wire<EnteredLink>): string | null {
  const { kind, flowId, participantId } = entered;
  if ((kind !== 'sign' && kind !== 'fill') || flowId === null) return null;
  return pageAddress(kind, { flowId }, { linkId, participantId });
}
