/** What somebody sees who got a copy of a contract. */
import { id, object } from '@cinnabar/api/schema.js';
import { type CopyOf, checkCopyOfLink, copyingPage } from '../areas/flows/index.js';
import type { Link } from '../areas/links/index.js';
import type { Db } from '../database/schema.js';
import { contentDisposition, type HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { linkOfSession, lookingSessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { keptSession } from './session-secrets.js';

const nothing = object({});
const linkIds = id<'Link'>();
const CHECK_COPY = /^\/pages\/check-copy\/([1-9]\d{0,14})(?:\?|$)/;

export function copyEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  const { clock } = services;

  async function view(exchange: Exchange): Promise<HttpAnswer> {
    await readPageRequest(exchange, nothing);
    const now = clock.now();
    const { link } = await lookingSessionOf(db, services, exchange.request.headers, now);
    const shown = await copyingPage({ db, services, now }, copyOf(link));
    if (shown === null) throw refuse('410');
    return pageAnswer(exchange, shown);
  }

  /** A download sends no header: as with pictures, the cookie alone lets its person have it. */
  async function checkCopy({ request }: Exchange): Promise<HttpAnswer> {
    const [, number] = CHECK_COPY.exec(request.url ?? '') ?? [];
    if (number === undefined) throw refuse('404');
    const now = clock.now();
    const linkId = linkIds.read(Number(number), 'linkId', { zone: 'UTC' });
    const link = await linkOfSession(db, keptSession(services, request.headers, linkId), now);
    if (link === null) throw refuseFor('TOKEN_INVALID');
    const file = link.endedAt === null ? await checkCopyOfLink({ db, services, now }, copyOf(link)) : null;
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
  }

  return [
    { method: 'POST', path: '/pages/copy/view', answer: view },
    { method: 'GET', path: '/pages/check-copy/:linkId', answer: checkCopy },
  ];
}

/** @throws Refusal PERMISSION_DENIED for a link to anything else */
function copyOf({ kind, corpId, userId, subject: { flowId, copierId } }: Link): CopyOf {
  if (kind !== 'copy') throw refuseFor('PERMISSION_DENIED');
  if (flowId === undefined || copierId === undefined) throw refuse('404');
  return { corpId, flowId, copierId, userId };
}
