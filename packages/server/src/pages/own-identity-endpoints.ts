/** What people change about themselves: their mobile, which account is theirs, and how their name is written. */
import { type Acceptance, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { ChangedMobile, FinishedOwnCheck } from '@cinnabar/api/pages/mine.js';
import { choice, object, optional, text } from '@cinnabar/api/schema.js';
import { mobile } from '@cinnabar/api/schemas/fields.js';
import { acceptAgreements, acceptances } from '../areas/consents/index.js';
import { findUser } from '../areas/members/index.js';
import {
  beginOwnCheck,
  changeMobileByCodes,
  finishOwnCheck,
  type OwnCheck,
  sendCodeForChange,
} from '../areas/own-identity/index.js';
import type { MobileChangeCodes } from '../areas/sms/index.js';
import type { Db } from '../database/schema.js';
import { transact } from '../database/transact.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { invalidField, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { beginSession, enteredView, personCookie, type SignedIn, signedIn } from './person-session.js';
import { visitorOf } from './visitor.js';

const codeInput = object({ to: choice(['old', 'new']), mobile: mobile() });
const change = object({ mobile: mobile(), oldCode: text(1, 20), newCode: text(1, 20) });
const checkInput = object({
  purpose: choice(['ownMobile', 'ownName', 'ownReturn']),
  realName: optional(text(1, 100)),
  identNum: optional(text(1, 100)),
  accepted: optional(acceptances),
});
const checkResult = object({
  orderNo: text(1, 200),
  code: text(1, 20),
  h5faceId: text(1, 200),
  newSign: text(1, 200),
});

export function ownIdentityEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  const { clock } = services;

  /** Also who has to show their face first. */
  async function visitor(exchange: Exchange): Promise<SignedIn & { readonly now: Date }> {
    const now = clock.now();
    const session = await signedIn(db, services, exchange.request.headers, now);
    exchange.userId = session.userId;
    return { ...session, now };
  }

  async function person(
    exchange: Exchange,
  ): Promise<SignedIn & { readonly now: Date; readonly mobile: string }> {
    const session = await visitor(exchange);
    if (session.needsFace) throw refuseFor('FACE_REQUIRED');
    const user = await findUser(db, session.userId);
    if (user === null || user.mobile === '') throw refuseFor('TOKEN_INVALID');
    return { ...session, mobile: user.mobile };
  }

  function codesOf(
    { userId, sessionHash, mobile: present }: SignedIn & { readonly mobile: string },
    newMobile: string,
  ): MobileChangeCodes {
    return { userId, session: sessionHash, mobile: present, newMobile };
  }

  async function sendChangeCode(exchange: Exchange): Promise<HttpAnswer> {
    const who = await person(exchange);
    const { to, mobile: newMobile } = await readPageRequest(exchange, codeInput);
    const ctx = { db, services, now: who.now, address: exchange.address };
    await sendCodeForChange(ctx, codesOf(who, newMobile), to);
    return pageAnswer(exchange, {});
  }

  /** All sessions end with it, this one too: whoever has proven both mobiles goes on in a new one. */
  async function changeMobile(exchange: Exchange): Promise<HttpAnswer> {
    const who = await person(exchange);
    const { now, userId } = who;
    const { mobile: newMobile, oldCode, newCode } = await readPageRequest(exchange, change);
    const wish = { ...codesOf(who, newMobile), oldCode, newCode, from: visitorOf(exchange) };
    await changeMobileByCodes({ db, services, now }, wish);
    return again(exchange, { userId, needsFace: false }, now, (entered): ChangedMobile => ({ entered }));
  }

  async function beginCheck(exchange: Exchange): Promise<HttpAnswer> {
    const session = await visitor(exchange);
    const { accepted = [], ...wish } = await readPageRequest(exchange, checkInput);
    const check = readCheck(wish);
    if (session.needsFace && check.purpose === 'ownName') throw refuseFor('FACE_REQUIRED');
    if (check.purpose === 'ownMobile') await accept(exchange, session, accepted);
    const url = await beginOwnCheck({ db, services, now: session.now }, session, check);
    return pageAnswer(exchange, { url });
  }

  /** What somebody says of themselves is collected only with their consent. */
  function accept(
    exchange: Exchange,
    { userId, now }: SignedIn & { readonly now: Date },
    accepted: readonly Acceptance[],
  ): Promise<void> {
    const needed = agreementsFor.sayWho;
    const wish = { userId, needed, accepted, corpId: null, part: null, ...visitorOf(exchange) };
    return acceptAgreements({ db, now }, wish);
  }

  async function finishCheck(exchange: Exchange): Promise<HttpAnswer> {
    const session = await visitor(exchange);
    const { now } = session;
    const given = await readPageRequest(exchange, checkResult);
    const { kind, userId } = await finishOwnCheck({ db, services, now }, session, given, visitorOf(exchange));
    const isSame = userId === session.userId;
    if (isSame && kind !== 'proven') return pageAnswer(exchange, { outcome: kind, entered: null });
    return again(
      exchange,
      { userId, needsFace: false },
      now,
      (entered): FinishedOwnCheck => ({ outcome: kind, entered }),
    );
  }

  /** The same browser, in a session of whoever they have shown to be. */
  async function again<T>(
    exchange: Exchange,
    session: { readonly userId: SignedIn['userId']; readonly needsFace: boolean },
    now: Date,
    view: (entered: FinishedOwnCheck['entered']) => T,
  ): Promise<HttpAnswer> {
    exchange.userId = session.userId;
    const secret = await transact(db, (tx) => beginSession(tx, session, now));
    const answer = pageAnswer(exchange, view(await enteredView(db, services, secret, session)));
    return { ...answer, headers: { ...answer.headers, 'set-cookie': personCookie(services, secret) } };
  }

  return [
    { method: 'POST', path: '/pages/mine/mobile/sendCode', answer: sendChangeCode },
    { method: 'POST', path: '/pages/mine/mobile/change', answer: changeMobile },
    { method: 'POST', path: '/pages/mine/face/begin', answer: beginCheck },
    { method: 'POST', path: '/pages/mine/face/finish', answer: finishCheck },
  ];
}

interface CheckInput {
  readonly purpose: OwnCheck['purpose'];
  readonly realName?: string | undefined;
  readonly identNum?: string | undefined;
}

function readCheck({ purpose, realName, identNum }: CheckInput): OwnCheck {
  if (purpose === 'ownReturn') return { purpose };
  if (realName === undefined) throw required('realName');
  if (purpose === 'ownName') return { purpose, realName };
  if (identNum === undefined) throw required('identNum');
  return { purpose, realName, identNum };
}

function required(field: string) {
  return invalidField(field, { zh: '必填', en: 'is required' });
}
