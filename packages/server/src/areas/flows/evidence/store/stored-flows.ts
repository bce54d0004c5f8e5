import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../../database/schema.js';
import type { Flow } from '../../flow/flow.js';

export type FlowToCheck = Pick<Flow, 'corpId' | 'flowId' | 'eventCount' | 'eventHead'>;

/** Flows in the order of their ids. */
export function flowsAfter(db: Db, after: FlowId | null, limit: number): Promise<readonly FlowToCheck[]> {
  return db
    .selectFrom('flows')
    .select([
      'corp_id as corpId',
      'flow_id as flowId',
      'event_count as eventCount',
      'event_head as eventHead',
    ])
    .$if(after !== null, (query) => query.where('flow_id', '>', after))
    .orderBy('flow_id')
    .limit(limit)
    .execute();
}

/** The present bytes of the files of a flow that have a signature. */
export async function signedFilesOf(
  db: Db,
  { corpId, flowId }: Pick<Flow, 'corpId' | 'flowId'>,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('flow_files as file')
    .select('file.current_hash')
    .where('file.corp_id', '=', corpId)
    .where('file.flow_id', '=', flowId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('flow_signatures as signature')
          .select('signature.file_id')
          .whereRef('signature.corp_id', '=', 'file.corp_id')
          .whereRef('signature.flow_id', '=', 'file.flow_id')
          .whereRef('signature.file_id', '=', 'file.file_id'),
      ),
    )
    .execute();
  return rows.map((row) => row.current_hash);
}
