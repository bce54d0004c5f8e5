/** SQL of the identities that enterprises assert of their members. */

import type { Db, Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';

const nothingAsserted = {
  asserted_name: null,
  asserted_ident_num: null,
  asserted_ident_num_index: null,
  asserted_at: null,
  asserted_by: null,
} as const;

/** For a membership without an asserted identity. */
export const nothingKnown = {
  confirmed_at: null,
  ...nothingAsserted,
  signing_password: null,
  password_failures: 0,
  password_locked_until: null,
} as const;

/** An asserted identity, ready to be stored. */
export interface Assertion {
  readonly realName: string;
  /** Encrypted. */
  readonly identNum: Uint8Array;
  readonly identNumIndex: string;
  /** The application. */
  readonly by: string;
}

/** The asserted identity of the person of a valid membership. */
export async function saveAssertion(
  tx: Tx,
  corpId: CorpId,
  userId: UserId,
  assertion: Assertion,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('members')
    .set({
      asserted_name: assertion.realName,
      asserted_ident_num: assertion.identNum,
      asserted_ident_num_index: assertion.identNumIndex,
      asserted_at: now,
      asserted_by: assertion.by,
    })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('state', '=', 'valid')
    .execute();
}

export async function dropAssertion(tx: Tx, corpId: CorpId, userId: UserId): Promise<void> {
  await tx
    .updateTable('members')
    .set(nothingAsserted)
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .execute();
}

/** The identities that enterprises assert of a person, locked until the transaction ends. */
export async function lockAssertions(tx: Tx, userId: UserId): Promise<readonly AssertedIdentity[]> {
  const rows = await assertions(tx).where('user_id', '=', userId).orderBy('corp_id').forUpdate().execute();
  return rows.flatMap(assertedOf);
}

export async function findAssertion(
  db: Db,
  corpId: CorpId,
  userId: UserId,
): Promise<AssertedIdentity | null> {
  const rows = await assertions(db).where('corp_id', '=', corpId).where('user_id', '=', userId).execute();
  return rows.flatMap(assertedOf)[0] ?? null;
}

/** Name and encrypted number, as an enterprise gave them. */
export interface AssertedIdentity {
  readonly corpId: CorpId;
  readonly realName: string;
  readonly identNum: Uint8Array;
  readonly identNumIndex: string;
}

function assertions(db: Db) {
  return db
    .selectFrom('members')
    .select(['corp_id', 'asserted_name', 'asserted_ident_num', 'asserted_ident_num_index'])
    .where('state', '<>', 'deleted')
    .where('asserted_name', 'is not', null);
}

function assertedOf(row: {
  readonly corp_id: CorpId;
  readonly asserted_name: string | null;
  readonly asserted_ident_num: Uint8Array | null;
  readonly asserted_ident_num_index: string | null;
}): readonly AssertedIdentity[] {
  const { asserted_name: realName, asserted_ident_num: identNum, asserted_ident_num_index: index } = row;
  if (realName === null || identNum === null || index === null) return [];
  return [{ corpId: row.corp_id, realName, identNum, identNumIndex: index }];
}

/** The person has to accept again: everything stored of them here is cleared, including their password. */
export async function inviteAgain(tx: Tx, corpId: CorpId, userId: UserId): Promise<void> {
  await tx
    .updateTable('members')
    .set({ state: 'invited', ...nothingKnown })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('state', '<>', 'deleted')
    .execute();
}
