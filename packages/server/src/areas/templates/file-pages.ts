import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { filePages as operation } from '@cinnabar/api/operations/templates.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField } from '../../operation/refusal.js';
import { findFile } from '../../storage/stored-files.js';
import { CONTRACT_FILE } from './contract-file.js';
import { pagePictures } from './page-pictures.js';
import { NO_UPLOAD } from './template-files.js';

const THUMBNAIL_WIDTH = 200;

export async function filePages(
  { db, corpId, now, services }: MemberContext,
  { fileUrl }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const stored = await findFile(db, corpId, fileUrl);
  if (stored === null || stored.kind !== CONTRACT_FILE) throw invalidField('fileUrl', NO_UPLOAD);
  const pages = stored.pages ?? [];
  const document = { corpId, hash: stored.hash, pageCount: pages.length };
  const pictures = pagePictures(services, document, now);
  const thumbnails = pagePictures(services, document, now, THUMBNAIL_WIDTH);
  return pages.map(({ width, height }, index) => ({
    ...{ width, height, jpgUrl: pictures[index] ?? '', thumbnailUrl: thumbnails[index] ?? '' },
  }));
}
