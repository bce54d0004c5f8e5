import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';

export interface CheckedFlow {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
}

/** Activates the code of the flow; an active code is kept. */
export async function keepCheckCode(
  db: Db,
  codeHash: string,
  { corpId, flowId }: CheckedFlow,
  now: Date,
): Promise<void> {
  await db
    .insertInto('check_codes')
    .values({ code_hash: codeHash, corp_id: corpId, flow_id: flowId, created_at: now })
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .execute();
}

export async function flowOfCheckCode(db: Db, codeHash: string): Promise<CheckedFlow | null> {
  const row = await db
    .selectFrom('check_codes')
    .select(['corp_id as corpId', 'flow_id as flowId'])
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return row ?? null;
}

/** All committed revisions of the flow's files, oldest first. */
export async function revisionsOfFlow(
  db: Db,
  { corpId, flowId }: CheckedFlow,
): Promise<readonly { readonly fileId: number; readonly hash: string; readonly time: Date }[]> {
  return db
    .selectFrom('flow_revisions')
    .select(['file_id as fileId', 'hash', 'created_at as time'])
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .orderBy('revision')
    .execute();
}
