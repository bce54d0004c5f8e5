import type { ChannelModelId, PayType } from '@cinnabar/api/schemas/payment.js';
import { sql } from 'kysely';
import { envelopeOf } from '../../../custody/envelope.js';
import type { Db, Tx } from '../../../database/schema.js';
import type { PayKeys } from '../../../providers/pay/port.js';
import type { MerchantId } from '../channel.js';

/** A merchant of a channel, with the keys that it had. */
export interface ChannelRevision {
  readonly merchantId: MerchantId;
  readonly channelModelId: ChannelModelId;
  readonly revision: number;
  readonly appId: string;
  readonly merchantAccount: string;
  readonly merchantType: 0 | 1 | 2 | 3;
  readonly keys: PayKeys;
}

const purpose = (channelModelId: ChannelModelId, revision: number): string =>
  `keys of pay channel ${channelModelId} revision ${revision}`;

interface RevisionRow {
  readonly corp_id: MerchantId;
  readonly channel_model_id: ChannelModelId;
  readonly revision: number;
  readonly app_id: string;
  readonly merchant_account: string;
  readonly merchant_type: 0 | 1 | 2 | 3;
  readonly sealed: Uint8Array;
}

async function opened(db: Db, row: RevisionRow): Promise<ChannelRevision> {
  const { channel_model_id: channelModelId, revision, corp_id: merchantId } = row;
  const plain = await envelopeOf(db).decrypt(merchantId, purpose(channelModelId, revision), row.sealed);
  // Authenticated: only insertRevision wrote it.
  const keys: PayKeys = JSON.parse(Buffer.from(plain).toString('utf8'));
  const { app_id: appId, merchant_account: merchantAccount, merchant_type: merchantType } = row;
  return { merchantId, channelModelId, revision, appId, merchantAccount, merchantType, keys };
}

export async function findRevision(
  db: Db,
  channelModelId: ChannelModelId,
  revision: number,
): Promise<ChannelRevision> {
  const row = await db
    .selectFrom('pay_channel_revisions')
    .selectAll()
    .where('channel_model_id', '=', channelModelId)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  return opened(db, row);
}

/** Revisions that a notification may concern: those of open orders and of refunds under way. */
const RECENT_REVISIONS = 10;

export interface NotifiedChannel {
  readonly payType: PayType;
  /** Newest first. */
  readonly revisions: readonly ChannelRevision[];
}

/** The channel whose address for notifications has this token. */
export async function channelByToken(db: Db, token: string): Promise<NotifiedChannel | null> {
  const channel = await db
    .selectFrom('pay_channels')
    .select(['channel_model_id', 'pay_type'])
    .where('notify_token', '=', token)
    .executeTakeFirst();
  if (channel === undefined) return null;
  const rows = await db
    .selectFrom('pay_channel_revisions')
    .selectAll()
    .where('channel_model_id', '=', channel.channel_model_id)
    .orderBy('revision', 'desc')
    .limit(RECENT_REVISIONS)
    .execute();
  const revisions = await Promise.all(rows.map((row) => opened(db, row)));
  return { payType: channel.pay_type, revisions };
}

export async function notifyTokenOf(db: Db, channelModelId: ChannelModelId): Promise<string | null> {
  const row = await db
    .selectFrom('pay_channels')
    .select('notify_token')
    .where('channel_model_id', '=', channelModelId)
    .executeTakeFirst();
  return row?.notify_token ?? null;
}

/** Adds a revision, and makes it the channel's. Requires the channel's lock, if it exists already. */
export async function insertRevision(tx: Tx, revision: ChannelRevision, now: Date): Promise<void> {
  const { merchantId, channelModelId, keys } = revision;
  const plain = Buffer.from(JSON.stringify(keys), 'utf8');
  const sealed = await envelopeOf(tx).encrypt(merchantId, purpose(channelModelId, revision.revision), plain);
  await tx
    .insertInto('pay_channel_revisions')
    .values({
      corp_id: merchantId,
      channel_model_id: channelModelId,
      revision: revision.revision,
      app_id: revision.appId,
      merchant_account: revision.merchantAccount,
      merchant_type: revision.merchantType,
      sealed,
      created_at: now,
    })
    .execute();
}

/** The number after the newest revision of the channel. */
export async function nextRevision(tx: Tx, channelModelId: ChannelModelId): Promise<number> {
  const row = await tx
    .selectFrom('pay_channel_revisions')
    .select(sql<number>`coalesce(max(revision), 0) + 1`.as('next'))
    .where('channel_model_id', '=', channelModelId)
    .executeTakeFirstOrThrow();
  return row.next;
}
