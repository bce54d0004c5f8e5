import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db, Tx } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';

/** The initiating enterprise's own number of a contract; null for a contract of another enterprise. */
export async function sourceOrderCodeOf(db: Db | Tx, corpId: CorpId, flowId: FlowId): Promise<string | null> {
  const row = await db
    .selectFrom('flows')
    .select('source_order_code')
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .executeTakeFirst();
  return row?.source_order_code ?? null;
}
