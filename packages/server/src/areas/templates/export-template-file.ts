import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { exportTemplateFile as operation } from '@cinnabar/api/operations/template-files.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { safeEntryName } from '../../zip/entry-names.js';
import { zipStream } from '../../zip/zip-stream.js';
import { originOf, recordAct } from '../audit/index.js';
import { templateFileEntries } from './file/write-template-file.js';
import { loadPicture } from './picture-value.js';
import { templateForStart } from './template-detail.js';

export async function exportTemplateFile(
  ctx: MemberContext,
  { templateId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, appId, db, services, actingMember } = ctx;
  const detail = await templateForStart(db, corpId, { templateId });
  if (detail === null) throw refuse('TEMPLATE_NOT_FOUND');
  const { template_name: templateName } = detail.template;
  const object = { kind: 'template', id: templateId } as const;
  await recordAct(
    db,
    { corpId, userId: actingMember.userId, appId, act: 'template.export', object, texts: { templateName } },
    originOf(ctx),
  );
  return {
    fileName: `${safeEntryName(templateName)}.zip`,
    mediaType: 'application/zip',
    bytes: zipStream(
      templateFileEntries(
        { services, corpId, loadPicture: (key) => loadPicture(services, db, corpId, key) },
        detail,
      ),
    ),
  };
}
