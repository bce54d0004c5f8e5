// Flows of one enterprise as its lists hold them: rows of flow_inbox, made by the database itself. The lists read
// nothing else, so the flows behind them need not be there.

/** One flow in so many was started by somebody else, and the operator takes part in it as a person. */
const OWN_PARTS = 1009;

const COLUMNS = `viewer_corp_id, user_id, flow_id, owner_corp_id, owner_corp_name, flow_code, title, status,
  description, initiator_id, initiator_name, initiated, takes_part, copied, my_turn, my_unfinished, operate_status,
  confidential, source_order_code, created_at, started_at, finished_at, deadline, signer_mobiles, signer_corps,
  signer_names`;

/**
 * Flows `from` + 1 to `to` of the enterprise, all started by one operator, as an application does that has one: each
 * with a row for the enterprise, one for the operator, and one for the person who signs.
 */
export async function seedFlows({ statement }, { corpId, corpName, userId, name, mobile }, from, to) {
  // In portions: a statement keeps what its triggers count in memory until its end.
  for (let done = from; done < to; done += PORTION) {
    const values = [corpId, userId, corpName, name, mobile, done + 1, Math.min(to, done + PORTION)];
    await statement(ADD_FLOWS, values);
  }
}

const PORTION = 50_000;

const ADD_FLOWS = `with flow as materialized (
     select n,
       800000000 + n as flow_id,
       n % ${OWN_PARTS} = 0 as own_part,
       (array['采购', '销售', '租赁', '劳动', '保密', '运输', '服务', '借款'])[1 + n % 8]
         || (array['框架', '补充', '年度', '单次'])[1 + n / 8 % 4] || '合同'
         || case when n % 5000 = 0 then '鲲鹏' else '' end || n as title,
       (array[3, 3, 3, 3, 3, 3, 2, 2, 1, 4, 5, 6])[1 + n % 12] as status,
       timestamptz '2026-01-01' + n * interval '10 seconds' as created_at,
       '136' || lpad((n % 20000)::text, 8, '0') as signer
     from generate_series($6::bigint, $7::bigint) n
   ), viewer as (
     select flow.*, viewer_corp_id, user_id, initiated
     from flow, lateral (values
       ($1::bigint, 0::bigint, not own_part),
       (case when own_part then 0 else $1::bigint end, $2::bigint, not own_part),
       (0, 700000000 + n % 20000, false)
     ) as row (viewer_corp_id, user_id, initiated)
     where not (own_part and user_id = 0)
   )
   insert into flow_inbox (${COLUMNS})
   select viewer_corp_id, user_id, flow_id, case when own_part then 1 else $1::bigint end,
     case when own_part then '对方有限公司' else $3 end, 'HT' || flow_id, title, status, '',
     case when own_part then 1 else $2::bigint end, case when own_part then '经办人' else $4 end, initiated,
     own_part or user_id <> $2::bigint, false, own_part and status in (1, 2), own_part and status in (1, 2), 0, n % 50 = 0,
     case when n % 10 = 0 then 'PO-' || n end, created_at, created_at + interval '1 second',
     case when status = 3 then created_at + interval '1 day' end, created_at + interval '90 days',
     array[$5, signer], array[case when own_part then '' else $3 end, ''], array[$4, '签署人' || n % 20000]
   from viewer`;

/** The table as it stands some time after so many rows have come: its statistics are known, its pages all visible. */
export async function settle({ statement }) {
  await statement('vacuum (analyze) flow_inbox');
}
