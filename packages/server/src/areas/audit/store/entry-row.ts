import { sql } from 'kysely';
import type { CorpId } from '../../../operation/context.js';
import type { ChainableEntry, PersonalData } from '../chain-rules.js';

/** A row of `audit_entries as entry`, left joined with `audit_personal_data as personal`. */
export interface EntryRow extends ChainableEntry {
  readonly corpId: CorpId | null;
  readonly address: string | null;
  readonly device: string | null;
  /** null, like the salt: the personal data are erased. */
  readonly texts: PersonalData['texts'] | null;
  readonly salt: Uint8Array | null;
}

/** Its columns; all are null if the entry of a link is gone. */
export const entryColumns = sql`
  entry.entry_id as "entryId", entry.corp_id as "corpId", entry.user_id as "userId", entry.app_id as "appId",
  entry.subject_user_id as "subjectUserId", entry.act, entry.object_kind as "objectKind", entry.object_id as "objectId",
  entry.before, entry.after, entry.source, entry.request_id as "requestId", entry.made_at as "madeAt",
  personal.address, personal.device, personal.texts, personal.salt
`;

export function entryOf(row: EntryRow): ChainableEntry {
  const { entryId, userId, appId, subjectUserId, act, objectKind, objectId, before, after } = row;
  const { source, requestId, madeAt } = row;
  return {
    ...{ entryId, userId, appId, subjectUserId, act, objectKind, objectId, before, after },
    ...{ source, requestId, madeAt },
  };
}

export function personalOf({ address, device, texts, salt }: EntryRow): PersonalData | null {
  return texts === null || salt === null ? null : { address, device, texts, salt };
}
