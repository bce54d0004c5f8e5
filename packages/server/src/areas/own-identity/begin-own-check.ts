import { transact } from '../../database/transact.js';
import type { UserId } from '../../operation/context.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import {
  FACE_LIFE_MS,
  facePage,
  insertOrder,
  insertOwnCheck,
  limitOwnChecks,
  type OwnFacePurpose,
  prepareFaceCheck,
} from '../faces/index.js';
import { type Identity, identNumIndex, namesMatch, personIdentity, readIdentity } from '../members/index.js';
import type { Step } from './give-mobile.js';

/** A session of “my contracts”. */
export interface OwnSession {
  readonly userId: UserId;
  readonly sessionHash: string;
}

/** Purpose of the check: the person's identity, the spelling of their name, or their return after a long absence. */
export type OwnCheck =
  | { readonly purpose: 'ownMobile'; readonly realName: string; readonly identNum: string }
  | { readonly purpose: 'ownName'; readonly realName: string }
  | { readonly purpose: 'ownReturn' };

export function askerOf({ sessionHash }: OwnSession): string {
  return `person-session ${sessionHash}`;
}

/** Associated data for encrypting the number of a check. */
export function checkPurpose(orderNo: string): string {
  return `certificate number of face check ${orderNo}`;
}

/**
 * Begins a check that the person makes for themselves. The response does not reveal whether the name and number are
 * known: that shows only to the person with the matching face.
 * @returns the address of the check's page, which returns to “my contracts”
 * @throws Refusal AUTH_INFO_INVALID, 403 NOT_VERIFIED, 409, 429, FACE_SERVICE_UNAVAILABLE
 */
export async function beginOwnCheck(step: Step, session: OwnSession, check: OwnCheck): Promise<string> {
  const { db, services, now } = step;
  const identity = await identityFor(step, session.userId, check);
  await limitOwnChecks(step, session.userId);
  const order = await prepareFaceCheck(services, {
    corpId: null,
    userId: session.userId,
    purpose: check.purpose satisfies OwnFacePurpose,
    businessIds: [session.userId],
    channel: 'channelA',
    asker: askerOf(session),
    covered: [],
    callbackUrl: `${services.config.baseUrl}/contracts`,
    subject: identity,
    lifeMs: FACE_LIFE_MS,
    now,
  });
  const own = {
    orderNo: order.orderNo,
    realName: identity.realName,
    identNum: await encrypted(services, order.orderNo, identity),
    identNumIndex: identNumIndex(services, identity.identNum),
  };
  await transact(db, async (tx) => {
    await insertOrder(tx, order);
    await insertOwnCheck(tx, own);
  });
  return facePage(services, order);
}

/** The identity whose face is required. */
async function identityFor(step: Step, userId: UserId, check: OwnCheck): Promise<Identity> {
  if (check.purpose === 'ownMobile') return readable(check);
  const known = await personIdentity(step, userId);
  if (known === null) throw refuseFor('NOT_VERIFIED');
  if (check.purpose === 'ownReturn') return known;
  const corrected = readable({ realName: check.realName, identNum: known.identNum });
  if (namesMatch(corrected.realName, { realName: known.realName, userName: null })) {
    throw refuse('409', { zh: '与现有姓名相同', en: 'is the name as it is already' });
  }
  return corrected;
}

function readable(given: Identity): Identity {
  const identity = readIdentity(given);
  if (identity === null) throw refuse('AUTH_INFO_INVALID');
  return identity;
}

function encrypted(
  { envelope }: Pick<Services, 'envelope'>,
  orderNo: string,
  { identNum }: Identity,
): Promise<Uint8Array> {
  return envelope.encrypt(0, checkPurpose(orderNo), Buffer.from(identNum, 'utf8'));
}
