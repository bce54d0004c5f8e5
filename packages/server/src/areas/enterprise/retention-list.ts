import type { OutputOf } from '@cinnabar/api/operation.js';
import type { retentionList as operation } from '@cinnabar/api/operations/enterprise.js';
import { daysOf, type RetentionKind } from '../../database/retention.js';
import type { MemberContext } from '../../operation/context.js';
import { auditDays } from '../audit/index.js';
import { draftDays } from './draft-retention.js';
import { ownCorp } from './own-corp.js';
import { settingsOf } from './settings.js';

/** Kinds of data that enterprises have; the others are the platform's. */
const KINDS = [
  ...['drafts', 'uploads', 'links', 'smsLog', 'mails', 'faceChecks', 'webhooks', 'auditData', 'reports'],
] as const satisfies readonly RetentionKind[];

export async function retentionList(ctx: MemberContext): Promise<OutputOf<typeof operation>> {
  const { config } = ctx.services;
  const { draftRetentionDays, auditRetentionDays } = settingsOf(await ownCorp(ctx));
  return KINDS.map((kind) => {
    const days = daysOf(kind, config);
    if (kind === 'drafts') return { kind, days: draftDays(draftRetentionDays, days) };
    return { kind, days: kind === 'auditData' ? auditDays(auditRetentionDays, days) : days };
  });
}
