import type { IdSource } from '../../database/ids.js';
import type { Tx } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';
import { readName } from './rules.js';
import { lockIdentity } from './user-store.js';

export interface NameCorrection {
  readonly userId: UserId;
  readonly realName: string;
  readonly reason: string;
  /** The operator, or the person by a face check. */
  readonly by: 'platform' | 'face';
  readonly now: Date;
}

export type CorrectionVerdict =
  | { readonly kind: 'corrected'; readonly formerName: string; readonly realName: string }
  | { readonly kind: 'unknown' | 'notProven' | 'noName' | 'same' };

/** Corrects a misspelt proven name; the ID document number stays. */
export async function correctName(
  tx: Tx,
  ids: IdSource,
  { userId, realName: given, reason, by, now }: NameCorrection,
): Promise<CorrectionVerdict> {
  const realName = readName(given);
  if (realName === null) return { kind: 'noName' };
  const person = await lockIdentity(tx, userId);
  if (person === null) return { kind: 'unknown' };
  const { realName: formerName } = person;
  if (person.verifiedAt === null || formerName === null) return { kind: 'notProven' };
  if (formerName === realName) return { kind: 'same' };
  await tx.updateTable('users').set({ real_name: realName }).where('user_id', '=', userId).execute();
  await tx
    .insertInto('identity_corrections')
    .values({
      correction_id: await ids.next(),
      user_id: userId,
      former_name: formerName,
      real_name: realName,
      reason,
      corrected_at: now,
      corrected_by: by,
    })
    .execute();
  return { kind: 'corrected', formerName, realName };
}
