/** SQL of seals under review, for the platform’s operators. */
import { SealStatus } from '@cinnabar/api/enums.js';
import type { Db } from '../../database/schema.js';
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
