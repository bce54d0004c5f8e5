import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { templateComponentInfoList as operation } from '@cinnabar/api/operations/templates.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { pagePictures } from './page-pictures.js';
import { templateForStart } from './template-detail.js';
import { componentView, documentSize, participantView } from './template-view.js';

export async function templateComponentInfoList(
  ctx: MemberContext,
  { templateId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const detail = await templateForStart(ctx.db, ctx.corpId, { templateId });
  if (detail === null) throw refuse('TEMPLATE_NOT_FOUND');
  const participantList = detail.participants.map(participantView);
  return detail.files.map(({ row, stored, pages }) => ({
    corpId: ctx.corpId,
    templateId,
    fileId: row.file_id,
    fileName: row.file_name,
    ...documentSize(pages),
    jpgUrlList: pagePictures(ctx.services, { ...stored, pageCount: pages.length }, ctx.now),
    participantList,
    componentList: detail.components
      .filter((component) => component.file_id === row.file_id)
      .map(componentView),
  }));
}
