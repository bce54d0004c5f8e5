import type { Db } from '../../database/schema.js';
import type { Exchange } from '../../http/exchange.js';
import type { Services } from '../../operation/services.js';
import type { SessionContext } from './begin-session.js';

/** What a log-in needs of a request that is no operation. Lines of cookies are added to `cookies`. */
export function contextOfExchange(
  db: Db,
  services: Services,
  exchange: Exchange,
  cookies: string[],
): SessionContext {
  const { headers } = exchange.request;
  return {
    db,
    services,
    now: services.clock.now(),
    requestId: exchange.requestId,
    address: exchange.address,
    device: headers['user-agent']?.slice(0, 300) ?? null,
    headers,
    setCookie: (line) => cookies.push(line),
    noteUser(userId) {
      exchange.userId = userId;
    },
  };
}
