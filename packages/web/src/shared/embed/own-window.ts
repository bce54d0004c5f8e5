import { linkIdInAddress } from '../router/link-in-address.js';

/**
 * The secret of the link that opened a framed page: the fragment of its URL, which browsers do not send to servers. It
 * is read once and removed, so that it is not copied along with the address.
 */
const secret = linkIdInAddress() === null ? '' : location.hash.slice(1);
if (secret !== '') history.replaceState(history.state, '', location.pathname + location.search);

/** The URL that opens this page in a window of its own; null if the page was opened in another way. */
export function addressOfLink(): string | null {
  return /^[\w-]{20,100}$/.test(secret) ? `/l/${secret}` : null;
}
