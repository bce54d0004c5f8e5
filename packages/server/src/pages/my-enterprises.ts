/** Memberships of a person: access to their own contracts, and leaving an enterprise. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import { agreements, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import * as declared from '@cinnabar/api/pages/my-enterprises.js';
import { acceptAgreements, agreementHash } from '../areas/consents/index.js';
import { findCorp } from '../areas/enterprise/index.js';
import * as members from '../areas/members/index.js';
import { endMembership } from '../areas/offboarding/index.js';
import { requireCodeToOpen, sendCodeToOpen } from '../areas/sms/index.js';
import { transact } from '../database/transact.js';
import type { PersonContext, UserId } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { refuseFor } from '../operation/refusal.js';
import { originOf } from './origin.js';

interface Person {
  readonly userId: UserId;
  readonly mobile: string;
}

async function personOf({ db, person: { userId } }: PersonContext): Promise<Person> {
  const person = await members.findUser(db, userId);
  if (person === null) throw refuseFor('TOKEN_INVALID');
  return { userId, mobile: person.mobile };
}

async function listMyEnterprises(ctx: PersonContext): Promise<declared.MyEnterprises> {
  const { db, services } = ctx;
  const { userId } = await personOf(ctx);
  const opened = await members.openedPersonalContracts(db, userId);
  const enterprises: declared.MyEnterprise[] = [];
  for (const { corpId, state, identity } of await members.membershipsOf(db, userId)) {
    const corp = await findCorp(db, corpId);
    const since = opened.get(corpId) ?? null;
    enterprises.push({
      corpId,
      corpName: corp?.corpName ?? '',
      state: state === 'valid' ? 'valid' : 'invited',
      canOpen: state === 'valid' && identity === 'proven',
      openSince: since === null ? null : formatDateTime(since, services.config.timeZone),
    });
  }
  return { enterprises };
}

async function sendCodeToOpenContracts(
  ctx: PersonContext,
  { corpId }: InputOf<typeof declared.sendCodeToOpenContracts>,
) {
  const { db } = ctx;
  const { userId, mobile } = await personOf(ctx);
  requireProven(await members.findMembership(db, corpId, userId));
  const corpName = (await findCorp(db, corpId))?.corpName ?? '';
  await sendCodeToOpen(ctx, { userId, mobile, corpId, corpName });
  return {};
}

async function openPersonalContracts(
  ctx: PersonContext,
  { corpId, code, accepted }: InputOf<typeof declared.openPersonalContracts>,
) {
  const { db, services, now } = ctx;
  const { userId, mobile } = await personOf(ctx);
  requireProven(await members.findMembership(db, corpId, userId));
  await requireCodeToOpen({ db, services }, { userId, mobile, corpId, code, now });
  const needed = agreementsFor.openPersonalContracts;
  await acceptAgreements(ctx, { userId, needed, accepted, corpId, part: null, ...originOf(ctx) });
  await transact(db, async (tx) => {
    requireProven(await members.lockMembership(tx, corpId, userId));
    await members.openPersonalContracts(tx, services.ids, {
      corpId,
      userId,
      version: agreements.personalContracts.version,
      textHash: agreementHash('personalContracts'),
      ...originOf(ctx),
      now,
    });
  });
  return {};
}

async function closePersonalContracts(
  ctx: PersonContext,
  { corpId }: InputOf<typeof declared.closePersonalContracts>,
) {
  const { userId } = await personOf(ctx);
  await transact(ctx.db, (tx) => members.closePersonalContracts(tx, corpId, userId, ctx.now));
  return {};
}

async function leaveEnterprise(ctx: PersonContext, { corpId }: InputOf<typeof declared.leaveEnterprise>) {
  const { db, now } = ctx;
  const { userId } = await personOf(ctx);
  await transact(db, (tx) => endMembership(tx, { corpId, userId, by: 'themselves' }, { now }));
  return {};
}

/** @throws Refusal NOT_MEMBER, NOT_VERIFIED */
function requireProven(membership: members.Membership | null): void {
  if (membership === null || membership.state !== 'valid') throw refuseFor('NOT_MEMBER');
  if (membership.identity !== 'proven') throw refuseFor('NOT_VERIFIED');
}

export const myEnterpriseRoutes: readonly AnyRoute[] = [
  route('person', declared.listMyEnterprises, listMyEnterprises),
  route('person', declared.sendCodeToOpenContracts, sendCodeToOpenContracts),
  route('person', declared.openPersonalContracts, openPersonalContracts),
  route('person', declared.closePersonalContracts, closePersonalContracts),
  route('person', declared.leaveEnterprise, leaveEnterprise),
];
