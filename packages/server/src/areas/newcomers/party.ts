import type { PartyView } from '@cinnabar/api/pages/newcomer.js';
import { findMembership, findUser } from '../members/index.js';
import { corpOfPart, type Part, type Step } from './part.js';
import { nextStep, standingOf } from './rules.js';
import { findJoinRequest } from './store.js';

/** How the person of a part and its enterprise stand, and what is to be done before they can act. */
export async function partyOf({ db }: Pick<Step, 'db'>, part: Part): Promise<PartyView> {
  const { participant, userId } = part;
  const person = await findUser(db, userId);
  const verified = (person?.realName ?? null) !== null;
  if (participant.type === 'person') {
    const situation = { verified, ofEnterprise: false, standing: null, bound: false };
    return { verified, corp: null, nextStep: nextStep(situation) };
  }
  const corp = await corpOfPart(db, part);
  const standing =
    corp === null
      ? null
      : standingOf(
          await findMembership(db, corp.corpId, userId),
          await findJoinRequest(db, corp.corpId, userId),
        );
  const bound = participant.corpId !== null;
  return {
    verified,
    corp: {
      corpName: corp?.corpName ?? participant.corpName,
      registered: corp !== null,
      identStatus: corp?.identStatus ?? null,
      standing,
    },
    nextStep: nextStep({ verified, ofEnterprise: true, standing, bound }),
  };
}
