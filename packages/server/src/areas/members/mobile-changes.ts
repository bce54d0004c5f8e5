/** Record of a changed mobile: its new holder, the proof of the change, and whom it concerns. */
import { sql } from 'kysely';
import { envelopeOf } from '../../custody/envelope.js';
import { maskMobile } from '../../custody/masking.js';
import type { IdSource } from '../../database/ids.js';
import type { Db, Tx } from '../../database/schema.js';
import type { MobileChangesTable } from '../../database/tables/members.js';
import { publish } from '../../jobs/outbox.js';
import type { UserId } from '../../operation/context.js';
import { aboutMember, memberMobileChanged } from './events.js';
import { membershipsOf } from './store.js';

export interface MobileChange {
  readonly userId: UserId;
  /** '' if they had none. */
  readonly former: string;
  /** '' if they have none now. */
  readonly mobile: string;
  readonly provenBy: MobileChangesTable['proven_by'];
  /** The person to whom the mobile passed; null if the person changed it themselves. */
  readonly becauseOf: UserId | null;
  readonly from: { readonly address: string; readonly device: string | null } | null;
}

/**
 * Records the change permanently, and notifies every enterprise of which they are a member or to which they are
 * invited.
 */
export async function recordMobileChange(
  tx: Tx,
  ids: IdSource,
  { userId, former, mobile, provenBy, becauseOf, from }: MobileChange,
  now: Date,
): Promise<void> {
  const digest = (text: string) =>
    text === '' ? null : envelopeOf(tx).keyedDigest('mobile in a change', text);
  const masked = (text: string) => (text === '' ? null : maskMobile(text));
  await tx
    .insertInto('mobile_changes')
    .values({
      change_id: await ids.next(),
      user_id: userId,
      former_mobile: masked(former),
      former_mobile_digest: digest(former),
      mobile: masked(mobile),
      mobile_digest: digest(mobile),
      proven_by: provenBy,
      because_of: becauseOf,
      changed_at: now,
      address: from?.address ?? null,
      device: from?.device ?? null,
    })
    .execute();
  for (const { corpId } of await membershipsOf(tx, userId)) {
    await publish(tx, now, [memberMobileChanged.event(aboutMember(corpId, userId))]);
  }
}

/** Number of changes of each person's mobile. */
export async function mobileChangesOf(
  db: Db,
  userIds: readonly UserId[],
): Promise<(userId: UserId) => number> {
  const rows = await db
    .selectFrom('mobile_changes')
    .select((row) => ['user_id', row.fn.countAll<number>().as('changes')])
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .groupBy('user_id')
    .execute();
  const changes = new Map(rows.map((row) => [row.user_id, row.changes]));
  return (userId) => changes.get(userId) ?? 0;
}
