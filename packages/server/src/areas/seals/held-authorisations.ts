/** SQL of the authorisations that end with a membership. */
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { AuthorisationId } from '@cinnabar/api/schemas/seal-author.js';
import { sql } from 'kysely';
import type { Db } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';

export interface HeldAuthorisation {
  readonly authorisationId: AuthorisationId;
  readonly sealId: SealId;
  readonly sealName: string;
  readonly effectiveTime: Date;
  /** Nobody else is an examiner of the seal in force. */
  readonly only: boolean;
}

/** A member's authorisations as user or as examiner that are or will be in force; the oldest first. */
export async function heldAuthorisations(
  db: Db,
  {
    corpId,
    userId,
    now,
    limit,
  }: {
    readonly corpId: CorpId;
    readonly userId: UserId;
    readonly now: Date;
    readonly limit: number;
  },
  as: 'examiner' | 'user',
): Promise<{ readonly items: readonly HeldAuthorisation[]; readonly totalCount: number }> {
  const only = sql<boolean>`not exists (
    select from seal_authorisations as other
    join members as member on member.corp_id = other.corp_id and member.user_id = other.user_id
    where other.corp_id = held.corp_id and other.seal_id = held.seal_id and other.user_id <> held.user_id
      and other.author_role = 'SEAL_EXAMINER' and other.withdrawn_at is null and member.state = 'valid'
      and other.effective_at <= ${now} and (other.expire_at is null or other.expire_at > ${now})
  )`;
  const rows = await db
    .selectFrom('seal_authorisations as held')
    .innerJoin('seals as seal', (join) =>
      join.onRef('seal.corp_id', '=', 'held.corp_id').onRef('seal.seal_id', '=', 'held.seal_id'),
    )
    .select(['held.authorisation_id', 'held.seal_id', 'seal.seal_name', 'held.effective_at'])
    .select([only.as('only'), sql<number>`count(*) over ()`.as('total')])
    .where('held.corp_id', '=', corpId)
    .where('held.user_id', '=', userId)
    .where('held.author_role', as === 'examiner' ? '=' : '<>', 'SEAL_EXAMINER')
    .where('held.withdrawn_at', 'is', null)
    .where((where) => where.or([where('held.expire_at', 'is', null), where('held.expire_at', '>', now)]))
    .orderBy('held.created_at')
    .orderBy('held.authorisation_id')
    .limit(limit)
    .execute();
  const items = rows.map((row) => ({
    authorisationId: row.authorisation_id,
    sealId: row.seal_id,
    sealName: row.seal_name,
    effectiveTime: row.effective_at,
    only: as === 'examiner' && row.only,
  }));
  return { items, totalCount: rows[0]?.total ?? 0 };
}
