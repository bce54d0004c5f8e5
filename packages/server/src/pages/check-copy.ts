/** The check copy of a contract, for copiers. */
import { id } from '@cinnabar/api/schema.js';
import { checkCopyByLink } from '../areas/flows/index.js';
import type { Db } from '../database/schema.js';
import { contentDisposition, type HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { copyOf } from './copy-page.js';
import { linkOfSession } from './identify-page.js';
import { keptSession } from './session-secrets.js';

const linkIds = id<'Link'>();
const ADDRESS = /^\/pages\/check-copy\/([1-9]\d{0,14})(?:\?|$)/;

/** A download request has no custom header, so the cookie alone grants access, as for pictures. */
export function checkCopy(services: Services, db: Db): (exchange: Exchange) => Promise<HttpAnswer> {
  return async ({ request }) => {
    const [, number] = ADDRESS.exec(request.url ?? '') ?? [];
    if (number === undefined) throw refuse('404');
    const now = services.clock.now();
    const linkId = linkIds.read(Number(number), 'linkId', { zone: 'UTC' });
    const link = await linkOfSession(db, keptSession(services, request.headers, linkId), now);
    if (link === null) throw refuseFor('TOKEN_INVALID');
    const file = link.endedAt === null ? await checkCopyByLink({ db, services, now }, copyOf(link)) : null;
    if (file === null) throw refuse('410');
    return {
      status: 200,
      code: '200',
      headers: {
        'content-type': file.mediaType,
        'content-disposition': contentDisposition('attachment', file.fileName),
        'cache-control': 'private, no-store',
        'cross-origin-resource-policy': 'same-origin',
      },
      body: file.bytes,
    };
  };
}
