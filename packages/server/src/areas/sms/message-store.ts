import { type Selectable, sql } from 'kysely';
import { type Removed, removeCounted } from '../../database/remove-counted.js';
import type { Db, Tx } from '../../database/schema.js';
import type { SmsMessageState, SmsMessagesTable } from '../../database/tables/sms.js';
import type { SmsMessage, SmsReceipt } from '../../providers/sms/port.js';

/** A message that a provider was asked to send. */
export type AskedMessage = Selectable<SmsMessagesTable>;

/**
 * Records that a provider is asked to send the message.
 * @returns what is known of an earlier attempt; null if there was none
 */
export async function beginMessage(
  db: Db,
  { idempotencyKey, mobile, template, about }: SmsMessage,
  provider: string,
  now: Date,
): Promise<AskedMessage | null> {
  const begun = await db
    .insertInto('sms_messages')
    .values({
      idempotency_key: idempotencyKey,
      mobile,
      template,
      state: 'sending',
      provider,
      corp_id: about?.corpId ?? null,
      flow_id: about?.flowId ?? null,
      created_at: now,
      changed_at: now,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('idempotency_key')
    .executeTakeFirst();
  return begun === undefined ? findMessage(db, idempotencyKey) : null;
}

async function findMessage(db: Db, idempotencyKey: string): Promise<AskedMessage | null> {
  const row = await db
    .selectFrom('sms_messages')
    .selectAll()
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  return row ?? null;
}

/** @returns whether this process may ask again; another one may have begun meanwhile */
export async function beginAgain(db: Db, asked: AskedMessage, provider: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('sms_messages')
    .set({ provider, changed_at: now })
    .where('idempotency_key', '=', asked.idempotency_key)
    .where('state', '=', 'sending')
    .where('changed_at', '=', asked.changed_at)
    .returning('idempotency_key')
    .executeTakeFirst();
  return row !== undefined;
}

/** The next provider is asked. */
export async function noteProvider(db: Db, idempotencyKey: string, provider: string): Promise<void> {
  await db
    .updateTable('sms_messages')
    .set({ provider })
    .where('idempotency_key', '=', idempotencyKey)
    .execute();
}

export async function noteAccepted(
  db: Db,
  idempotencyKey: string,
  providerMsgId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('sms_messages')
    .set({ state: 'accepted', provider_msg_id: providerMsgId, changed_at: now })
    .where('idempotency_key', '=', idempotencyKey)
    .where('state', '=', 'sending')
    .execute();
}

/** Nothing was sent: the message may be sent again. */
export async function forgetMessage(db: Db, idempotencyKey: string): Promise<void> {
  await db.deleteFrom('sms_messages').where('idempotency_key', '=', idempotencyKey).execute();
}

/**
 * Records what became of a message.
 * @returns the message, unless that or another end was known
 */
export async function endMessage(
  tx: Tx,
  provider: string,
  of: SmsReceipt['of'],
  end: {
    readonly state: Extract<SmsMessageState, 'delivered' | 'undelivered' | 'unknown'>;
    readonly failure: string | null;
    readonly now: Date;
  },
): Promise<AskedMessage | null> {
  const row = await tx
    .updateTable('sms_messages')
    .set({ state: end.state, failure: end.failure, changed_at: end.now })
    .where('provider', '=', provider)
    .where((is) =>
      'providerMsgId' in of
        ? is('provider_msg_id', '=', of.providerMsgId)
        : is('idempotency_key', '=', of.idempotencyKey),
    )
    .where('state', 'in', ['sending', 'accepted'])
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Messages whose outcome has been unknown since before the given time. */
export async function undecidedMessages(
  db: Db,
  before: Date,
  most: number,
): Promise<readonly AskedMessage[]> {
  return db
    .selectFrom('sms_messages')
    .selectAll()
    .where('state', '=', 'sending')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(most)
    .execute();
}

/** Deletes messages that were begun before the given time. */
export function removeOldMessages(db: Db, before: Date): Promise<Removed> {
  return removeCounted(db, 'sms_messages', 'created_at', sql`created_at < ${before}`, { hasCorp: true });
}
