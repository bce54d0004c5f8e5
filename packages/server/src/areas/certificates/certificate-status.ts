import type { OutputOf } from '@cinnabar/api/operation.js';
import type { certificateStatus as operation } from '@cinnabar/api/operations/certificates.js';
import { isExternal } from '../../authority/external/external-certificates.js';
import { renewalBegins } from '../../authority/external/standing.js';
import { pendingRequest } from '../../authority/external/store.js';
import type { MemberContext } from '../../operation/context.js';
import { ownCorp } from '../enterprise/index.js';
import { certificatesInUse } from './certificates-in-use.js';
import { requestView } from './request-view.js';
import { defaultAlgorithm, renewalBy, sourceOf, waysOf } from './rules.js';

export async function certificateStatus(ctx: MemberContext): Promise<OutputOf<typeof operation>> {
  const { db, corpId, services } = ctx;
  const source = sourceOf(services.config);
  const corp = await ownCorp(ctx);
  const { shown: inUse } = await certificatesInUse(db, corp, services.authority.algorithm);
  const isOther = inUse !== null && isExternal(inUse);
  const request = await pendingRequest(db, corpId);
  return {
    source: inUse === null ? 'none' : isOther ? 'other' : 'builtIn',
    endTime: inUse?.not_after ?? null,
    renewal: renewalBy(isOther ? inUse.source : null, source),
    renewalTime: isOther ? renewalBegins(inUse) : null,
    ways: waysOf(corp, services.authority.algorithm, source),
    defaultAlgorithm: defaultAlgorithm(corp, services.authority.algorithm),
    request: request === null ? null : requestView(request, source),
  };
}
