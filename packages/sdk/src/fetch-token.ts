import { type Connection, exchange } from './exchange.js';
import { NotUnderstood } from './failures.js';
import type { Defaults } from './options.js';
import type { FreshToken } from './tokens.js';

export const TOKEN_PATH = '/service/getAccessToken';

/** Exchanges the application's credentials for a token. */
export async function fetchToken(
  connection: Connection,
  appSecret: string,
  { language, headers, timeoutMs, retries, onAnswer }: Defaults,
): Promise<FreshToken> {
  const body = JSON.stringify({ appId: connection.appId, appSecret });
  const options = { language, headers, timeoutMs, retries, onAnswer };
  const { attempted, response, envelope } = await exchange(connection, { path: TOKEN_PATH, body }, options);
  const token = tokenIn(envelope?.data);
  if (token === null) throw new NotUnderstood(attempted, response.status, 'no access token');
  // Expiry is a time of the service's clock, which the same response states; the local clock may be wrong.
  const said = Date.parse(response.headers.get('date') ?? '');
  const now = Number.isNaN(said) ? Date.now() : said;
  return { accessToken: token.accessToken, lifetimeMs: token.expiresIn - now };
}

function tokenIn(data: unknown): { readonly accessToken: string; readonly expiresIn: number } | null {
  if (typeof data !== 'object' || data === null || !('accessToken' in data) || !('expiresIn' in data))
    return null;
  const { accessToken, expiresIn } = data;
  return typeof accessToken === 'string' && typeof expiresIn === 'number' ? { accessToken, expiresIn } : null;
}
