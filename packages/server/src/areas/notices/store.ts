import type { MailLanguage } from '@cinnabar/api/schemas/email.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { sql } from 'kysely';
import { openTexts, type SealedPlace, sealTexts } from '../../custody/sealed-texts.js';
import { gatheredByTransaction } from '../../database/gathered-by-transaction.js';
import { type Removed, removeCounted } from '../../database/remove-counted.js';
import type { Db, Tx } from '../../database/schema.js';
import type { MailAddressesTable, MailsTable } from '../../database/tables/mail.js';
import type { CorpId, UserId } from '../../operation/context.js';

/** Whose address it is, and for which notices. */
export interface AddressKey {
  readonly corpId: CorpId;
  readonly userId: UserId;
  /** null: of the member, for all notices of the enterprise. */
  readonly flowId: FlowId | null;
}

export interface MailAddress {
  readonly address: string;
  readonly language: MailLanguage;
}

type AddressRow = Pick<MailAddressesTable, 'corp_id' | 'user_id' | 'flow_id' | 'address' | 'language'>;

/** An address moved to another row cannot be decrypted there. */
function placeOf({
  corp_id: corpId,
  user_id,
  flow_id,
}: Omit<AddressRow, 'address' | 'language'>): SealedPlace {
  return { corpId, purpose: `mail address ${user_id} ${flow_id}` };
}

/** In place of the earlier one; whether that one failed is forgotten. */
export async function saveAddress(
  tx: Tx,
  { corpId, userId, flowId }: AddressKey,
  { address, language }: MailAddress,
  now: Date,
): Promise<void> {
  const key = { corp_id: corpId, user_id: userId, flow_id: flowId ?? 0 } as const;
  const sealed = await sealTexts(tx, placeOf(key), address);
  const values = { address: sealed, language, saved_at: now, failed_at: null };
  await tx
    .insertInto('mail_addresses')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['corp_id', 'user_id', 'flow_id']).doUpdateSet(values))
    .execute();
}

export async function saveLanguage(
  tx: Tx,
  corpId: CorpId,
  userId: UserId,
  language: MailLanguage,
): Promise<void> {
  await tx
    .updateTable('mail_addresses')
    .set({ language })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('flow_id', '=', 0)
    .execute();
}

/** The address of a member. Those given for flows belong to the flows. */
export async function removeAddress(tx: Tx, corpId: CorpId, userId: UserId): Promise<void> {
  await tx
    .deleteFrom('mail_addresses')
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('flow_id', '=', 0)
    .execute();
}

/** The addresses of members, by person. */
export async function addressesOfMembers(
  db: Db,
  corpId: CorpId,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, { readonly address: string; readonly hasFailed: boolean }>> {
  const rows = await db
    .selectFrom('mail_addresses')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .where('flow_id', '=', 0)
    .execute();
  const opened = rows.map(async (row) => {
    const address = await openTexts<string>(db, placeOf(row), row.address);
    return [row.user_id, { address, hasFailed: row.failed_at !== null }] as const;
  });
  return new Map(await Promise.all(opened));
}

/** Every address that was given for the person. */
export async function addressesOfPerson(db: Db, userId: UserId) {
  const rows = await db
    .selectFrom('mail_addresses')
    .innerJoin('corps', 'corps.corp_id', 'mail_addresses.corp_id')
    .selectAll('mail_addresses')
    .select('corps.corp_name')
    .where('user_id', '=', userId)
    .orderBy('saved_at')
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      corpName: row.corp_name,
      address: await openTexts<string>(db, placeOf(row), row.address),
      language: row.language,
      savedAt: row.saved_at,
    })),
  );
}

/** The person of a notice, and whose addresses for them may be used. */
export interface MailRecipient {
  readonly userId: UserId;
  /** The enterprise whose notice it is, first. */
  readonly corpIds: readonly CorpId[];
  /** The flow that the notice is about; null: none. */
  readonly flow: { readonly corpId: CorpId; readonly flowId: FlowId } | null;
}

/** Whether there may be an address, by one statement for all that are looked for concurrently. */
export const mayHaveAddress = gatheredByTransaction(async (tx: Tx, recipients: readonly MailRecipient[]) => {
  const rows = await tx
    .selectFrom('mail_addresses')
    .select('user_id')
    .distinct()
    .where(sql<boolean>`user_id = any(${recipients.map(({ userId }) => userId)}::bigint[])`)
    .where('failed_at', 'is', null)
    .execute();
  const known = new Set(rows.map(({ user_id }) => user_id));
  return recipients.map(({ userId }) => known.has(userId));
});

/**
 * The address given for the flow, otherwise that of the member of the first enterprise that has one. One that has failed
 * is passed over.
 */
export async function findAddress(
  db: Db,
  { userId, corpIds, flow }: MailRecipient,
): Promise<(MailAddress & AddressKey) | null> {
  const rows = await db
    .selectFrom('mail_addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .where(sql<boolean>`corp_id = any(${corpIds}::bigint[])`)
    .where('failed_at', 'is', null)
    .where((where) => where.or([where('flow_id', '=', 0), where('flow_id', '=', flow?.flowId ?? 0)]))
    .execute();
  const preference = (row: AddressRow) => (row.flow_id === 0 ? 1 + corpIds.indexOf(row.corp_id) : 0);
  const [row] = rows.toSorted((a, b) => preference(a) - preference(b));
  if (row === undefined) return null;
  const address = await openTexts<string>(db, placeOf(row), row.address);
  const { corp_id: corpId, flow_id, language } = row;
  return { address, language, corpId, userId, flowId: flow_id === 0 ? null : flow_id };
}

/** Records that the mailbox does not exist, unless another address was saved in the meantime. */
export async function saveFailedAddress(
  db: Db,
  { corpId, userId, flowId }: AddressKey,
  sentAt: Date,
  now: Date,
): Promise<void> {
  await db
    .updateTable('mail_addresses')
    .set({ failed_at: now })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .where('flow_id', '=', flowId ?? 0)
    .where('saved_at', '<=', sentAt)
    .execute();
}

/**
 * Claims a message that is to be sent now. One that was claimed before is left alone, even if its process has ended:
 * it may have been delivered.
 * @returns whether it is to be sent
 */
export async function claimMail(db: Db, messageKey: string, now: Date): Promise<boolean> {
  const result = await db
    .insertInto('mails')
    .values({ message_key: messageKey, state: 'sending', changed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('message_key')
        .doUpdateSet({ state: 'sending', changed_at: now })
        .where('mails.state', '=', 'waiting'),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function saveMailState(
  db: Db,
  messageKey: string,
  state: MailsTable['state'],
  now: Date,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state, changed_at: now })
    .where('message_key', '=', messageKey)
    .execute();
}

/** Deletes the record of messages that no job can send any more. */
export function removeOldMails(db: Db, before: Date): Promise<Removed> {
  return removeCounted(db, 'mails', 'changed_at', sql`changed_at < ${before}`);
}
