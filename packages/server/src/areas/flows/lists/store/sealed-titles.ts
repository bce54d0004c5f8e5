import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../../../database/schema.js';
import { openInbox } from '../../flow/store/inbox-texts.js';
import { type FlowFilters, passing, type ResolvedFilters } from './inbox-filters.js';
import { type InboxScope, inPart, scopeParts } from './inbox-scope.js';

/** Titles decrypted before the event loop is yielded. */
const OPENED_AT_ONCE = 200;

/**
 * Title search in encrypted flows: decrypts the titles of those that match all other filters in the scope. Lists
 * without such flows, and lists without a title filter, incur no additional cost.
 */
export async function resolveFilters(
  db: Db,
  scope: InboxScope,
  filters: FlowFilters,
): Promise<ResolvedFilters> {
  const { flowTitle } = filters;
  if (flowTitle === null) return { ...filters, sealedByTitle: null };
  const others = { ...filters, flowTitle: null, sealedByTitle: null };
  const parts = await Promise.all(
    scopeParts(scope).map((part) =>
      db
        .selectFrom('flow_inbox')
        .select(['owner_corp_id', 'flow_id', 'title', 'description', 'sealed'])
        .where('sealed', 'is not', null)
        .where((where) => where.and([inPart(where, part), ...passing(where, others)]))
        .execute(),
    ),
  );
  const candidates = parts.flat();
  const wanted = folded(flowTitle);
  const found = new Set<(typeof candidates)[number]['flow_id']>();
  for (let from = 0; from < candidates.length; from += OPENED_AT_ONCE) {
    if (from > 0) await nextTurn();
    for (const { flow_id, title } of await openInbox(db, candidates.slice(from, from + OPENED_AT_ONCE))) {
      if (folded(title).includes(wanted)) found.add(flow_id);
    }
  }
  return { ...filters, sealedByTitle: [...found] };
}

function folded(text: string): string {
  return text.toLowerCase();
}
