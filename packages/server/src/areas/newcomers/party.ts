import type { PartyView } from '@cinnabar/api/pages/newcomer.js';
import { maskMobile } from '../../custody/masking.js';
import { findMembership, findUser } from '../members/index.js';
import { corpOfPart, type Part, type Step } from './part.js';
import { waitingRegistration } from './registration-store.js';
import { nextStep, standingOf } from './rules.js';
import { findJoinRequest } from './store.js';

/** Status of a part's person and enterprise, and the steps required before they can act. */
export async function partyOf(step: Pick<Step, 'db' | 'now'>, part: Part): Promise<PartyView> {
  const { db } = step;
  const { participant, userId } = part;
  const person = await findUser(db, userId);
  const verified = (person?.realName ?? null) !== null;
  if (participant.type === 'person') {
    const situation = { verified, ofEnterprise: false, standing: null, bound: false, waits: false };
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
  const waitsFor = corp === null ? await legalRepAsked(step, part) : null;
  return {
    verified,
    corp: {
      corpName: corp?.corpName ?? participant.corpName,
      registered: corp !== null,
      identStatus: corp?.identStatus ?? (waitsFor === null ? null : 'unidentified'),
      waitsFor,
      standing,
    },
    nextStep: nextStep({ verified, ofEnterprise: true, standing, bound, waits: waitsFor !== null }),
  };
}

/** The person whom the registration of the part's enterprise waits for; null if none is pending. */
async function legalRepAsked({ db, now }: Pick<Step, 'db' | 'now'>, { flow, participantId, userId }: Part) {
  const waiting = await waitingRegistration(db, { userId, flowId: flow.flowId, participantId }, now);
  const asked = waiting === null ? null : await findUser(db, waiting.legal_rep_user_id);
  if (waiting === null || asked === null) return null;
  return { legalRepName: waiting.legal_rep_name, mobile: maskMobile(asked.mobile) };
}
