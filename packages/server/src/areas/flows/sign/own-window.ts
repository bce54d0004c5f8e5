import type { CorpId, MemberContext } from '../../../operation/context.js';
import { refuseFor } from '../../../operation/refusal.js';
import { embedOriginsOf, findCorp } from '../../enterprise/index.js';

/**
 * Prevents clickjacking. The content displayed inside another site's frame cannot be known, because that site may have
 * covered it. In a frame, people may bind only an enterprise, and only inside a site that this enterprise has named;
 * for themselves they confirm in a window of this service. Browsers enforce frame restrictions as well, but this check
 * does not rely on them.
 *
 * @param corpIds for whom the acts are; null: for the person
 * @throws Refusal OWN_WINDOW_REQUIRED
 */
export async function requireOwnWindow(
  { db, link }: Pick<MemberContext, 'db' | 'link'>,
  corpIds: Iterable<CorpId | null>,
): Promise<void> {
  const frame = link?.frame ?? null;
  if (frame === null) return;
  for (const corpId of new Set(corpIds)) {
    const corp = corpId === null ? null : await findCorp(db, corpId);
    const own = corp === null ? [] : embedOriginsOf(corp);
    if (frame.host === null || !own.includes(frame.host)) throw refuseFor('OWN_WINDOW_REQUIRED');
  }
}
