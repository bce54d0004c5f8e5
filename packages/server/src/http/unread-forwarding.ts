import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';

/**
 * Warns once if a proxy sends clients' addresses and they are ignored: limits would then treat all clients as one, and
 * the evidence would contain the proxy's address.
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
