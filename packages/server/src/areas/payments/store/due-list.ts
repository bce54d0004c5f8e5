import { FlowStatus } from '@cinnabar/api/enums.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../database/schema.js';
import type { Viewer } from '../../flows/index.js';

export interface DuePart {
  readonly flow_id: FlowId;
  readonly participant_id: ParticipantId;
}

/** Parts that owe the viewer's enterprise a payment, of contracts that the viewer may read; the newest contract first. */
export async function duePage(
  db: Db,
  viewer: Viewer,
  window: { readonly limit: number; readonly offset: number },
  now: Date,
): Promise<{ readonly parts: readonly DuePart[]; readonly totalCount: number }> {
  const { corpId, userId, readsContracts } = viewer;
  const due = db
    .selectFrom('flow_participants as part')
    .innerJoin('flows as flow', (join) =>
      join.onRef('flow.corp_id', '=', 'part.corp_id').onRef('flow.flow_id', '=', 'part.flow_id'),
    )
    .where('part.corp_id', '=', corpId)
    .where(sql<SqlBool>`part.payee_amount_fen is not null and not part.payee_paid`)
    .where((where) =>
      where.or([
        where('flow.initiator_id', '=', userId),
        ...(readsContracts ? [where('flow.confidential', '=', false)] : []),
      ]),
    )
    .where(
      // As collectionDue decides, which judges each of them again.
      sql<SqlBool>`(flow.status = ${FlowStatus.completed} or (
        flow.status in (${FlowStatus.fill}, ${FlowStatus.signing}) and (flow.deadline is null or flow.deadline >= ${now})
      ))`,
    );
  const [parts, { count }] = await Promise.all([
    due
      .select(['part.flow_id', 'part.participant_id'])
      .orderBy('flow.created_at', 'desc')
      .orderBy('part.flow_id', 'desc')
      .orderBy('part.participant_id')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    due.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { parts, totalCount: count };
}
