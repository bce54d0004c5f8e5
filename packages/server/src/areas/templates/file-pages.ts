import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { filePages as operation } from '@cinnabar/api/operations/templates.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField } from '../../operation/refusal.js';
import { findFile } from '../../storage/stored-files.js';
import { CONTRACT_FILE } from './contract-file.js';
import { pagePictures } from './page-pictures.js';
import { NO_UPLOAD } from './template-files.js';

export async function filePages(
  { db, corpId, now, services }: MemberContext,
  { fileUrl }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const stored = await findFile(db, corpId, fileUrl);
  if (stored === null || stored.kind !== CONTRACT_FILE) throw invalidField('fileUrl', NO_UPLOAD);
  const pages = stored.pages ?? [];
  const pictures = pagePictures(services, { corpId, hash: stored.hash, pageCount: pages.length }, now);
  return pages.map(({ width, height }, index) => ({ width, height, jpgUrl: pictures[index] ?? '' }));
}
