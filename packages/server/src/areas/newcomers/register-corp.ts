import { transact } from '../../database/transact.js';
import type { CorpId } from '../../operation/context.js';
import { invalidField, refuseFor } from '../../operation/refusal.js';
import { type Corp, findCorpByName, prepareCorp } from '../enterprise/index.js';
import { withRevision } from '../flows/index.js';
import { issueLink } from '../links/index.js';
import { askAboutCorp, ensureUser, findUser, hasProvenIdentity } from '../members/index.js';
import { sendNotice } from '../sms/index.js';
import { foundCorp, prepareFirstSeal } from './found-corp.js';
import { limitAttempts } from './limit-attempts.js';
import type { Part, Step } from './part.js';
import { type Registration, readRegistration, taken } from './read-registration.js';
import { insertRegistration } from './registration-store.js';
import { REGISTRATION_LIFE_MS } from './rules.js';

/** `waiting`: registered by somebody other than the legal representative, who is asked by a link. */
export type Registered = { readonly corpId: CorpId } | 'waiting';

/**
 * Registers the enterprise of a part, which the registry must know. A person proven to be its legal representative
 * registers it at once: they own it, and it is bound to the flows that name it, to this one in the same commit and to
 * the others within seconds. Everybody else has to wait for the legal representative, because the registry's data are
 * public.
 * @throws Refusal NOT_VERIFIED, 400 naming the field, AUTH_INFO_INVALID, 429, 503
 */
export async function registerCorp(step: Step, part: Part, given: Registration): Promise<Registered> {
  const { db, services } = step;
  const { participant, userId } = part;
  if (participant.type === 'person') throw refuseFor('PERMISSION_DENIED');
  const person = await findUser(db, userId);
  if (person === null || person.realName === null) throw refuseFor('NOT_VERIFIED');
  if (participant.corpId !== null) throw taken('corpName');
  const registration = readRegistration(given, participant.corpName);
  if ((await findCorpByName(db, registration.corpName)) !== null) throw taken('corpName');
  await limitAttempts(step, `register:${userId}`);
  await askAboutCorp(services, registration);
  const legal = { realName: registration.legalRepName, identNum: registration.legalRepIdentNo };
  const isLegal = await hasProvenIdentity(db, services, userId, legal);
  const { legalRepMobile } = given;
  if (!isLegal && legalRepMobile === undefined) {
    throw invalidField('legalRepMobile', {
      zh: '您不是法定代表人，须填写其手机号，由其本人确认',
      en: 'is required: somebody else than you is the legal representative, and has to confirm',
    });
  }
  const corp = await prepareCorp(services, { ...registration, identStatus: 'identified' });
  if (!isLegal && legalRepMobile !== undefined) {
    await wait(step, part, corp, { sealName: given.sealName, legalRepMobile, name: person.realName });
    return 'waiting';
  }
  const seal = await prepareFirstSeal(step, corp, given.sealName, userId);
  const owner = { userId, realName: person.realName };
  const by = { way: 'registration', userId, reason: null } as const;
  const corpId = await withRevision(() =>
    transact(db, (tx) => foundCorp(tx, step, { corp, seal, owner, part, by })),
  );
  return { corpId };
}

interface Waiting {
  readonly sealName: string | null;
  readonly legalRepMobile: string;
  /** The person who registers it. */
  readonly name: string;
}

/** Before confirmation a registration has no effect: no name is taken, no contract is bound, nobody is an owner. */
async function wait(
  { db, services, now }: Step,
  { flow, participantId, userId }: Part,
  { corpId, corpName, corpCode, legalRepName, legalRepIdentNo }: Corp,
  { sealName, legalRepMobile, name }: Waiting,
): Promise<void> {
  if (corpCode === null || legalRepName === null || legalRepIdentNo === null) {
    throw new Error('a registration has a credit code and a legal representative');
  }
  const registrationId = await services.ids.next<'CorpRegistration'>();
  await transact(db, async (tx) => {
    const legalRepUserId = await ensureUser(tx, services.ids, legalRepMobile, now);
    await insertRegistration(tx, {
      registration_id: registrationId,
      corp_id: corpId,
      user_id: userId,
      flow_corp_id: flow.corpId,
      flow_id: flow.flowId,
      participant_id: participantId,
      corp_name: corpName,
      corp_code: corpCode,
      legal_rep_name: legalRepName,
      legal_rep_ident_no: legalRepIdentNo,
      legal_rep_user_id: legalRepUserId,
      seal_name: sealName,
      state: 'waiting',
      reason: null,
      created_at: now,
      expire_time: new Date(now.getTime() + REGISTRATION_LIFE_MS),
      decided_at: null,
    });
    const link = await issueLink(tx, services, {
      kind: 'registration',
      corpId: flow.corpId,
      userId: legalRepUserId,
      subject: { registrationId },
      now,
    });
    await sendNotice(tx, {
      mobile: legalRepMobile,
      template: 'registrationAsked',
      parameters: { corpName, name, link },
      idempotencyKey: `registration-${registrationId}`,
      now,
    });
  });
}
