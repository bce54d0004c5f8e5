import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { sql } from 'kysely';
import type { Db } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import type { CorpId } from '../../../operation/context.js';
import { statusesOf } from '../flow/rules/states.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { writeInbox } from './store/inbox.js';
import { lockFlow } from './store/write-flow.js';

/** Flows completed at a time. */
const PORTION = 500;

/**
 * Completes the inbox rows that earlier versions have written: those of flows that may wait for somebody one by one, by
 * the rules; those of all others in one statement.
 */
export async function completeInbox(db: Db, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const pending = await incompleteFlows(db);
    if (pending.length === 0) return;
    const ended = pending.filter(({ mayWait }) => !mayWait);
    if (ended.length > 0) await completeEnded(db, ended);
    for (const flow of pending.filter(({ mayWait }) => mayWait)) await completeOne(db, flow);
  }
}

interface Key {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
}

/** A completed flow may wait for a payment. */
async function incompleteFlows(db: Db): Promise<readonly (Key & { readonly mayWait: boolean })[]> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('flow_inbox')
        .select('flow_id')
        .where('signers', 'is', null)
        .orderBy('flow_id')
        .limit(PORTION)
        .as('incomplete'),
    )
    .innerJoin('flow_inbox as inbox', 'inbox.flow_id', 'incomplete.flow_id')
    .innerJoin('flows', (join) =>
      join.onRef('flows.corp_id', '=', 'inbox.owner_corp_id').onRef('flows.flow_id', '=', 'inbox.flow_id'),
    )
    .select(['flows.corp_id', 'flows.flow_id'])
    .select((select) =>
      select
        .or([
          select('flows.status', 'in', statusesOf('draft', 'open')),
          select.exists(
            select
              .selectFrom('flow_participants as payer')
              .select('payer.participant_id')
              .whereRef('payer.corp_id', '=', 'flows.corp_id')
              .whereRef('payer.flow_id', '=', 'flows.flow_id')
              .where('payer.payee_amount_fen', 'is not', null)
              .where('payer.payee_paid', '=', false),
          ),
        ])
        .as('mayWait'),
    )
    .distinct()
    .execute();
  return rows.map(({ corp_id: corpId, flow_id: flowId, mayWait }) => ({
    corpId,
    flowId,
    mayWait: mayWait === true,
  }));
}

async function completeEnded(db: Db, keys: readonly Key[]): Promise<void> {
  const corpIds = keys.map(({ corpId }) => corpId);
  const flowIds = keys.map(({ flowId }) => flowId);
  await sql`
    update flow_inbox inbox set template_id = flow.template_id, signers = part.signers, signed = part.signed
    from unnest(${corpIds}::bigint[], ${flowIds}::bigint[]) as given (corp_id, flow_id)
    join flows flow on flow.corp_id = given.corp_id and flow.flow_id = given.flow_id
    cross join lateral (
      select count(*) filter (where signs) as signers, count(*) filter (where signs and sign_status = 3) as signed
      from flow_participants where corp_id = flow.corp_id and flow_id = flow.flow_id
    ) part
    where inbox.flow_id = flow.flow_id and inbox.signers is null
  `.execute(db);
}

async function completeOne(db: Db, { corpId, flowId }: Key): Promise<void> {
  await transact(db, async (tx) => {
    await lockFlow(tx, { corpId, flowId });
    const flow = await loadFlow(tx, corpId, flowId);
    if (flow !== null) await writeInbox(tx, flow);
  });
}
