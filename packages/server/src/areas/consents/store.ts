import type { Acceptance } from '@cinnabar/api/pages/acceptances.js';
import type { AgreementName } from '@cinnabar/api/pages/agreements.js';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import type { ConsentsTable } from '../../database/tables/consents.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { agreementHash } from './rules.js';

export interface Consents {
  readonly userId: UserId;
  readonly accepted: readonly Acceptance[];
  /** The enterprise that the agreements are about; null if none. */
  readonly corpId: CorpId | null;
  readonly flowId: ConsentsTable['flow_id'] | null;
  readonly address: string;
  readonly device: string | null;
  readonly now: Date;
}

/** @returns the agreements that had not been accepted before; only the first acceptance is recorded */
export async function insertConsents(tx: Tx, consents: Consents): Promise<readonly AgreementName[]> {
  const { userId, accepted, corpId, flowId, address, device, now } = consents;
  const added: AgreementName[] = [];
  for (const { name, version } of accepted) {
    const result = await tx
      .insertInto('consents')
      .values({
        user_id: userId,
        agreement: name,
        version,
        text_hash: agreementHash(name),
        corp_id: corpId ?? 0,
        flow_id: flowId ?? 0,
        accepted_at: now,
        address,
        device,
        round: withdrawals(userId, name),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (result.numInsertedOrUpdatedRows === 1n) added.push(name);
  }
  return added;
}

/** Number of times that the person has withdrawn the agreement. */
function withdrawals(userId: UserId, name: AgreementName) {
  return sql<number>`(
    select count(*)::int from consent_withdrawals where user_id = ${userId} and agreement = ${name}
  )`;
}

export async function insertWithdrawal(
  tx: Tx,
  userId: UserId,
  agreement: AgreementName,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('consent_withdrawals')
    .values({ user_id: userId, agreement, withdrawn_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The newest withdrawal of each agreement. */
export async function withdrawalsOf(db: Db, userId: UserId): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom('consent_withdrawals')
    .select(['agreement', 'withdrawn_at'])
    .where('user_id', '=', userId)
    .orderBy('withdrawn_at')
    .execute();
  return new Map(rows.map((row) => [row.agreement, row.withdrawn_at]));
}

export interface GivenConsent {
  readonly agreement: string;
  readonly version: string;
  readonly acceptedAt: Date;
}

/** All acceptances of the person, the newest first. */
export async function givenConsents(db: Db, userId: UserId): Promise<readonly GivenConsent[]> {
  const rows = await db
    .selectFrom('consents')
    .select(['agreement', 'version', 'accepted_at'])
    .where('user_id', '=', userId)
    .orderBy('accepted_at', 'desc')
    .execute();
  return rows.map((row) => ({ agreement: row.agreement, version: row.version, acceptedAt: row.accepted_at }));
}

/** Whether the person has accepted the agreement in its current wording, and not withdrawn it since. */
export async function hasConsented(db: Db, userId: UserId, name: AgreementName): Promise<boolean> {
  const row = await db
    .selectFrom('consents')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('agreement', '=', name)
    .where('text_hash', '=', agreementHash(name))
    .where('round', '=', withdrawals(userId, name))
    .executeTakeFirst();
  return row !== undefined;
}
