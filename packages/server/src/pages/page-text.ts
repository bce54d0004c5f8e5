/** Text of a flow's pages, for screen readers and larger type. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/page-text.js';
import type { LinkContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { fileOfLink } from './file-of-link.js';

async function readPageText(
  { db, services, session }: LinkContext,
  { fileId, page }: InputOf<typeof declared.readPageText>,
): Promise<declared.PageText> {
  const { flow, file } = await fileOfLink(db, session.link, { fileId, page });
  const bytes = await services.blobs.get(flow.corpId, file.currentHash);
  return { paragraphs: await services.documents.readPageText(bytes, page) };
}

export const pageTextRoutes: readonly AnyRoute[] = [route('link', declared.readPageText, readPageText)];
