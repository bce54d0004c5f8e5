/** How entries are shown. */

import { type AuditedKind, auditedKinds } from '@cinnabar/api/audited-acts.js';
import type { OutputOf } from '@cinnabar/api/operation.js';
import type { auditList } from '@cinnabar/api/operations/audit.js';
import { maskAddress } from '../../custody/masking.js';
import type { AuditFacts } from '../../database/tables/audit.js';
import { type ChainPlace, fitsAfter } from './chain-rules.js';
import { entryOf, personalOf } from './store/entry-row.js';
import type { ListedEntry, ObjectName } from './store/list.js';

export type EntryView = OutputOf<typeof auditList>['items'][number];

/** @param names of the objects that have one today */
export function entryView(chain: number, entry: ListedEntry, names: readonly ObjectName[]): EntryView {
  const { entryId, userId, appId, subjectUserId, act, objectId, source, requestId } = entry;
  const objectKind = kindOf(entry.objectKind);
  return {
    ...{ entryId, sequence: entry.sequence, intact: intactOf(chain, entry), time: entry.madeAt },
    ...{ userId, userName: entry.userName ?? '', appId },
    ...{ subjectUserId, subjectUserName: entry.subjectUserName ?? '', act, objectKind, objectId },
    objectName: names.find(({ kind, id }) => kind === objectKind && id === objectId)?.name ?? '',
    ...{ source, requestId, address: maskAddress(entry.address ?? ''), device: entry.device ?? '' },
    changes: changesOf(entry.before ?? {}, entry.after ?? {}),
    texts: Object.entries(entry.texts ?? {}).map(([field, fact]) => ({ field, value: shown(fact) })),
  };
}

function intactOf(chain: number, entry: ListedEntry): boolean | null {
  const { sequence, personal, hash, hashedBy, previousHash } = entry;
  if (sequence === null || personal === null || hash === null || hashedBy === null) return null;
  if (sequence > 1 && previousHash === null) return false;
  const previous: ChainPlace = { sequence: sequence - 1, hash: previousHash };
  return fitsAfter(chain, previous, {
    ...{ sequence, personal, hash, hashedBy, entry: entryOf(entry), data: personalOf(entry) },
  });
}

function changesOf(before: AuditFacts, after: AuditFacts): EntryView['changes'] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }));
}

function shown(fact: AuditFacts[string] | undefined): string | null {
  if (fact === undefined || fact === null) return null;
  return typeof fact === 'object' ? fact.join(', ') : String(fact);
}

function kindOf(kind: string | null): AuditedKind | null {
  return auditedKinds.find((each) => each === kind) ?? null;
}
