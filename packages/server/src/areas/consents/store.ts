import type { Acceptance } from '@cinnabar/api/pages/acceptances.js';
import type { AgreementName } from '@cinnabar/api/pages/agreements.js';
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
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (result.numInsertedOrUpdatedRows === 1n) added.push(name);
  }
  return added;
}

/** Whether the person has ever accepted the agreement in its current wording. */
export async function hasConsented(db: Db, userId: UserId, name: AgreementName): Promise<boolean> {
  const row = await db
    .selectFrom('consents')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('agreement', '=', name)
    .where('text_hash', '=', agreementHash(name))
    .executeTakeFirst();
  return row !== undefined;
}
