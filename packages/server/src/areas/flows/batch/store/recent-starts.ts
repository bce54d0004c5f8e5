import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import { anybody } from '../../flow/rules/inbox-rows.js';
import { statusesOf } from '../../flow/rules/states.js';

interface Asked {
  readonly corpId: CorpId;
  /** Confidential flows count for the member who started them only. */
  readonly userId: UserId;
  readonly templateId: TemplateId;
  readonly since: Date;
  readonly mobiles: readonly string[];
}

/** The signers of each flow of the template that was started since then, is open or completed, and names one of the mobiles. */
export async function signersSince(
  db: Db,
  { corpId, userId, templateId, since, mobiles }: Asked,
): Promise<readonly ReadonlySet<string>[]> {
  if (mobiles.length === 0) return [];
  const rows = await db
    .selectFrom('flow_inbox')
    .select('signer_mobiles')
    .where('viewer_corp_id', '=', corpId)
    .where('user_id', '=', anybody)
    .where('initiated', '=', true)
    .where('created_at', '>=', since)
    .where('template_id', '=', templateId)
    .where('status', 'in', [...statusesOf('open', 'completed')])
    .where((where) => where.or([where('confidential', '=', false), where('initiator_id', '=', userId)]))
    .where(sql<SqlBool>`signer_mobiles && ${[...mobiles]}::text[]`)
    .execute();
  return rows.map((row) => new Set(row.signer_mobiles));
}
