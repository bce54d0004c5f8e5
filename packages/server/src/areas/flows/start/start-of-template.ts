import { TemplateStatus } from '@cinnabar/api/enums.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { MemberContext } from '../../../operation/context.js';
import { invalidField, refuse, refuseFor } from '../../../operation/refusal.js';
import { isUsable, type TemplateDetail, templateForStart } from '../../templates/index.js';
import { copyContents, templateParties } from './assemble-flow.js';
import type { GivenStart, StartRequest } from './start-flow.js';

interface TemplateReference {
  readonly templateId?: Id<'Template'>;
  readonly templateCode?: string;
}

/** Input of a start from a template, without the template. */
export interface GivenOfTemplate extends GivenStart {
  readonly templateName?: string;
  readonly encryptFlag?: 0 | 1;
}

/** @throws Refusal 400 where none is named, 404 */
export async function namedTemplate(
  ctx: MemberContext,
  { templateId, templateCode }: TemplateReference,
): Promise<TemplateDetail> {
  const reference =
    templateId !== undefined ? { templateId } : templateCode !== undefined ? { templateCode } : null;
  if (reference === null) {
    throw invalidField('templateId', {
      zh: '须给出 templateId 或 templateCode',
      en: 'or templateCode is required',
    });
  }
  const detail = await templateForStart(ctx.db, ctx.corpId, reference);
  if (detail === null) throw refuse('404', { zh: '模板', en: 'template' });
  if (templateCode !== undefined && templateCode !== detail.template.template_code) {
    throw invalidField('templateCode', {
      zh: '与 templateId 不是同一个模板',
      en: 'is not the code of the template that templateId names',
    });
  }
  return detail;
}

/** A start of a flow that is a copy of the template. */
export function startOfTemplate(
  ctx: MemberContext,
  detail: TemplateDetail,
  given: GivenOfTemplate,
): StartRequest {
  const { template } = detail;
  return {
    parties: templateParties(detail),
    contentsOf: (bound) => copyContents(ctx.services.ids, detail, bound),
    attachments: detail.attachments.map(({ row, stored }) => ({
      fileName: row.file_name,
      fileKey: stored.fileKey,
    })),
    copiers: detail.copiers.map((row) => ({
      copierType: row.copier_type,
      ...(row.psn_account === null ? {} : { psnAccount: row.psn_account }),
      ...(row.psn_name === null ? {} : { psnName: row.psn_name }),
      ...(row.corp_name === null ? {} : { corpName: row.corp_name }),
    })),
    templateId: template.template_id,
    title: given.templateName?.trim() || template.template_name,
    encrypted: (given.encryptFlag ?? template.encrypt_flag) === 1,
    given,
    draft: false,
    refuseUnlessUsable(found) {
      if (template.template_status !== TemplateStatus.enabled) found(refuseFor('TEMPLATE_DISABLED'));
      if (!isUsable(detail)) found(refuseFor('TEMPLATE_INCOMPLETE'));
    },
  };
}
