import { rights } from '@cinnabar/api/permissions.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import { invalidField, refuse, refuseFor } from '../../operation/refusal.js';
import { type Corp, corpNameKey, findCorpByName } from '../enterprise/index.js';
import { bindParts, withRevision } from '../flows/index.js';
import { confirmInvitation, findMembership, findUser, membersWithRoles } from '../members/index.js';
import { notify } from '../notices/index.js';
import { limitAttempts } from './limit-attempts.js';
import { corpOfPart, type Part, type Step } from './part.js';
import { mayAskAgain } from './rules.js';
import { dropJoinRequest, findJoinRequest, openJoinRequest } from './store.js';

/** Limit of administrators notified of one request. */
const MAX_NOTICES = 5;

/**
 * The person of a part asks to act for its enterprise, which is registered. A member, or an invited person, can do so
 * at once; others once somebody of the enterprise accepts. For an open part the person names the enterprise, which is
 * bound to the part when they become a member.
 * @throws Refusal NOT_VERIFIED, 400 naming corpName, 404, NOT_MEMBER after a refusal, 429
 */
export async function joinCorp(
  step: Step,
  part: Part,
  corpName: string | undefined,
): Promise<'member' | 'asked'> {
  const { db, now } = step;
  const { participant, userId } = part;
  if (participant.type === 'person') throw refuseFor('PERMISSION_DENIED');
  const person = await findUser(db, userId);
  if (person === null || person.realName === null) throw refuseFor('NOT_VERIFIED');
  const { realName } = person;
  const corp = await corpMeant(step, part, corpName);
  const { corpId } = corp;
  const membership = await findMembership(db, corpId, userId);
  const isNamed = participant.corpId !== null || participant.corpName.trim() !== '';
  if (membership === null) {
    const request = await findJoinRequest(db, corpId, userId);
    if (!mayAskAgain(request, now)) {
      throw refuseFor('NOT_MEMBER', { zh: '申请已被拒绝', en: 'the request was rejected' });
    }
    if (request?.state !== 'open') await limitAttempts(step, `join:${userId}`);
  }
  return withRevision(() =>
    transact(db, async (tx) => {
      if (isNamed || membership !== null) {
        await bindParts(tx, part.flow, corp, part.participantId, now);
      }
      if (membership === null) {
        if (await openJoinRequest(tx, corpId, userId, now))
          await notifyAdministrators(tx, step, corp, realName);
        return 'asked';
      }
      if (membership.state === 'invited') await confirmInvitation(tx, corpId, userId, now);
      await dropJoinRequest(tx, corpId, userId);
      return 'member';
    }),
  );
}

async function corpMeant({ db }: Step, part: Part, corpName: string | undefined): Promise<Corp> {
  const named = await corpOfPart(db, part);
  if (named !== null) {
    if (corpName !== undefined && corpNameKey(corpName) !== corpNameKey(named.corpName)) {
      throw invalidField('corpName', {
        zh: '与合同中的企业名称不一致',
        en: 'is not the enterprise that the contract names',
      });
    }
    return named;
  }
  if (part.participant.corpName.trim() !== '') throw refuse('404');
  if (corpName === undefined) throw invalidField('corpName', { zh: '必填', en: 'is required' });
  const corp = await findCorpByName(db, corpName);
  if (corp === null) throw refuse('404');
  return corp;
}

async function notifyAdministrators(
  tx: Tx,
  { services, now }: Step,
  { corpId, corpName }: Corp,
  name: string,
): Promise<void> {
  const administrators = await membersWithRoles(tx, corpId, rights.manageMembers);
  const key = await services.ids.next();
  for (const [index, { userId, mobile }] of administrators.slice(0, MAX_NOTICES).entries()) {
    await notify(tx, services, {
      said: { kind: 'membershipAsked', facts: { corpName, name } },
      to: { userId, mobile, corpIds: [corpId] },
      idempotencyKey: `membership-asked-${key}-${index}`,
      now,
    });
  }
}
