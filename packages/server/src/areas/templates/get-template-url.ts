import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { getTemplateUrl as operation } from '@cinnabar/api/operations/templates.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { issueLink } from '../links/index.js';
import { findTemplate } from './store.js';

export async function getTemplateUrl(
  ctx: MemberContext,
  { templateId, returnUrl }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
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
}
