import { pageAddress } from '@cinnabar/api/pages/addresses.js';
import type { EnteredLink } from '@cinnabar/api/pages/link.js';
import type { Wire } from '../../api/wire.js';

/** The page of a link to a part in a contract, from the pages that stand in between; null for other links. */
export function contractPage(linkId: number, entered: Wire<EnteredLink>): string | null {
  const { kind, flowId, participantId } = entered;
  if ((kind !== 'sign' && kind !== 'fill') || flowId === null) return null;
  return pageAddress(kind, { flowId }, { linkId, participantId });
}
