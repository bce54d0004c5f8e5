import { findMembership, findUser } from '../members/index.js';
import { corpOfPart, type Part, type Step } from './part.js';
import { type NextStep, nextStep, type Standing, standingOf } from './rules.js';
import { findJoinRequest } from './store.js';

/** How the person of a part and its enterprise stand, and what is to be done before they can act. */
export interface Party {
  readonly verified: boolean;
  /** null: the person acts for themselves. */
  readonly corp: {
    /** As the flow names it, or as it is called here; '' where that is open. */
    readonly corpName: string;
    readonly registered: boolean;
    readonly identStatus: 'identified' | 'unidentified' | 'invalid' | null;
    readonly standing: Standing | null;
  } | null;
  readonly nextStep: NextStep;
}

export async function partyOf({ db }: Pick<Step, 'db'>, part: Part): Promise<Party> {
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
