/**
 * Messages to the site that embeds a page in a frame. They contain no personal data, and only an origin that the
 * enterprise has registered receives them.
 */

/** New event kinds, or changes to the data of one, require a new version. */
interface Message {
  readonly source: 'cinnabar';
  readonly v: 1;
  readonly type: string;
  /** First segment of the page's path. */
  readonly page: string;
  /** Id in the page's path. */
  readonly id: number | null;
  /** ISO 8601. */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Bound on the messages queued until the host's origin is known. */
const MAX_WAITING = 50;

export const isFramed = window.parent !== window;

const listed = (document.querySelector<HTMLMetaElement>('meta[name=hosts]')?.content ?? '')
  .split(' ')
  .filter((origin) => origin !== '');

let host = isFramed ? hostByBrowser() : null;
const waiting: Message[] = [];

/**
 * Browsers reveal the parent origin by `ancestorOrigins` or the referrer; neither works if the host suppresses the
 * referrer.
 */
function hostByBrowser(): string | null {
  const ancestors = location.ancestorOrigins;
  const referrer = document.referrer === '' ? null : new URL(document.referrer).origin;
  const named = ancestors === undefined ? referrer : (ancestors[0] ?? null);
  return named !== null && listed.includes(named) ? named : null;
}

if (isFramed && host === null) {
  window.addEventListener('message', ({ origin, source, data }) => {
    if (source !== window.parent || host !== null || !listed.includes(origin)) return;
    if (data?.source !== 'cinnabar-host' || data.type !== 'hello') return;
    host = origin;
    for (const message of waiting.splice(0)) window.parent.postMessage(message, origin);
  });
}

/**
 * The embedding site, provided that it is registered and its origin was confirmed by the browser or by the site itself.
 */
export function hostOfFrame(): string | null {
  return host;
}

/** Notifies the host, if there is one. */
export function postToHost(type: string, data: Readonly<Record<string, unknown>> = {}): void {
  if (!isFramed || listed.length === 0) return;
  const [, page = '', number = ''] = location.pathname.split('/');
  const id = /^\d+$/.test(number) ? Number(number) : null;
  const at = new Date().toISOString();
  const message: Message = { source: 'cinnabar', v: 1, type, page, id, at, data };
  if (host !== null) window.parent.postMessage(message, host);
  else if (waiting.length < MAX_WAITING) waiting.push(message);
}

/**
 * Opens the page of a payment provider, which must not be framed, in a new window; this page keeps following the
 * payment.
 */
export function leaveFor(url: string): void {
  if (!isFramed) location.assign(url);
  else window.open(url, '_blank', 'noopener');
}

/** Returns to where the person came from. The host is notified first: it may remove the frame. */
export function closePage(returnUrl: string): void {
  postToHost('closed');
  location.assign(returnUrl);
}
