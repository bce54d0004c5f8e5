import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { auditExport, auditList as operation } from '@cinnabar/api/operations/audit.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { Db } from '../../database/schema.js';
import type { CorpId, MemberContext } from '../../operation/context.js';
import { invalidField } from '../../operation/refusal.js';
import { chainOf } from './store/chains.js';
import {
  type AuditFilters,
  countEntries,
  type ListedEntry,
  namesOfObjects,
  pageOfEntries,
} from './store/list.js';
import { type EntryView, entryView } from './view.js';

export async function auditList(
  { db, corpId }: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const filters = readFilters(input);
  const { countLimit = null } = input;
  const [rows, count] = await Promise.all([
    pageOfEntries(db, corpId, filters, pageWindow(input)),
    countEntries(db, corpId, filters, countLimit),
  ]);
  return {
    items: await viewsOf(db, corpId, rows),
    ...(countLimit === null
      ? { totalCount: count }
      : { totalCount: Math.min(count, countLimit), totalLimited: count > countLimit }),
  };
}

export async function viewsOf(
  db: Db,
  corpId: CorpId,
  rows: readonly ListedEntry[],
): Promise<readonly EntryView[]> {
  const objects = rows.flatMap(({ objectKind: kind, objectId: id }) =>
    kind === null || id === null ? [] : [{ kind, id }],
  );
  const names = await namesOfObjects(db, corpId, objects);
  return rows.map((row) => entryView(chainOf(corpId), row, names));
}

/** @throws Refusal 400 if an id of an object has no kind, or the period is reversed */
export function readFilters(input: InputOf<typeof auditExport>): AuditFilters {
  const { objectKind = null, objectId = null, beginTime: begin = null, endTime: end = null } = input;
  if (objectId !== null && objectKind === null) {
    throw invalidField('objectKind', { zh: '与 objectId 同传时必填', en: 'is required with objectId' });
  }
  if (begin !== null && end !== null && begin > end) {
    throw invalidField('beginTime', { zh: '晚于 endTime', en: 'lies after endTime' });
  }
  return {
    userId: input.userId ?? null,
    act: given(input.act),
    object: objectKind === null ? null : { kind: objectKind, id: objectId },
    source: input.source ?? null,
    requestId: given(input.requestId),
    ...{ begin, end },
  };
}

function given(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
