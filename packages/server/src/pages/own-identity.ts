/** Changes that people make themselves: mobile, account, and spelling of the name. */
import type { InputOf } from '@cinnabar/api/operation.js';
import { agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import * as declared from '@cinnabar/api/pages/own-identity.js';
import { acceptAgreements } from '../areas/consents/index.js';
import type { PersonSession } from '../areas/links/index.js';
import { findUser } from '../areas/members/index.js';
import * as identity from '../areas/own-identity/index.js';
import type { MobileChangeCodes } from '../areas/sms/index.js';
import { transact } from '../database/transact.js';
import type { PersonContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { invalidField, refuseFor } from '../operation/refusal.js';
import { originOf } from './origin.js';
import { beginSession, enteredView, personCookie } from './person-session.js';

async function codesOf({ db, person }: PersonContext, newMobile: string): Promise<MobileChangeCodes> {
  const { userId, sessionHash } = person;
  const user = await findUser(db, userId);
  if (user === null || user.mobile === '') throw refuseFor('TOKEN_INVALID');
  return { userId, session: sessionHash, mobile: user.mobile, newMobile };
}

async function sendMobileCode(ctx: PersonContext, { to, mobile }: InputOf<typeof declared.sendMobileCode>) {
  await identity.sendCodeForChange(ctx, await codesOf(ctx, mobile), to);
  return {};
}

/** All sessions end, including this one: a person who has proven both mobiles continues in a new one. */
async function changeMobile(
  ctx: PersonContext,
  { mobile, oldCode, newCode }: InputOf<typeof declared.changeMobile>,
): Promise<declared.ChangedMobile> {
  const codes = await codesOf(ctx, mobile);
  await identity.changeMobileByCodes(ctx, { ...codes, oldCode, newCode, from: originOf(ctx) });
  return { entered: await enterAgain(ctx, { userId: codes.userId, needsFace: false }) };
}

async function beginOwnCheck(ctx: PersonContext, given: InputOf<typeof declared.beginOwnCheck>) {
  const { person } = ctx;
  const { accepted = [], ...request } = given;
  const check = readCheck(request);
  if (person.needsFace && check.purpose === 'ownName') throw refuseFor('FACE_REQUIRED');
  if (check.purpose === 'ownMobile') {
    // Personal data are collected only with the person's consent.
    const needed = agreementsFor.sayWho;
    const origin = originOf(ctx);
    await acceptAgreements(ctx, {
      userId: person.userId,
      needed,
      accepted,
      corpId: null,
      part: null,
      ...origin,
    });
  }
  return { url: await identity.beginOwnCheck(ctx, person, check) };
}

async function finishOwnCheck(
  ctx: PersonContext,
  given: InputOf<typeof declared.finishOwnCheck>,
): Promise<declared.FinishedOwnCheck> {
  const { person } = ctx;
  const { kind, userId } = await identity.finishOwnCheck(ctx, person, given, originOf(ctx));
  const isSame = userId === person.userId;
  if (isSame && kind !== 'proven') return { outcome: kind, entered: null };
  return { outcome: kind, entered: await enterAgain(ctx, { userId, needsFace: false }) };
}

/** Continues in the same browser with a session of the person whose identity was proven. */
async function enterAgain(ctx: PersonContext, session: PersonSession): Promise<EnteredMine | null> {
  const { db, services, now } = ctx;
  ctx.noteUser(session.userId);
  const secret = await transact(db, (tx) => beginSession(tx, session, now));
  ctx.setCookie(personCookie(services, secret));
  return enteredView(db, services, secret, session);
}

interface CheckRequest {
  readonly purpose: identity.OwnCheck['purpose'];
  readonly realName?: string | undefined;
  readonly identNum?: string | undefined;
}

function readCheck({ purpose, realName, identNum }: CheckRequest): identity.OwnCheck {
  if (purpose === 'ownReturn') return { purpose };
  if (realName === undefined) throw required('realName');
  if (purpose === 'ownName') return { purpose, realName };
  if (identNum === undefined) throw required('identNum');
  return { purpose, realName, identNum };
}

function required(field: string) {
  return invalidField(field, { zh: '必填', en: 'is required' });
}

export const ownIdentityRoutes: readonly AnyRoute[] = [
  route('person', declared.sendMobileCode, sendMobileCode),
  route('person', declared.changeMobile, changeMobile),
  route('person', declared.beginOwnCheck, beginOwnCheck),
  route('person', declared.finishOwnCheck, finishOwnCheck),
];
