/**
 * Outcome of a pending registration: the legal representative's face check, their refusal, or the operator's decision.
 */
import type { RegistrationView } from '@cinnabar/api/pages/registration.js';
import { maskMobile } from '../../custody/masking.js';
import type { Db, Tx } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import {
  type Corp,
  DEFAULT_MAX_AMOUNT,
  type Identification,
  legalRepresentative,
} from '../enterprise/index.js';
import { loadFlow } from '../flows/index.js';
import { findUser, type Identity } from '../members/index.js';
import { sendNotice } from '../sms/index.js';
import { type FoundingStep, foundCorp, prepareFirstSeal } from './found-corp.js';
import type { Part, Step } from './part.js';
import {
  decideRegistration,
  findRegistration,
  lockRegistration,
  type RegistrationId,
  type RegistrationRow,
} from './registration-store.js';

function isWaiting({ state, expire_time }: RegistrationRow, now: Date): boolean {
  return state === 'waiting' && expire_time > now;
}

/** Whether a link to the legal representative still requires a decision. */
export async function isRegistrationOpen(
  db: Db,
  registrationId: RegistrationId,
  userId: UserId,
  now: Date,
): Promise<boolean> {
  const row = await findRegistration(db, registrationId);
  return row !== null && row.legal_rep_user_id === userId && isWaiting(row, now);
}

/** The name under which the enterprise is being registered; null for an unknown registration. */
export async function nameInRegistration(db: Db, registrationId: RegistrationId): Promise<string | null> {
  return (await findRegistration(db, registrationId))?.corp_name ?? null;
}

/** @throws Refusal 404 */
export async function registrationView(
  { db, now }: Pick<Step, 'db' | 'now'>,
  registrationId: RegistrationId,
): Promise<RegistrationView> {
  const row = await findRegistration(db, registrationId);
  const person = row === null ? null : await findUser(db, row.user_id);
  if (row === null || person === null || !isWaiting(row, now)) throw refuse('404');
  return {
    corpName: row.corp_name,
    corpCode: row.corp_code,
    legalRepName: row.legal_rep_name,
    ownerName: person.realName ?? '',
    ownerMobile: maskMobile(person.mobile),
  };
}

/** The person whose face is required. @throws Refusal 404 */
export async function legalRepOfRegistration(
  { db, services, now }: Step,
  registrationId: RegistrationId,
): Promise<Identity> {
  const row = await findRegistration(db, registrationId);
  if (row === null || !isWaiting(row, now)) throw refuse('404');
  const identity = await legalRepresentative(services, corpOfRow(row));
  if (identity === null) throw refuse('404');
  return identity;
}

function corpOfRow(row: RegistrationRow): Pick<Corp, 'corpId' | 'legalRepName' | 'legalRepIdentNo'> {
  return {
    corpId: row.corp_id,
    legalRepName: row.legal_rep_name,
    legalRepIdentNo: row.legal_rep_ident_no,
  };
}

/** The slow preparation, done before the transaction. */
export interface PreparedFounding {
  readonly row: RegistrationRow;
  readonly seal: Awaited<ReturnType<typeof prepareFirstSeal>>;
  readonly owner: { readonly userId: UserId; readonly realName: string; readonly mobile: string };
}

/**
 * Confirmation by the operator. No seal is drawn; the owner creates one.
 * @throws Refusal 404 if nothing is pending any more
 */
export async function withoutSeal(
  { db, now }: Pick<Step, 'db' | 'now'>,
  registrationId: RegistrationId,
): Promise<PreparedFounding> {
  const row = await findRegistration(db, registrationId);
  const person = row === null ? null : await findUser(db, row.user_id);
  if (row === null || !isWaiting(row, now) || person === null || person.realName === null) {
    throw refuse('404');
  }
  const { realName, mobile } = person;
  return { row, seal: null, owner: { userId: row.user_id, realName, mobile } };
}

/** @throws Refusal 404 if nothing is pending any more */
export async function prepareConfirmation(
  step: Step,
  registrationId: RegistrationId,
): Promise<PreparedFounding> {
  const prepared = await withoutSeal(step, registrationId);
  const { row } = prepared;
  const about = { corpId: row.corp_id, corpName: row.corp_name };
  const seal = await prepareFirstSeal(step, about, row.seal_name, row.user_id);
  return { ...prepared, seal };
}

/**
 * Creates the enterprise, identified and owned by the person who registered it.
 * @throws Refusal 404 if nothing is pending any more, 400 if somebody else came first; RevisionLost
 */
export async function confirmRegistration(
  tx: Tx,
  step: FoundingStep,
  { row: before, seal, owner }: PreparedFounding,
  by: Pick<Identification, 'way' | 'userId' | 'reason'>,
): Promise<void> {
  const { services, now } = step;
  const row = await lockRegistration(tx, before.registration_id);
  if (row === null || !isWaiting(row, now)) throw refuse('404');
  const corp: Corp = {
    ...corpOfRow(row),
    corpCode: row.corp_code,
    corpName: row.corp_name,
    identStatus: 'identified',
    corpLevel: 0,
    levelExpireTime: null,
    maxAmount: DEFAULT_MAX_AMOUNT,
    legalDate: null,
    parentId: null,
    settings: {},
  };
  await foundCorp(tx, step, { corp, seal, owner, part: await partOf(tx, row), by });
  await decideRegistration(tx, row.registration_id, 'confirmed', by.reason, now);
  await sendNotice(tx, {
    mobile: owner.mobile,
    template: 'registrationConfirmed',
    parameters: { corpName: row.corp_name },
    idempotencyKey: `registration-confirmed-${await services.ids.next()}`,
    now,
  });
}

/** The participant through whose link the enterprise was registered, unless it belongs to somebody else by now. */
async function partOf(tx: Tx, row: RegistrationRow): Promise<Part | null> {
  const { flow_corp_id, flow_id, participant_id: participantId, user_id: userId } = row;
  const flow = await loadFlow(tx, flow_corp_id, flow_id);
  const participant = flow?.participants.find((each) => each.participantId === participantId);
  if (flow === null || participant === undefined || participant.psnId !== userId) return null;
  return { flow, participant, participantId, userId };
}

/** @returns false if nothing is pending any more */
export async function rejectRegistration(
  tx: Tx,
  registrationId: RegistrationId,
  reason: string | null,
  now: Date,
): Promise<boolean> {
  const row = await lockRegistration(tx, registrationId);
  if (row === null || !isWaiting(row, now)) return false;
  await decideRegistration(tx, registrationId, 'rejected', reason, now);
  return true;
}
