import type { ChannelModelId, PayType, ProviderCode } from '@cinnabar/api/schemas/payment.js';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/schema.js';
import type { PayStatementsTable, StatementResult } from '../../../database/tables/payments.js';
import type { StatementRow } from '../../../providers/pay/port.js';
import type { MerchantId } from '../channel.js';
import type { StatedOrder } from '../rules/reconcile.js';
import { spanOf } from '../rules/statement-days.js';

/** The statement of a merchant of a day. */
export interface StatementKey {
  readonly merchantId: MerchantId;
  readonly providerCode: ProviderCode;
  readonly merchantAccount: string;
  readonly day: string;
}

/** By what a statement is fetched: any channel of the merchant. */
export interface StatementSource extends StatementKey {
  readonly channelModelId: ChannelModelId;
  readonly channelRevision: number | null;
  readonly payType: PayType;
  readonly appId: string;
  readonly merchantType: 0 | 1 | 2 | 3;
}

/** Merchants of enabled channels, and those that orders of the day were paid to: one may have been replaced. */
export async function sourcesOf(db: Db, day: string): Promise<readonly StatementSource[]> {
  const { begin, end } = spanOf(day);
  const columns = ['corp_id', 'provider_code', 'merchant_account', 'channel_model_id', 'pay_type'] as const;
  const channels = await db
    .selectFrom('pay_channels')
    .select([...columns, 'revision', 'app_id', 'merchant_type'])
    .where('enabled', '=', true)
    .orderBy('channel_model_id')
    .execute();
  const orders = await db
    .selectFrom('pay_orders')
    .select([...columns, 'channel_revision as revision', 'app_id', 'merchant_type'])
    .distinct()
    .where('success_time', '>=', begin)
    .where('success_time', '<', end)
    .execute();
  const sources = new Map<string, StatementSource>();
  for (const row of [...channels, ...orders]) {
    const name = nameOf(row.corp_id, row.provider_code, row.merchant_account);
    if (sources.has(name)) continue;
    sources.set(name, {
      merchantId: row.corp_id,
      providerCode: row.provider_code,
      merchantAccount: row.merchant_account,
      day,
      channelModelId: row.channel_model_id,
      channelRevision: row.revision,
      payType: row.pay_type,
      appId: row.app_id,
      merchantType: row.merchant_type,
    });
  }
  return [...sources.values()];
}

/** A comparison that found differences and is older than the given time: corrections may have arrived. */
function mayHaveChanged(before: Date): RawBuilder<boolean> {
  return sql<boolean>`(pay_statements.state = 'compared' and pay_statements.checked_at < ${before}::timestamptz
    and jsonb_array_length(pay_statements.result -> 'differences') > 0)`;
}

/**
 * Names of the statements of the day that are decided.
 * @param before comparisons with differences are decided until they are older
 */
export async function decidedStatements(db: Db, day: string, before: Date): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('pay_statements')
    .select(['corp_id', 'provider_code', 'merchant_account'])
    .where('day', '=', day)
    .where('state', '<>', 'waiting')
    .where(sql<boolean>`not ${mayHaveChanged(before)}`)
    .execute();
  return new Set(rows.map((row) => nameOf(row.corp_id, row.provider_code, row.merchant_account)));
}

export function nameOf(merchantId: MerchantId, provider: ProviderCode, merchantAccount: string): string {
  return `${merchantId} ${provider} ${merchantAccount}`;
}

/** The differences that the last comparison of a statement found; null if it was not compared. */
export async function knownDifferences(
  tx: Tx,
  { merchantId, providerCode, merchantAccount, day }: StatementKey,
): Promise<StatementResult['differences'] | null> {
  const row = await tx
    .selectFrom('pay_statements')
    .select('result')
    .where('corp_id', '=', merchantId)
    .where('provider_code', '=', providerCode)
    .where('merchant_account', '=', merchantAccount)
    .where('day', '=', day)
    .forUpdate()
    .executeTakeFirst();
  return row?.result?.differences ?? null;
}

/**
 * What became of a statement. An earlier comparison stands until there is another one.
 * @returns its state, and whether this is news of it
 */
export async function storeStatement(
  db: Db,
  source: StatementSource,
  outcome: { readonly result: StatementResult | null; readonly failure: string | null; readonly now: Date },
  { maxAttempts, before }: { readonly maxAttempts: number; readonly before: Date },
): Promise<{ readonly state: PayStatementsTable['state']; readonly isNew: boolean }> {
  const { result, failure, now } = outcome;
  const text = result === null ? null : JSON.stringify(result);
  const state = result === null ? 'waiting' : 'compared';
  const { rows } = await sql<{ state: PayStatementsTable['state']; attempts: number }>`
    insert into pay_statements
      (corp_id, provider_code, merchant_account, day, channel_model_id, state, attempts, failure, result, checked_at)
    values (${source.merchantId}, ${source.providerCode}, ${source.merchantAccount}, ${source.day}::date,
      ${source.channelModelId}, ${state}, 1, ${failure}, ${text}::jsonb, ${now}::timestamptz)
    on conflict (corp_id, provider_code, merchant_account, day) do update set
      attempts = pay_statements.attempts + 1,
      state = case
        when pay_statements.state = 'compared' then 'compared'
        when excluded.state = 'waiting' and pay_statements.attempts + 1 >= ${maxAttempts} then 'failed'
        else excluded.state end,
      failure = excluded.failure, result = coalesce(excluded.result, pay_statements.result),
      checked_at = excluded.checked_at
    where pay_statements.state = 'waiting' or ${mayHaveChanged(before)}
    returning state, attempts
  `.execute(db);
  const [row] = rows;
  return { state: row?.state ?? 'compared', isNew: row !== undefined };
}

/** Our orders that the statement must list, and those that its rows name. */
export async function statedOrders(
  db: Db,
  key: StatementKey,
  rows: readonly StatementRow[],
): Promise<readonly StatedOrder[]> {
  const { begin, end } = spanOf(key.day);
  const isToday = (time: Date | null) => time !== null && time >= begin && time < end;
  const numbers = [...new Set(rows.map(({ businessOrderNo }) => businessOrderNo))];
  const found = await db
    .selectFrom('pay_orders')
    .selectAll()
    .where('corp_id', '=', key.merchantId)
    .where('provider_code', '=', key.providerCode)
    .where('merchant_account', '=', key.merchantAccount)
    .where((order) =>
      order.or([
        order.and([order('success_time', '>=', begin), order('success_time', '<', end)]),
        order.and([order('refunded_at', '>=', begin), order('refunded_at', '<', end)]),
        sql<boolean>`business_order_no = any(${numbers}::text[])`,
      ]),
    )
    .execute();
  return found.map((row) => ({
    orderId: row.order_id,
    businessOrderNo: row.business_order_no,
    amountFen: row.amount_fen,
    isPaid: row.success_time !== null || row.refund_reason !== null,
    isPaidToday: isToday(row.success_time),
    refund:
      row.refund_times === 0
        ? null
        : {
            refundNo: `${row.business_order_no}R${row.refund_round}`,
            fen: row.refunded_fen,
            // WeChat Pay lists a refund on the day of its request, Alipay on the day that it was made.
            isToday: isToday(
              row.provider_code === 'chatApay'
                ? (row.refund_requested_at ?? row.refunded_at)
                : row.refunded_at,
            ),
          },
  }));
}

/** Statements of a merchant over days, newest first. */
export async function statementsOf(
  db: Db,
  merchantId: MerchantId,
  days: { readonly first: string; readonly last: string },
  account: { readonly providerCode: ProviderCode; readonly merchantAccount: string } | null,
): Promise<readonly Selectable<PayStatementsTable>[]> {
  let query = db
    .selectFrom('pay_statements')
    .selectAll()
    .where('corp_id', '=', merchantId)
    .where('day', '>=', days.first)
    .where('day', '<=', days.last);
  if (account !== null) {
    query = query
      .where('provider_code', '=', account.providerCode)
      .where('merchant_account', '=', account.merchantAccount);
  }
  return query.orderBy('day', 'desc').orderBy('provider_code').orderBy('merchant_account').execute();
}

/** The agreed fee of a merchant's channel; null: none. */
export async function feeRateOf(db: Db, channelModelId: ChannelModelId): Promise<number | null> {
  const row = await db
    .selectFrom('pay_channels')
    .select('fee_rate')
    .where('channel_model_id', '=', channelModelId)
    .executeTakeFirst();
  return row?.fee_rate ?? null;
}
