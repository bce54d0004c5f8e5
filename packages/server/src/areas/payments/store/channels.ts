import { randomBytes } from 'node:crypto';
import { type ChannelModelId, type PayType, payTypes } from '@cinnabar/api/schemas/payment.js';
import { type Selectable, sql } from 'kysely';
import type { IdSource } from '../../../database/ids.js';
import type { Db, Tx } from '../../../database/schema.js';
import type { PayChannelsTable } from '../../../database/tables/payments.js';
import { violatedUniqueIndex } from '../../../database/violated-unique-index.js';
import type { PayKeys } from '../../../providers/pay/port.js';
import type { MerchantId, PayChannel } from '../channel.js';
import { findRevision, insertRevision, nextRevision } from './channel-keys.js';

function channelOf(row: Selectable<PayChannelsTable>): PayChannel {
  return {
    merchantId: row.corp_id,
    channelModelId: row.channel_model_id,
    providerCode: row.provider_code,
    payType: row.pay_type,
    appId: row.app_id,
    merchantAccount: row.merchant_account,
    merchantType: row.merchant_type,
    enabled: row.enabled,
    revision: row.revision,
    feeRate: row.fee_rate,
    createTime: row.created_at,
    modifyTime: row.modified_at,
  };
}

/** The merchant already has a channel for this payment method. */
export class ChannelExists extends Error {
  constructor() {
    super('the merchant has an enabled channel of this pay type');
    this.name = 'ChannelExists';
  }
}

export interface NewChannel {
  readonly merchantId: MerchantId;
  readonly payType: PayType;
  readonly appId: string;
  readonly merchantAccount: string;
  readonly merchantType: 0 | 1 | 2 | 3;
  /** null: none; only the sandbox's provider accepts such a channel. */
  readonly keys?: PayKeys | null;
  /** Agreed fee in ten-thousandths; null: not compared. */
  readonly feeRate?: number | null;
  readonly now: Date;
}

/** Cannot be guessed, although a notification counts by its signature alone. */
const TOKEN_BYTES = 24;
const FIRST_REVISION = 1;

/** @throws ChannelExists; the transaction is aborted then */
export async function addChannel(tx: Tx, ids: IdSource, channel: NewChannel): Promise<ChannelModelId> {
  const channelModelId = await ids.next<'PayChannel'>();
  const keys = channel.keys ?? null;
  try {
    await tx
      .insertInto('pay_channels')
      .values({
        corp_id: channel.merchantId,
        channel_model_id: channelModelId,
        provider_code: payTypes[channel.payType].providerCode,
        pay_type: channel.payType,
        app_id: channel.appId,
        merchant_account: channel.merchantAccount,
        merchant_type: channel.merchantType,
        enabled: true,
        created_at: channel.now,
        revision: keys === null ? null : FIRST_REVISION,
        notify_token: randomBytes(TOKEN_BYTES).toString('base64url'),
        fee_rate: channel.feeRate ?? null,
        modified_at: null,
      })
      .execute();
  } catch (error) {
    if (violatedUniqueIndex(error) === 'pay_channels_in_use') throw new ChannelExists();
    throw error;
  }
  if (keys !== null) {
    const { merchantId, appId, merchantAccount, merchantType, now } = channel;
    const merchant = { merchantId, appId, merchantAccount, merchantType };
    await insertRevision(tx, { ...merchant, channelModelId, revision: FIRST_REVISION, keys }, now);
  }
  return channelModelId;
}

/** What of a channel can change; its payment method is what it is. */
export interface ChannelChange {
  readonly appId: string;
  readonly merchantAccount: string;
  readonly merchantType: 0 | 1 | 2 | 3;
  readonly enabled: boolean;
  readonly feeRate: number | null;
  /** null: those that it has. */
  readonly keys: PayKeys | null;
}

/**
 * Another merchant or other keys are a new revision; orders keep the one that they were made with.
 * @throws ChannelExists; the transaction is aborted then
 */
export async function changeChannel(
  tx: Tx,
  channel: PayChannel,
  change: ChannelChange,
  now: Date,
): Promise<void> {
  const { channelModelId, merchantId } = channel;
  const { appId, merchantAccount, merchantType, enabled, feeRate } = change;
  const isSame =
    appId === channel.appId &&
    merchantAccount === channel.merchantAccount &&
    merchantType === channel.merchantType;
  const keys =
    change.keys ??
    (isSame || channel.revision === null
      ? null
      : (await findRevision(tx, channelModelId, channel.revision)).keys);
  const revision = keys === null ? channel.revision : await nextRevision(tx, channelModelId);
  if (keys !== null && revision !== null) {
    const merchant = { merchantId, channelModelId, appId, merchantAccount, merchantType };
    await insertRevision(tx, { ...merchant, revision, keys }, now);
  }
  try {
    await tx
      .updateTable('pay_channels')
      .set({
        app_id: appId,
        merchant_account: merchantAccount,
        merchant_type: merchantType,
        enabled,
        fee_rate: feeRate,
        revision,
        // Channels of earlier versions have none.
        notify_token: sql`coalesce(notify_token, ${randomBytes(TOKEN_BYTES).toString('base64url')})`,
        modified_at: now,
      })
      .where('channel_model_id', '=', channelModelId)
      .execute();
  } catch (error) {
    if (violatedUniqueIndex(error) === 'pay_channels_in_use') throw new ChannelExists();
    throw error;
  }
}

/** The channel, locked until the transaction ends; null if the merchant has none of this id. */
export async function lockChannel(
  tx: Tx,
  merchantId: MerchantId,
  channelModelId: ChannelModelId,
): Promise<PayChannel | null> {
  const row = await tx
    .selectFrom('pay_channels')
    .selectAll()
    .where('channel_model_id', '=', channelModelId)
    .where('corp_id', '=', merchantId)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : channelOf(row);
}

/** A channel with the time of its newest payment; null: none yet. */
export interface UsedChannel extends PayChannel {
  readonly lastSuccessTime: Date | null;
}

function selectUsed(db: Db) {
  return db
    .selectFrom('pay_channels')
    .selectAll()
    .select((channel) =>
      channel
        .selectFrom('pay_orders')
        .select(({ fn }) => fn.max('success_time').as('last'))
        .whereRef('pay_orders.corp_id', '=', 'pay_channels.corp_id')
        .whereRef('pay_orders.channel_model_id', '=', 'pay_channels.channel_model_id')
        .as('last_success_time'),
    );
}

/** All channels of the merchant, those in use first, then in the order in which they were added. */
export async function channelsOf(db: Db, merchantId: MerchantId): Promise<readonly UsedChannel[]> {
  const rows = await selectUsed(db)
    .where('corp_id', '=', merchantId)
    .orderBy('enabled', 'desc')
    .orderBy('created_at')
    .orderBy('channel_model_id')
    .execute();
  return rows.map((row) => ({ ...channelOf(row), lastSuccessTime: row.last_success_time }));
}

/** Channels in use of all merchants, the oldest first. */
export async function usedChannels(db: Db, most: number): Promise<readonly UsedChannel[]> {
  const rows = await selectUsed(db)
    .where('enabled', '=', true)
    .orderBy('created_at')
    .orderBy('channel_model_id')
    .limit(most)
    .execute();
  return rows.map((row) => ({ ...channelOf(row), lastSuccessTime: row.last_success_time }));
}

export async function usedChannel(db: Db, channelModelId: ChannelModelId): Promise<UsedChannel> {
  const row = await selectUsed(db).where('channel_model_id', '=', channelModelId).executeTakeFirstOrThrow();
  return { ...channelOf(row), lastSuccessTime: row.last_success_time };
}

/** Open orders stay payable. @returns false if there is no such channel */
export async function disableChannel(tx: Tx, channelModelId: ChannelModelId): Promise<boolean> {
  const updated = await tx
    .updateTable('pay_channels')
    .set({ enabled: false })
    .where('channel_model_id', '=', channelModelId)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function findChannel(db: Db, channelModelId: ChannelModelId): Promise<PayChannel | null> {
  const row = await db
    .selectFrom('pay_channels')
    .selectAll()
    .where('channel_model_id', '=', channelModelId)
    .executeTakeFirst();
  return row === undefined ? null : channelOf(row);
}

export async function hasChannel(db: Db, merchantId: MerchantId): Promise<boolean> {
  const row = await db
    .selectFrom('pay_channels')
    .select('channel_model_id')
    .where('corp_id', '=', merchantId)
    .where('enabled', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The merchant's enabled channels of these pay types, in the order of the types. */
export async function channelsFor(
  db: Db,
  merchantId: MerchantId,
  payTypes: readonly PayType[],
): Promise<readonly PayChannel[]> {
  const rows = await db
    .selectFrom('pay_channels')
    .selectAll()
    .where('corp_id', '=', merchantId)
    .where('enabled', '=', true)
    .where('pay_type', 'in', [...payTypes])
    .execute();
  return rows
    .map(channelOf)
    .toSorted((left, right) => payTypes.indexOf(left.payType) - payTypes.indexOf(right.payType));
}
