/** What stands on the pages of a flow, for those who have it read to them or need larger type. */
import type { PageText } from '@cinnabar/api/pages/page-text.js';
import { id, int32, object } from '@cinnabar/api/schema.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import type { Services } from '../operation/services.js';
import { fileOfLink } from './file-of-link.js';
import { lookingSessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';

const onePage = object({ fileId: id<'File'>(), page: int32(1) });

export function pageTextEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  const { blobs, documents, clock } = services;

  async function text(exchange: Exchange): Promise<HttpAnswer> {
    const now = clock.now();
    const { link } = await lookingSessionOf(db, services, exchange.request.headers, now);
    const wish = await readPageRequest(exchange, onePage);
    const { flow, file } = await fileOfLink(db, link, wish);
    const bytes = await blobs.get(flow.corpId, file.currentHash);
    const answer: PageText = { paragraphs: await documents.readPageText(bytes, wish.page) };
    return pageAnswer(exchange, answer);
  }

  return [{ method: 'POST', path: '/pages/text', answer: text }];
}
