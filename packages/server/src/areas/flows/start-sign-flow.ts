import { startSignFlow as operation } from '@cinnabar/api/flows.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import { route } from '../../handler.js';
import { invalidField, refuse, refuseFor } from '../../refusal.js';
import { isUsable, templateForStart } from '../templates/index.js';
import { copyContents, templateParties } from './assemble-flow.js';
import { type StartRequest, startedAnswer, startFlow } from './start-flow.js';

export const startSignFlow = route('operator', operation, async (ctx, input) => {
  const detail = await templateForStart(ctx.db, ctx.corpId, templateReference(input));
  if (detail === null) throw refuse('404', { zh: '模板', en: 'template' });
  const { template } = detail;
  const request: StartRequest = {
    parties: templateParties(detail),
    contentsOf: (bound) => copyContents(ctx.services.ids, detail, bound),
    attachments: detail.attachments.map(({ row, stored }) => ({
      fileName: row.file_name,
      fileKey: stored.fileKey,
    })),
    copiers: detail.copiers.map((row) => ({
      copierType: row.copier_type,
      psnAccount: row.psn_account,
      psnName: row.psn_name,
      corpName: row.corp_name,
    })),
    templateId: template.template_id,
    title: input.templateName?.trim() || template.template_name,
    encrypted: (input.encryptFlag ?? template.encrypt_flag) === 1,
    given: input,
    draft: false,
    refuseUnlessUsable() {
      if (template.template_status !== 1) throw refuseFor('TEMPLATE_DISABLED');
      if (!isUsable(detail)) throw refuseFor('TEMPLATE_INCOMPLETE');
    },
  };
  return startFlow(ctx, request, (_tx, started) => startedAnswer(ctx, started));
});

function templateReference(input: InputOf<typeof operation>) {
  if (input.templateId !== undefined) return { templateId: input.templateId };
  if (input.templateCode !== undefined) return { templateCode: input.templateCode };
  throw invalidField('templateId', {
    zh: '须给出 templateId 或 templateCode',
    en: 'or templateCode is required',
  });
}
