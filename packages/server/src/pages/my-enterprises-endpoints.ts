/** Whose member a person is: whom they let into their own contracts, and leaving an enterprise by themselves. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import { type Acceptance, agreements, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { MyEnterprise, MyEnterprises } from '@cinnabar/api/pages/mine.js';
import { id, object, text } from '@cinnabar/api/schema.js';
import { acceptAgreements, acceptances, agreementHash } from '../areas/consents/index.js';
import { findCorp } from '../areas/enterprise/index.js';
import {
  closePersonalContracts,
  findMembership,
  findUser,
  lockMembership,
  type Membership,
  membershipsOf,
  openedPersonalContracts,
  openPersonalContracts,
} from '../areas/members/index.js';
import { endMembership } from '../areas/offboarding/index.js';
import { requireCodeToOpen, sendCodeToOpen } from '../areas/sms/index.js';
import type { Db, Tx } from '../database/schema.js';
import { transact } from '../database/transact.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import type { CorpId, UserId } from '../operation/context.js';
import { refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { personOf } from './person-session.js';
import { visitorOf } from './visitor.js';

const nothing = object({});
const one = object({ corpId: id<'Corp'>() });
const permission = object({ corpId: id<'Corp'>(), code: text(1, 20), accepted: acceptances });

interface Person {
  readonly userId: UserId;
  readonly mobile: string;
  readonly now: Date;
}

export function myEnterprisesEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  const { clock, config } = services;

  async function signedIn(exchange: Exchange): Promise<Person> {
    const now = clock.now();
    const userId = await personOf(db, services, exchange.request.headers, now);
    exchange.userId = userId;
    const person = await findUser(db, userId);
    if (person === null) throw refuseFor('TOKEN_INVALID');
    return { userId, mobile: person.mobile, now };
  }

  async function list(exchange: Exchange): Promise<HttpAnswer> {
    const { userId } = await signedIn(exchange);
    await readPageRequest(exchange, nothing);
    const opened = await openedPersonalContracts(db, userId);
    const enterprises: MyEnterprise[] = [];
    for (const { corpId, state, identity } of await membershipsOf(db, userId)) {
      const corp = await findCorp(db, corpId);
      const since = opened.get(corpId) ?? null;
      enterprises.push({
        corpId,
        corpName: corp?.corpName ?? '',
        state: state === 'valid' ? 'valid' : 'invited',
        canOpen: state === 'valid' && identity === 'proven',
        openSince: since === null ? null : formatDateTime(since, config.timeZone),
      });
    }
    const view: MyEnterprises = { enterprises };
    return pageAnswer(exchange, view);
  }

  async function sendCode(exchange: Exchange): Promise<HttpAnswer> {
    const { userId, mobile, now } = await signedIn(exchange);
    const { corpId } = await readPageRequest(exchange, one);
    requireProven(await findMembership(db, corpId, userId));
    const corpName = (await findCorp(db, corpId))?.corpName ?? '';
    const ctx = { db, services, now, address: exchange.address };
    await sendCodeToOpen(ctx, { userId, mobile, corpId, corpName });
    return pageAnswer(exchange, {});
  }

  async function open(exchange: Exchange): Promise<HttpAnswer> {
    const person = await signedIn(exchange);
    const { corpId, code, accepted } = await readPageRequest(exchange, permission);
    const { userId, mobile, now } = person;
    requireProven(await findMembership(db, corpId, userId));
    await requireCodeToOpen({ db, services }, { userId, mobile, corpId, code, now });
    await accept(exchange, person, corpId, accepted);
    await transact(db, async (tx) => {
      requireProven(await lockMembership(tx, corpId, userId));
      await give(tx, exchange, person, corpId);
    });
    return pageAnswer(exchange, {});
  }

  function accept(
    exchange: Exchange,
    { userId, now }: Person,
    corpId: CorpId,
    accepted: readonly Acceptance[],
  ): Promise<void> {
    const needed = agreementsFor.openPersonalContracts;
    const wish = { userId, needed, accepted, corpId, part: null, ...visitorOf(exchange) };
    return acceptAgreements({ db, now }, wish);
  }

  async function give(tx: Tx, exchange: Exchange, { userId, now }: Person, corpId: CorpId): Promise<void> {
    await openPersonalContracts(tx, services.ids, {
      corpId,
      userId,
      version: agreements.personalContracts.version,
      textHash: agreementHash('personalContracts'),
      ...visitorOf(exchange),
      now,
    });
  }

  async function close(exchange: Exchange): Promise<HttpAnswer> {
    const { userId, now } = await signedIn(exchange);
    const { corpId } = await readPageRequest(exchange, one);
    await transact(db, (tx) => closePersonalContracts(tx, corpId, userId, now));
    return pageAnswer(exchange, {});
  }

  async function leave(exchange: Exchange): Promise<HttpAnswer> {
    const { userId, now } = await signedIn(exchange);
    const { corpId } = await readPageRequest(exchange, one);
    await transact(db, (tx) => endMembership(tx, { corpId, userId, by: 'themselves' }, { now }));
    return pageAnswer(exchange, {});
  }

  return [
    { method: 'POST', path: '/pages/mine/enterprises', answer: list },
    { method: 'POST', path: '/pages/mine/personalContracts/sendCode', answer: sendCode },
    { method: 'POST', path: '/pages/mine/personalContracts/open', answer: open },
    { method: 'POST', path: '/pages/mine/personalContracts/close', answer: close },
    { method: 'POST', path: '/pages/mine/enterprises/leave', answer: leave },
  ];
}

/** @throws Refusal NOT_MEMBER, NOT_VERIFIED */
function requireProven(membership: Membership | null): void {
  if (membership === null || membership.state !== 'valid') throw refuseFor('NOT_MEMBER');
  if (membership.identity !== 'proven') throw refuseFor('NOT_VERIFIED');
}
