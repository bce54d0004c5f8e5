/**
 * What a framed page was opened with is behind the # of its address, where only the browser sees it. It is read
 * once and taken away, so that nobody copies it along with the address.
 */
const secret = location.hash.slice(1);
if (secret !== '') history.replaceState(history.state, '', location.pathname + location.search);

/** The address by which the page opens in a window of its own; null where it was opened in another way. */
export function addressOfLink(): string | null {
  return /^[\w-]{20,100}$/.test(secret) ? `/l/${secret}` : null;
}
