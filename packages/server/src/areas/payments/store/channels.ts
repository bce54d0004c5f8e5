import { type ChannelModelId, type PayType, payTypes } from '@cinnabar/api/schemas/payment.js';
import type { Selectable } from 'kysely';
import type { IdSource } from '../../../database/ids.js';
import type { Db, Tx } from '../../../database/schema.js';
import type { PayChannelsTable } from '../../../database/tables/payments.js';
import { violatedUniqueIndex } from '../../../database/violated-unique-index.js';
import type { MerchantId, PayChannel } from '../channel.js';

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
  readonly now: Date;
}

/** @throws ChannelExists; the transaction is aborted then */
export async function addChannel(tx: Tx, ids: IdSource, channel: NewChannel): Promise<ChannelModelId> {
  const channelModelId = await ids.next<'PayChannel'>();
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
      })
      .execute();
  } catch (error) {
    if (violatedUniqueIndex(error) === 'pay_channels_in_use') throw new ChannelExists();
    throw error;
  }
  return channelModelId;
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
