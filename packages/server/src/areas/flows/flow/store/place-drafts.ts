/** All SQL of fields that initiators place on their drafts before sending them. */
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { sql } from 'kysely';
import { openTexts, type SealedPlace, sealTexts } from '../../../../custody/sealed-texts.js';
import { gate, type Write } from '../../../../database/gathered-writes.js';
import { toJson } from '../../../../database/json.js';
import type { Db, Tx } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import type { Flow } from '../flow.js';

/** In the page's own format, from which nothing is sent directly. The latest write wins. */
export async function keepPlaceDraft(
  db: Db,
  corpId: CorpId,
  flowId: FlowId,
  draft: string,
  now: Date,
): Promise<void> {
  const sealed = await sealTexts(db, placeOf(corpId, flowId), draft);
  const kept = { draft: toJson({}), sealed, updated_at: now };
  await db
    .insertInto('place_drafts')
    .values({ corp_id: corpId, flow_id: flowId, ...kept })
    .onConflict((conflict) => conflict.columns(['corp_id', 'flow_id']).doUpdateSet(kept))
    .execute();
}

export async function findPlaceDraft(db: Db, corpId: CorpId, flowId: FlowId): Promise<string | null> {
  const row = await db
    .selectFrom('place_drafts')
    .select(['draft', 'sealed'])
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .executeTakeFirst();
  if (row !== undefined && row.sealed !== null)
    return openTexts<string>(db, placeOf(corpId, flowId), row.sealed);
  return typeof row?.draft === 'string' ? row.draft : null;
}

function placeOf(corpId: CorpId, flowId: FlowId): SealedPlace {
  return { corpId, purpose: `place draft ${flowId}` };
}

export function deletedPlaceDraft({ corpId, flowId }: Pick<Flow, 'corpId' | 'flowId'>): Write {
  return {
    name: 'deleted_place_draft',
    body: sql`delete from place_drafts using ${gate} where corp_id = ${corpId} and flow_id = ${flowId}`,
  };
}

/** Encrypts the draft of a flow that was stored unencrypted. */
export async function sealPlaceDraftOf(tx: Tx, { corpId, flowId }: Flow): Promise<void> {
  const row = await tx
    .selectFrom('place_drafts')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .where('sealed', 'is', null)
    .executeTakeFirst();
  if (typeof row?.draft === 'string') await keepPlaceDraft(tx, corpId, flowId, row.draft, row.updated_at);
}
