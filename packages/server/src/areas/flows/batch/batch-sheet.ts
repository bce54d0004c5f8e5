import { batchColumns } from '@cinnabar/api/batch-columns.js';
import { TemplateStatus } from '@cinnabar/api/enums.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { batchSheet as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuse, refuseFor } from '../../../operation/refusal.js';
import { XLSX } from '../../../workbook/write-workbook.js';
import { componentView, participantView, templateForStart } from '../../templates/index.js';
import { writeBatchWorkbook } from './write-batch-workbook.js';

export async function batchSheet(
  ctx: MemberContext,
  { templateId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const detail = await templateForStart(ctx.db, ctx.corpId, { templateId });
  if (detail === null) throw refuse('TEMPLATE_NOT_FOUND');
  const { template, participants, components } = detail;
  if (template.template_status === TemplateStatus.disabled) throw refuseFor('TEMPLATE_DISABLED');
  const columns = batchColumns({
    participantList: participants.map(participantView),
    componentList: components.map(componentView),
  });
  return {
    fileName: `${template.template_name}.xlsx`,
    mediaType: XLSX,
    bytes: writeBatchWorkbook(columns, ctx.language),
  };
}
