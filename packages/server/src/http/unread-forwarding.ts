import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';

/**
 * Says once in the log that a proxy names clients' addresses and that nobody reads them: limits would then count all of
 * the world as one client, and evidence would show the proxy's address.
 */
export function noticeUnreadForwarding(
  { trustProxy }: { readonly trustProxy: boolean },
  log: Pick<Logger, 'warn'>,
): (headers: IncomingHttpHeaders) => void {
  let said = trustProxy;
  return (headers) => {
    if (said || headers['x-forwarded-for'] === undefined) return;
    said = true;
    log.warn(
      'a request carries X-Forwarded-For, which is not read while TRUST_PROXY is false: set it to true behind a reverse proxy',
    );
  };
}
