import type { IncomingHttpHeaders } from 'node:http';
import type { AnyOperation } from '@cinnabar/api/operation.js';
import { isPageOperation } from '@cinnabar/api/page-operation.js';
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
 * @throws Refusal 404 outside its networks; TOKEN_INVALID; PERMISSION_DENIED without the duty for it
 */
export async function identifyPlatform(
  db: Db,
  services: Services,
  operation: AnyOperation,
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
  const needed = isPageOperation(operation) ? operation.duties : [];
  if (needed.length > 0 && !needed.some((duty) => operator.duties.includes(duty))) {
    throw refuseFor('PERMISSION_DENIED');
  }
  await noteOperatorUse(db, operator, now);
  return { caller: { kind: 'platform', operator }, source: null, openCorpId: null, idempotencyKey: null };
}
