/** Changes of an enterprise's identification status: each change leaves an immutable record. */

import type { IdSource } from '../../database/ids.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpIdentificationsTable } from '../../database/tables/enterprise.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { type Corp, corpOf } from './corp.js';

/** Locks the enterprise until the transaction ends. */
export async function lockCorp(tx: Tx, corpId: CorpId): Promise<Corp | null> {
  const row = await tx
    .selectFrom('corps')
    .selectAll()
    .where('corp_id', '=', corpId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? null : corpOf(row);
}

export interface Identification {
  readonly corpId: CorpId;
  readonly identStatus: Corp['identStatus'];
  readonly way: CorpIdentificationsTable['way'];
  readonly userId: UserId | null;
  /** Required if the operator decides. */
  readonly reason: string | null;
  readonly now: Date;
}

export async function noteIdentification(tx: Tx, ids: IdSource, entry: Identification): Promise<void> {
  await tx
    .insertInto('corp_identifications')
    .values({
      entry_id: await ids.next<'CorpIdentification'>(),
      corp_id: entry.corpId,
      ident_status: entry.identStatus,
      way: entry.way,
      user_id: entry.userId,
      reason: entry.reason,
      created_at: entry.now,
    })
    .execute();
}

/**
 * Identifies the enterprise by the face check of its legal representative. An enterprise that the platform has marked
 * invalid stays invalid.
 */
export async function identifyCorp(
  tx: Tx,
  ids: IdSource,
  by: { readonly corpId: CorpId; readonly userId: UserId; readonly now: Date },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('corps')
    .set({ ident_status: 'identified' })
    .where('corp_id', '=', by.corpId)
    .where('ident_status', '=', 'unidentified')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await noteIdentification(tx, ids, { ...by, identStatus: 'identified', way: 'face', reason: null });
}

export async function saveLegalRep(
  tx: Tx,
  corpId: CorpId,
  { name, identNo }: { readonly name: string; readonly identNo: Uint8Array },
): Promise<void> {
  await tx
    .updateTable('corps')
    .set({ legal_rep_name: name, legal_rep_ident_no: identNo })
    .where('corp_id', '=', corpId)
    .execute();
}

export async function isClosed(db: Db | Tx, corpId: CorpId): Promise<boolean> {
  const row = await db
    .selectFrom('corp_closures')
    .select('corp_id')
    .where('corp_id', '=', corpId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The credit code of an enterprise whose data were removed; null if there is none. */
export async function formerCode(db: Db, corpId: CorpId): Promise<string | null> {
  const row = await db
    .selectFrom('corp_closures')
    .select('former_code')
    .where('corp_id', '=', corpId)
    .executeTakeFirst();
  return row?.former_code ?? null;
}

export interface IdentityChange {
  readonly corpId: CorpId;
  readonly identStatus?: Corp['identStatus'];
  readonly corpCode?: string;
  /** The number, encrypted. */
  readonly legalRep?: { readonly name: string; readonly identNo: Uint8Array };
  /** Evidence that the operator has examined, as a text. */
  readonly reason: string;
  /** The operator; absent: the command line, which knows nobody. */
  readonly by?: UserId;
  readonly now: Date;
}

/**
 * Records the operator's decision on an enterprise. With any status other than identified it cannot sign; with
 * `invalid` it cannot start flows either.
 * @returns the enterprise after the change; `unknown` if there is none, `taken` if another has the credit code,
 * `incomplete` if it would be identified without one, `closed` if only reopening changes its status
 */
export async function setIdentity(
  tx: Tx,
  ids: IdSource,
  change: IdentityChange,
): Promise<Corp | 'unknown' | 'taken' | 'incomplete' | 'closed'> {
  const { corpId, corpCode, legalRep, reason, now } = change;
  const before = await lockCorp(tx, corpId);
  if (before === null) return 'unknown';
  if (change.identStatus !== undefined && (await isClosed(tx, corpId))) return 'closed';
  const identStatus = change.identStatus ?? before.identStatus;
  const code = corpCode ?? before.corpCode;
  if (identStatus === 'identified' && code === null) return 'incomplete';
  if (corpCode !== undefined) {
    const other = await tx
      .selectFrom('corps')
      .select('corp_id')
      .where('corp_code', '=', corpCode)
      .where('corp_id', '<>', corpId)
      .executeTakeFirst();
    if (other !== undefined) return 'taken';
  }
  await tx
    .updateTable('corps')
    .set({ ident_status: identStatus, corp_code: code })
    .where('corp_id', '=', corpId)
    .execute();
  if (legalRep !== undefined) await saveLegalRep(tx, corpId, legalRep);
  await noteIdentification(tx, ids, {
    corpId,
    identStatus,
    way: 'operator',
    userId: change.by ?? null,
    reason,
    now,
  });
  return (await lockCorp(tx, corpId)) ?? 'unknown';
}
