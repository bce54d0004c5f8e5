/** SQL of seals of all enterprises, for the platform’s operators. */
import { SealStatus } from '@cinnabar/api/enums.js';
import { sql } from 'kysely';
import type { Db } from '../../database/schema.js';
import { substringPattern } from '../../database/substring-pattern.js';
import type { PageWindow } from './page-window.js';

/** Seals of all enterprises that wait for their review, the oldest first, with the enterprise as it is registered now. */
export async function sealsToReview(db: Db, window: PageWindow) {
  const waiting = db
    .selectFrom('seals')
    .where('seals.status', '=', SealStatus.pendingReview)
    .where('seals.deleted_at', 'is', null);
  const [rows, { count }] = await Promise.all([
    waiting
      .innerJoin('corps', 'corps.corp_id', 'seals.corp_id')
      .leftJoin('seal_uploads as upload', (join) =>
        join.onRef('upload.corp_id', '=', 'seals.corp_id').onRef('upload.seal_id', '=', 'seals.seal_id'),
      )
      .leftJoin('stored_files as file', (join) =>
        join.onRef('file.corp_id', '=', 'upload.corp_id').onRef('file.file_key', '=', 'upload.file_key'),
      )
      .select(['seals.corp_id', 'seals.seal_id', 'seals.seal_code', 'seals.seal_name', 'seals.category_type'])
      .select(['seals.width', 'seals.height', 'seals.image_hash', 'seals.created_at'])
      .select(['seals.corp_name as name_on_seal', 'corps.corp_name', 'corps.corp_code', 'corps.ident_status'])
      .select('file.original_hash')
      .orderBy('seals.created_at')
      .orderBy('seals.seal_id')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    waiting.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: count };
}

/**
 * Seals whose review is over or that needed none: those suspended or rejected last, then the newest.
 * @param part of the name of the seal or of its enterprise; null: any
 */
export async function decidedSeals(db: Db, part: string | null, window: PageWindow) {
  const ofAll = db
    .selectFrom('seals')
    .innerJoin('corps', 'corps.corp_id', 'seals.corp_id')
    .where('seals.status', '<>', SealStatus.pendingReview)
    .where('seals.deleted_at', 'is', null);
  const pattern = part === null ? null : substringPattern(part);
  const decided =
    pattern === null
      ? ofAll
      : ofAll.where(sql<boolean>`(seals.seal_name ilike ${pattern} or corps.corp_name ilike ${pattern})`);
  const [rows, { count }] = await Promise.all([
    decided
      .select(['seals.corp_id', 'seals.seal_id', 'seals.seal_code', 'seals.seal_name', 'seals.category_type'])
      .select(['seals.status', 'seals.stopped_by', 'seals.stop_reason', 'seals.stopped_at'])
      .select(['seals.image_hash', 'corps.corp_name'])
      .orderBy('seals.stopped_at', (order) => order.desc().nullsLast())
      .orderBy('seals.created_at', 'desc')
      .orderBy('seals.seal_id', 'desc')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    decided.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: count };
}
