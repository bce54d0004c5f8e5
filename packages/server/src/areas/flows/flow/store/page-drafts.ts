/** All SQL of drafts: unsubmitted input of a page, available on all of the person's devices. */
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { sql } from 'kysely';
import { openTexts, type SealedPlace, sealTexts } from '../../../../custody/sealed-texts.js';
import { gate, type Write } from '../../../../database/gathered-writes.js';
import { toJson } from '../../../../database/json.js';
import { type Removed, removeCounted } from '../../../../database/remove-counted.js';
import type { Db, Tx } from '../../../../database/schema.js';
import type { DraftPage } from '../../../../database/tables/page-drafts.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import { draftsEnded } from '../../../enterprise/index.js';
import type { Flow } from '../flow.js';
import type { PageWork } from '../rules/effects.js';

export interface DraftOf {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
  readonly participantId: ParticipantId;
  readonly userId: UserId;
}

/** The latest write wins, so that a person who works on two devices sees it on both. */
export async function keepDraft(
  db: Db,
  page: DraftPage,
  of: DraftOf,
  content: unknown,
  now: Date,
): Promise<void> {
  const sealed = await sealTexts(db, placeOf(page, of), content);
  const kept = { content: toJson({}), sealed, updated_at: now };
  await db
    .insertInto('page_drafts')
    .values({
      corp_id: of.corpId,
      flow_id: of.flowId,
      participant_id: of.participantId,
      user_id: of.userId,
      page,
      ...kept,
    })
    .onConflict((conflict) =>
      conflict.columns(['corp_id', 'flow_id', 'participant_id', 'user_id', 'page']).doUpdateSet(kept),
    )
    .execute();
}

/** @returns the draft in the page's own format, for the person who saved it; null if there is none */
export async function findDraft(db: Db, page: DraftPage, of: DraftOf): Promise<unknown> {
  const row = await db
    .selectFrom('page_drafts')
    .select(['content', 'sealed'])
    .where('corp_id', '=', of.corpId)
    .where('flow_id', '=', of.flowId)
    .where('participant_id', '=', of.participantId)
    .where('user_id', '=', of.userId)
    .where('page', '=', page)
    .executeTakeFirst();
  if (row === undefined) return null;
  return row.sealed === null ? row.content : openTexts<unknown>(db, placeOf(page, of), row.sealed);
}

function placeOf(page: DraftPage, { corpId, flowId, participantId, userId }: DraftOf): SealedPlace {
  return { corpId, purpose: `draft ${page} ${flowId} ${participantId} ${userId}` };
}

/** Deletes the flow's drafts except those of the listed tasks by the persons who hold the parts now. */
export function deletedPageDrafts(flow: Flow, kept: readonly PageWork[]): Write {
  const tasks = kept.map(({ participant: { participantId, psnId }, page }) => ({
    participant_id: participantId,
    user_id: psnId,
    page,
  }));
  return {
    name: 'deleted_page_drafts',
    body: sql`delete from page_drafts as draft using ${gate}
      where draft.corp_id = ${flow.corpId} and draft.flow_id = ${flow.flowId} and not exists (
        select from jsonb_to_recordset(${toJson(tasks)}::jsonb)
          as task (participant_id bigint, user_id bigint, page text)
        where task.participant_id = draft.participant_id and task.user_id = draft.user_id
          and task.page = draft.page
      )`,
  };
}

/** Encrypts the drafts of a flow that was stored unencrypted. */
export async function sealDraftsOf(tx: Tx, { corpId, flowId }: Flow): Promise<void> {
  const rows = await tx
    .selectFrom('page_drafts')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .where('sealed', 'is', null)
    .execute();
  for (const row of rows) {
    const of = { corpId, flowId, participantId: row.participant_id, userId: row.user_id };
    await keepDraft(tx, row.page, of, row.content, row.updated_at);
  }
}

/** Deletes entries of pages that nobody has changed since the given time. */
export function removeOldPageDrafts(db: Db, before: Date, now: Date): Promise<Removed> {
  return removeCounted(db, 'page_drafts', 'updated_at', draftsEnded('page_drafts', { before, now }), {
    hasCorp: true,
  });
}
