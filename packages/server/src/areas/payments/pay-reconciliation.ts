import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { payReconciliation as operation } from '@cinnabar/api/operations/pay-channels.js';
import type { StatementTotals } from '../../database/tables/payments.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { yuanOf } from './money.js';
import { daysBetween, isDay } from './rules/statement-days.js';
import { findChannel } from './store/channels.js';
import { statementsOf } from './store/statements.js';

const MAX_DAYS = 31;

export async function payReconciliation(
  ctx: MemberContext,
  { beginDate, endDate, channelModelId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  requireDays(beginDate, endDate);
  const channel = channelModelId === undefined ? null : await findChannel(ctx.db, channelModelId);
  if (channelModelId !== undefined && channel?.merchantId !== ctx.corpId) throw refuse('404');
  const days = { first: beginDate, last: endDate };
  const statements = await statementsOf(ctx.db, ctx.corpId, days, channel);
  return statements.map((statement) => ({
    day: statement.day,
    channelModelId: statement.channel_model_id,
    providerCode: statement.provider_code,
    merchantAccount: statement.merchant_account,
    state: statement.state,
    failure: statement.failure,
    checkTime: statement.checked_at,
    ours: totalsView(statement.result?.ours),
    theirs: totalsView(statement.result?.theirs),
    fee: yuanOf(statement.result?.feeFen ?? 0),
    others: statement.result?.others ?? 0,
    differences: statement.result?.differences ?? [],
  }));
}

function requireDays(first: string, last: string): void {
  const problem = { zh: '不是日历中的日期', en: 'is no day of the calendar' };
  if (!isDay(first)) throw invalidField('beginDate', problem);
  if (!isDay(last)) throw invalidField('endDate', problem);
  const count = daysBetween(first, last);
  if (count < 1) throw invalidField('endDate', { zh: '早于起始日期', en: 'is before beginDate' });
  if (count > MAX_DAYS) throw invalidField('endDate', { zh: '最多 31 天', en: 'must be within 31 days' });
}

const nothing: StatementTotals = { payments: 0, paidFen: 0, refunds: 0, refundedFen: 0 };

function totalsView({ payments, paidFen, refunds, refundedFen }: StatementTotals = nothing) {
  return { payments, amount: yuanOf(paidFen), refunds, refundAmount: yuanOf(refundedFen) };
}
