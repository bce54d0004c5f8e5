import { getTemplateUrl as operation } from '@cinnabar/api/operations/templates.js';
import { route } from '../../operation/handler.js';
import { refuse } from '../../operation/refusal.js';
import { issueLink } from '../links/index.js';
import { findTemplate } from './store.js';

export const getTemplateUrl = route('member', operation, async (ctx, { templateId, returnUrl }) => {
  const { corpId, actingMember, now } = ctx;
  if (templateId !== undefined && (await findTemplate(ctx.db, corpId, { templateId })) === null) {
    throw refuse('TEMPLATE_NOT_FOUND');
  }
  return ctx.act((tx) =>
    issueLink(tx, ctx.services, {
      kind: 'templates',
      corpId,
      userId: actingMember.userId,
      subject: templateId === undefined ? {} : { templateId },
      returnUrl: returnUrl ?? null,
      now,
    }),
  );
});
