import { findLink, issueLink, type Link } from '../areas/links/index.js';
import { hashToken } from '../custody/secrets.js';
import type { Tx } from '../database/schema.js';
import type { Services } from '../operation/services.js';

/** A new link with its secret, for a browser that is redirected to its page at once. */
export async function newLink(
  tx: Tx,
  services: Services,
  request: Parameters<typeof issueLink>[2],
): Promise<{ readonly link: Link; readonly token: string }> {
  const address = await issueLink(tx, services, request);
  const token = address.slice(address.lastIndexOf('/') + 1);
  const link = await findLink(tx, hashToken(token));
  if (link === null) throw new Error('the new link does not exist');
  return { link, token };
}
