import type { Db } from '../../../database/schema.js';
import { refuse, refuseFor } from '../../../operation/refusal.js';
import type { ActingPart } from '../flow/store/parts-of-person.js';
import { type FoundPart, findSigningPart } from './signing-page.js';
import { type OtherPart, otherParts } from './store/other-parts.js';

/** Limit of other contracts offered on the sign page. */
const MAX_OTHER_PARTS = 20;

/** Other flows that the same person can sign now: for the same party, from the same initiator. */
export async function otherSignableParts(
  db: Db,
  part: ActingPart,
  { signer }: FoundPart,
  now: Date,
): Promise<readonly FoundPart[]> {
  const { corpId, userId, flowId } = part;
  const about = { corpId, userId, partyCorpId: signer.corpId, not: flowId };
  const found: FoundPart[] = [];
  for (const other of await otherParts(db, about, MAX_OTHER_PARTS)) {
    const each = await findSigningPart(db, { corpId, userId, ...other }, now);
    if (each !== null && each.obstacle === null) found.push(each);
  }
  return found;
}

/**
 * One of these flows.
 * @throws Refusal 404 if it does not belong to the person, or is for another party; otherwise the reason why it cannot
 * be signed now
 */
export async function otherSignablePart(
  db: Db,
  part: ActingPart,
  { signer }: FoundPart,
  other: OtherPart,
  now: Date,
): Promise<FoundPart> {
  const { corpId, userId } = part;
  const found = await findSigningPart(db, { corpId, userId, ...other }, now);
  if (found === null || found.signer.corpId !== signer.corpId || found.signer.type !== signer.type) {
    throw refuse('404');
  }
  if (found.obstacle !== null) throw refuseFor(found.obstacle);
  return found;
}
