/** Drafts in the form of answers. */
import type { MemberContext } from '../../operation/context.js';
import { isInUse } from './draft-rules.js';
import type { HeldDraft } from './draft-store.js';

export function heldView(held: HeldDraft, { actingMember, now }: MemberContext) {
  return {
    draftId: held.draftId,
    templateId: held.templateId,
    draftVersion: held.version,
    by: held.userName,
    byUserId: held.userId,
    time: held.time,
    inUse: isInUse(held, actingMember.userId, now),
  };
}
