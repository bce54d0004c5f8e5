import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { queryAccountHistoryList as operation } from '@cinnabar/api/operations/enterprise.js';
import { type RecordType, recordTypes } from '@cinnabar/api/schemas/enterprise.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { Ledger } from '../../database/tables/enterprise.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { countEntries, type EntryFilter, findCorp, listEntries } from './store.js';

export function queryAccountHistoryList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return historyOf(ctx, 'contract', input);
}

/** The entries of one of the enterprise's ledgers. */
export async function historyOf(
  ctx: MemberContext,
  ledger: Ledger,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const begin = input.beginTime ?? null;
  const end = input.endTime ?? null;
  if (begin !== null && end !== null && begin > end) {
    throw refuse('1002', { zh: 'beginTime 晚于 endTime', en: 'beginTime lies after endTime' });
  }
  const filter: EntryFilter = {
    corpId: ctx.corpId,
    ledger,
    recordType: given(input.recordType),
    signFlowCode: given(input.signFlowCode),
    orderCode: given(input.orderCode),
    signFlowName: given(input.signFlowName),
    initPsnName: given(input.initPsnName),
    begin,
    end,
  };
  const [corp, totalCount, rows] = await Promise.all([
    findCorp(ctx.db, ctx.corpId),
    countEntries(ctx.db, filter),
    listEntries(ctx.db, filter, pageWindow(input)),
  ]);
  const items = rows.map((row) => ({
    id: row.entry_id,
    corpCode: corp?.corpCode ?? null,
    corpName: corp?.corpName ?? '',
    recordType: row.record_type,
    recordName: recordName(row.record_type),
    count: row.count,
    accountBalance: row.balance,
    signFlowId: row.sign_flow_id,
    signFlowCode: row.sign_flow_code,
    signFlowName: row.sign_flow_name,
    initPsnName: row.init_psn_name,
    orderCode: row.order_code,
    remark: row.remark,
    createTime: row.created_at,
  }));
  return { items, totalCount };
}

/** A blank value means no filter. */
function given(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

function isRecordType(type: string): type is RecordType {
  return Object.hasOwn(recordTypes, type);
}

function recordName(type: string): string {
  return isRecordType(type) ? recordTypes[type] : type;
}
