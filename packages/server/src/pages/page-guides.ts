/** What a page offers to snap to, on the pages on which controls are placed. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/page-guides.js';
import { CONTRACT_FILE } from '../areas/templates/index.js';
import type { ConsoleContext, LinkContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { refuse } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { findFile } from '../storage/stored-files.js';
import { requireOpenCorp } from './console/require-open-corp.js';
import { fileOfLink } from './file-of-link.js';
import { guidesOf } from './rules/guides-of.js';

async function guidesIn(
  { blobs, documents }: Pick<Services, 'blobs' | 'documents'>,
  { corpId, hash }: { readonly corpId: number; readonly hash: string },
  page: number,
): Promise<declared.PageGuides> {
  const [layout] = await documents.readLayout(await blobs.get(corpId, hash), page, page);
  if (layout === undefined) throw refuse('404');
  return guidesOf(layout);
}

async function readPageGuides(
  { db, services, session }: LinkContext,
  { fileId, page }: InputOf<typeof declared.readPageGuides>,
): Promise<declared.PageGuides> {
  const { flow, file } = await fileOfLink(db, session.link, { fileId, page });
  return guidesIn(services, { corpId: flow.corpId, hash: file.currentHash }, page);
}

async function readUploadGuides(
  ctx: ConsoleContext,
  { corpId, fileUrl, page }: InputOf<typeof declared.readUploadGuides>,
): Promise<declared.PageGuides> {
  await requireOpenCorp(ctx, corpId);
  return guidesOfUpload(ctx, corpId, { fileUrl, page });
}

async function readLinkedUploadGuides(
  ctx: LinkContext,
  asked: InputOf<typeof declared.readLinkedUploadGuides>,
): Promise<declared.PageGuides> {
  return guidesOfUpload(ctx, ctx.session.link.corpId, asked);
}

async function guidesOfUpload(
  ctx: ConsoleContext | LinkContext,
  corpId: number,
  { fileUrl, page }: { readonly fileUrl: string; readonly page: number },
): Promise<declared.PageGuides> {
  const file = await findFile(ctx.db, corpId, fileUrl);
  const isPage = file?.kind === CONTRACT_FILE && page <= (file.pages?.length ?? 0);
  if (file === null || !isPage) throw refuse('404');
  return guidesIn(ctx.services, file, page);
}

export const pageGuideRoutes: readonly AnyRoute[] = [
  route('link', declared.readPageGuides, readPageGuides),
  route('console', declared.readUploadGuides, readUploadGuides),
  route('link', declared.readLinkedUploadGuides, readLinkedUploadGuides),
];
