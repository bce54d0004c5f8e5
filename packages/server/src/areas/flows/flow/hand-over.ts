/** Another person for a part: handed on by whoever has it, or named by the initiator. */
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { MemberContext, UserId } from '../../../operation/context.js';
import { invalidField, Refusal } from '../../../operation/refusal.js';
import { areOnePerson, findMembership, namesMatch, userByMobile } from '../../members/index.js';
import { type Flow, type Participant, SignStatus } from './flow.js';

/** Who is named: perhaps somebody who is not here yet. */
export interface Successor {
  readonly psnAccount: string;
  readonly psnName: string;
  /** null: the mobile is new here. */
  readonly psnId: UserId | null;
  /** Whether they are a valid member of the part's enterprise; false for a person's own part. */
  readonly isColleague: boolean;
  /** Whether they are proven to be the person who has the part, under another mobile. */
  readonly isSamePerson: boolean;
}

/** @throws Refusal 400 NAME_MISMATCH when the person of that mobile is known by another name */
export async function findSuccessor(
  ctx: MemberContext,
  participant: Participant,
  given: { readonly psnAccount: string; readonly psnName: string },
): Promise<Successor> {
  const user = await userByMobile(ctx.db, given.psnAccount);
  const membership =
    user === null || participant.corpId === null
      ? null
      : await findMembership(ctx.db, participant.corpId, user.userId);
  // What an enterprise asserts is compared with its own words alone.
  const isOwn = participant.corpId === ctx.corpId;
  const realName = user?.realName ?? (isOwn ? membership?.realName : null) ?? null;
  if (realName !== null) {
    const known = { realName, userName: membership?.userName ?? null };
    if (!namesMatch(given.psnName, known)) {
      const words = { zh: 'psnName：姓名与该账号不一致', en: 'psnName: is not the name of this account' };
      throw new Refusal('400', words, 'NAME_MISMATCH');
    }
  }
  return {
    psnAccount: given.psnAccount,
    psnName: realName ?? given.psnName,
    psnId: user?.userId ?? null,
    isColleague: membership?.state === 'valid',
    isSamePerson: user !== null && (await areOnePerson(ctx.db, participant.psnId, user.userId)),
  };
}

/** The flow with the part in other hands: what was filled stays, what was waiting for approval does not. */
export function withSuccessor(
  flow: Flow,
  participantId: ParticipantId,
  psnId: UserId,
  { psnAccount, psnName }: Successor,
): Flow {
  return {
    ...flow,
    participants: flow.participants.map((participant) => {
      if (participant.participantId !== participantId) return participant;
      const waits = participant.signStatus === SignStatus.awaitingApproval;
      const signStatus = waits ? SignStatus.signing : participant.signStatus;
      return { ...participant, psnId, psnAccount, psnName, signStatus };
    }),
  };
}

/** The mobile may belong to somebody else by now, and the same person may have another one. */
export function unchanged(participant: Participant, { psnAccount, psnId }: Successor): boolean {
  return participant.psnAccount === psnAccount && participant.psnId === psnId;
}

export function sameParty(): Refusal {
  return invalidField('psnAccount', { zh: '已是该参与方的经办人', en: 'has this part already' });
}
