import type { IncomingHttpHeaders } from 'node:http';
import { noteOperatorUse, operatorOfSession } from '../../areas/platform/index.js';
import type { Db } from '../../database/schema.js';
import type { Identified } from '../../http/identify.js';
import { refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { requireOwnSite } from '../console/own-site.js';
import { requirePlatformNetwork } from './require-network.js';
import { givenPlatformSecret } from './session-secrets.js';

/**
 * The caller of an operation of the platform's console.
 * @throws Refusal 404 outside its networks; PERMISSION_DENIED; TOKEN_INVALID
 */
export async function identifyPlatform(
  db: Db,
  services: Services,
  {
    headers,
    address,
    now,
  }: { readonly headers: IncomingHttpHeaders; readonly address: string; readonly now: Date },
): Promise<Identified> {
  requirePlatformNetwork(services.config, address);
  requireOwnSite(services.config, headers);
  const secret = givenPlatformSecret(services, headers);
  const operator = secret === null ? null : await operatorOfSession(db, secret, now);
  if (operator === null) throw refuseFor('TOKEN_INVALID');
  await noteOperatorUse(db, operator, now);
  return { caller: { kind: 'platform', operator }, source: null, openCorpId: null, idempotencyKey: null };
}
