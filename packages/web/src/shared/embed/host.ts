/**
 * The site that shows a page in a frame. It hears what happens, without anything personal; and only a site that the
 * enterprise has named: to every other nothing is said at all.
 */

/** A new kind, or other data of one, is a new version. */
interface Message {
  readonly source: 'cinnabar';
  readonly v: 1;
  readonly type: string;
  /** The first part of the page's address. */
  readonly page: string;
  /** What the page is about: the number in its address. */
  readonly id: number | null;
  /** ISO 8601 */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What was to be said before it was known to whom. */
const MAX_WAITING = 50;

export const isFramed = window.parent !== window;

const listed = (document.querySelector<HTMLMetaElement>('meta[name=hosts]')?.content ?? '')
  .split(' ')
  .filter((origin) => origin !== '');

let host = isFramed ? hostByBrowser() : null;
const waiting: Message[] = [];

/** Browsers name the frame around ours, or the page that led here; neither says so where the host keeps it secret. */
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

/** The site around the frame, where it is one that may hold it and the browser or the site itself has said so. */
export function hostOfFrame(): string | null {
  return host;
}

/** Says it to the host, or to nobody. */
export function postToHost(type: string, data: Readonly<Record<string, unknown>> = {}): void {
  if (!isFramed || listed.length === 0) return;
  const [, page = '', number = ''] = location.pathname.split('/');
  const id = /^\d+$/.test(number) ? Number(number) : null;
  const at = new Date().toISOString();
  const message: Message = { source: 'cinnabar', v: 1, type, page, id, at, data };
  if (host !== null) window.parent.postMessage(message, host);
  else if (waiting.length < MAX_WAITING) waiting.push(message);
}

/** To the page of a payment provider, which no frame may hold: the page here goes on following what happens there. */
export function leaveFor(url: string): void {
  if (!isFramed) location.assign(url);
  else window.open(url, '_blank', 'noopener');
}

/** Back to where the person came from. The host is told first: it may take the frame away. */
export function closePage(returnUrl: string): void {
  postToHost('closed');
  location.assign(returnUrl);
}
