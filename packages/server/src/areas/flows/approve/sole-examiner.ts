import type { Db } from '../../../database/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import type { Approval } from '../approval/approval.js';
import { commonExaminers } from '../approval/approvers.js';
import { openSealApprovals } from '../approval/store/approvals.js';

/** An open approval that only this examiner can decide; null if there is none. */
export async function waitsForAlone(
  db: Db,
  corpId: CorpId,
  userId: UserId,
  now: Date,
): Promise<Approval | null> {
  for (const approval of await openSealApprovals(db, corpId, userId, now)) {
    const examiners = await commonExaminers(db, approval, now);
    const others = examiners.filter((each) => each !== userId && each !== approval.requesterId);
    if (examiners.includes(userId) && others.length === 0) return approval;
  }
  return null;
}
