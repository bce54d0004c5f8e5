/** The members who may decide an approval. */
import { holdsRight, type Role } from '@cinnabar/api/permissions.js';
import type { Db, Tx } from '../../../database/schema.js';
import type { CorpId, MemberContext, UserId } from '../../../operation/context.js';
import { membersWithRoles } from '../../members/index.js';
import { examinersInForce, examinersToNotify } from '../../seals/index.js';
import type { Approval } from './approval.js';
import { approversOfRecord } from './store/approvals.js';

/** Roles that may consent to a contract. */
const contractApprovers: readonly Role[] = ['OWNER', 'ADMIN'];
/** Roles that may consent to the use of a seal that has no examiner. */
const sealApprovers: readonly Role[] = ['OWNER', 'ADMIN', 'SEAL_ADMIN'];

type Asked = Pick<Approval, 'corpId' | 'kind' | 'sealIds' | 'templateId' | 'requesterId'>;

/** The examiners in force of all the seals; one who examines only some of the seals cannot consent to the others. */
export async function commonExaminers(db: Db | Tx, asked: Asked, now: Date): Promise<readonly UserId[]> {
  const [first = [], ...others] = await Promise.all(
    asked.sealIds.map((sealId) => examinersInForce(db, asked.corpId, sealId, asked.templateId, now)),
  );
  return first.filter((userId) => others.every((examiners) => examiners.includes(userId)));
}

/** Requesters cannot decide their own approvals. */
export async function approversOf(db: Db | Tx, asked: Asked, now: Date): Promise<readonly UserId[]> {
  if (asked.kind === 'contract') return withRoles(db, asked.corpId, contractApprovers, asked.requesterId);
  const examiners = (await commonExaminers(db, asked, now)).filter((userId) => userId !== asked.requesterId);
  return examiners.length > 0 ? examiners : withRoles(db, asked.corpId, sealApprovers, asked.requesterId);
}

async function withRoles(
  db: Db | Tx,
  corpId: CorpId,
  roles: readonly Role[],
  except: UserId,
): Promise<readonly UserId[]> {
  const members = await membersWithRoles(db, corpId, roles);
  return members.map(({ userId }) => userId).filter((userId) => userId !== except);
}

/** The viewer and the present time. */
export type Decider = Pick<MemberContext, 'db' | 'now' | 'actingMember'>;

/**
 * Whether the acting member may decide the approval now: authorisations and roles may have changed since it was opened.
 */
export async function mayDecide(ctx: Decider, approval: Approval): Promise<boolean> {
  const { userId, roles } = ctx.actingMember;
  if (approval.requesterId === userId) return false;
  if (approval.kind === 'contract') return roles.some((role) => contractApprovers.includes(role));
  const examiners = (await commonExaminers(ctx.db, approval, ctx.now)).filter(
    (examiner) => examiner !== approval.requesterId,
  );
  return examiners.length > 0 ? examiners.includes(userId) : holdsRight(roles, 'manageSeals');
}

/** Recipients of the notice: examiners who asked for it, and everyone who decides by role. */
export async function approversToNotify(
  db: Db | Tx,
  asked: Asked,
  approvers: readonly UserId[],
  now: Date,
): Promise<readonly UserId[]> {
  const [first] = asked.sealIds;
  if (first === undefined || (await commonExaminers(db, asked, now)).length === 0) return approvers;
  const noticed = await examinersToNotify(db, asked.corpId, first, asked.templateId, now);
  return approvers.filter((userId) => noticed.includes(userId));
}

/** Whether the acting member requested the approval, is or was an approver, or may decide it now. */
export async function isConcerned(ctx: Decider, approval: Approval): Promise<boolean> {
  const { userId } = ctx.actingMember;
  if (approval.requesterId === userId) return true;
  if ((await approversOfRecord(ctx.db, approval)).includes(userId)) return true;
  return mayDecide(ctx, approval);
}
