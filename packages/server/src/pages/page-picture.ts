/** Pictures of a flow's pages for sessions of its links. */
import { id } from '@cinnabar/api/schema.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { PagePictures } from '../http/page-pictures.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { PAGE_WIDTHS } from '../storage/links.js';
import { fileOfLink } from './file-of-link.js';
import { linkOfSession } from './identify-page.js';
import { keptSession } from './session-secrets.js';

const linkIds = id<'Link'>();
/** `/pages/picture/<link>/<file>/<page>/<width>?v=<contents>`: the picture at an address never changes. */
const ADDRESS = /^\/pages\/picture\/(\d{1,15})\/(\d{1,15})\/(\d{1,5})\/(\d{3,4})(?:\?|$)/;

export function pagePicture(services: Services, db: Db): (exchange: Exchange) => Promise<HttpAnswer> {
  const { blobs, documents, clock } = services;
  const pictures = new PagePictures({ db, blobs, documents, clock });

  return async ({ request }) => {
    const [, linkNumber = '', fileId, page, wished] = ADDRESS.exec(request.url ?? '') ?? [];
    if (Number(linkNumber) < 1) throw refuse('404');
    const linkId = linkIds.read(Number(linkNumber), 'linkId', { zone: 'UTC' });
    // An <img> sends no custom header: the cookie alone, which no other site's page can use, grants access.
    const link = await linkOfSession(db, keptSession(services, request.headers, linkId), clock.now());
    if (link === null) throw refuseFor('TOKEN_INVALID');
    const width = PAGE_WIDTHS.find((each) => each === Number(wished));
    if (width === undefined || link.endedAt !== null) throw refuse('404');
    const number = Number(page);
    const { flow, file } = await fileOfLink(db, link, { fileId: Number(fileId), page: number });
    const { corpId } = flow;
    const hash = file.currentHash;
    const body = await pictures.picture({ kind: 'page', corpId, hash, page: number, width });
    return {
      status: 200,
      code: '200',
      headers: {
        'content-type': 'image/jpeg',
        'content-disposition': 'inline',
        'cache-control': 'private, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
      },
      body,
    };
  };
}
