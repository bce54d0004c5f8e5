/** A person’s own security settings. Whoever has a second factor needs it to change any. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/own-security.js';
import { originOf } from '../../areas/audit/index.js';
import { deviceWords, sayIn } from '../../areas/flows/index.js';
import { findUser } from '../../areas/members/index.js';
import * as sessions from '../../areas/sessions/index.js';
import { maskAddress, maskMobile } from '../../custody/masking.js';
import { transact } from '../../database/transact.js';
import type { ConsoleContext } from '../../operation/context.js';
import { type AnyRoute, route } from '../../operation/handler.js';
import { refuse } from '../../operation/refusal.js';

async function viewOwnSecurity(ctx: ConsoleContext): Promise<declared.OwnSecurity> {
  const { db, services, session, now } = ctx;
  const { userId } = session;
  const person = await findUser(db, userId);
  const totp = await sessions.findTotpFactor(db, userId);
  const passkeys = await sessions.passkeysOf(db, userId);
  return {
    mobile: maskMobile(person?.mobile ?? ''),
    hasPassword: (await sessions.findLoginPassword(db, userId)) !== null,
    hasTotp: totp !== null && totp.confirmedAt !== null,
    recoveryCodesLeft: await sessions.countRecoveryCodes(db, userId),
    passkeys: passkeys.map(({ credentialId, name, createdAt, lastUsedAt }) => ({
      passkeyId: credentialId,
      name,
      createTime: timeIn(ctx, createdAt),
      lastTime: lastUsedAt === null ? null : timeIn(ctx, lastUsedAt),
    })),
    canHavePasskeys: sessions.relyingParty(services) !== null,
    isFresh: sessions.isFresh(session.provenAt, now),
    sessions: (await sessions.consoleSessionsOf(db, userId, now)).map((each) => ({
      sessionId: each.sessionId,
      device: deviceWords(each.device ?? '', sayIn(ctx.language, services.config.timeZone)),
      place: maskAddress(each.address),
      method: each.method,
      createTime: timeIn(ctx, each.createdAt),
      lastTime: timeIn(ctx, each.lastUsedAt),
      isThis: each.sessionId === session.sessionId,
    })),
  };
}

function timeIn({ services }: ConsoleContext, time: Date): string {
  return formatDateTime(time, services.config.timeZone);
}

async function sendFreshCode(ctx: ConsoleContext) {
  await sessions.sendProofCode(ctx, ctx.session);
  return {};
}

async function beginFaceProof(ctx: ConsoleContext) {
  return sessions.beginFaceProof(ctx, ctx.session);
}

async function viewFaceProof(ctx: ConsoleContext, { orderNo }: InputOf<typeof declared.viewFaceProof>) {
  return { state: await sessions.stateOfFaceProof(ctx, ctx.session, orderNo) };
}

async function proveFresh(ctx: ConsoleContext, { kind, value }: InputOf<typeof declared.proveFresh>) {
  const { session, db, now } = ctx;
  if (kind === 'code') await sessions.proveByCode(ctx, session, value);
  else if (kind === 'factor') await sessions.proveByFactor(ctx, session, value);
  else if (kind === 'face') await sessions.proveByFace(ctx, session, value);
  else {
    await sessions.requireOwnPasskey(ctx, session.userId, value);
    await transact(db, (tx) => sessions.noteFreshProof(tx, session.sessionId, { isStrong: true }, now));
  }
  return {};
}

/** Records a change of a way to log in, and tells the person, in its transaction. */
function recording(
  { services, session, ...ctx }: ConsoleContext,
  way: sessions.FactorChange['way'],
  change: sessions.FactorChange['change'],
): sessions.RecordChange {
  const changed = { userId: session.userId, way, change };
  return (tx) => sessions.recordFactorChange(tx, services, changed, originOf(ctx));
}

async function setPassword(ctx: ConsoleContext, { password }: InputOf<typeof declared.setPassword>) {
  await sessions.setLoginPassword(ctx, ctx.session.userId, password, recording(ctx, 'password', 'set'));
  return {};
}

async function dropPassword(ctx: ConsoleContext) {
  await transact(ctx.db, async (tx) => {
    await sessions.removeLoginPassword(tx, ctx.session.userId);
    await recording(ctx, 'password', 'removed')(tx);
  });
  return {};
}

async function offerTotp(ctx: ConsoleContext) {
  return sessions.beginTotp(ctx, ctx.session.userId);
}

async function acceptTotp(ctx: ConsoleContext, { code }: InputOf<typeof declared.acceptTotp>) {
  const { userId } = ctx.session;
  const recoveryCodes = await sessions.confirmTotp(ctx, userId, code, recording(ctx, 'totp', 'set'));
  await nowStrong(ctx);
  return { recoveryCodes };
}

/** Who has just set up a second factor has given it. */
function nowStrong({ db, session, now }: ConsoleContext): Promise<void> {
  return transact(db, (tx) => sessions.noteFreshProof(tx, session.sessionId, { isStrong: true }, now));
}

async function dropTotp(ctx: ConsoleContext) {
  await transact(ctx.db, async (tx) => {
    await sessions.removeTotp(tx, ctx.session.userId);
    await recording(ctx, 'totp', 'removed')(tx);
  });
  return {};
}

async function renewRecoveryCodes(ctx: ConsoleContext) {
  const { db, services, session, now } = ctx;
  if (!session.hasFactor) throw refuse('409');
  const recoveryCodes = await transact(db, async (tx) => {
    await recording(ctx, 'recoveryCodes', 'set')(tx);
    return sessions.newRecoveryCodes(tx, services, session.userId, now);
  });
  return { recoveryCodes };
}

async function offerPasskey(ctx: ConsoleContext) {
  return { options: await sessions.newPasskeyOptions(ctx, ctx.session.userId) };
}

async function acceptPasskey(ctx: ConsoleContext, { response }: InputOf<typeof declared.acceptPasskey>) {
  const { services, session, device } = ctx;
  const name = deviceWords(device ?? '', sayIn(ctx.language, services.config.timeZone));
  const given = { response, name };
  const recoveryCodes = await sessions.addPasskey(
    ctx,
    session.userId,
    given,
    recording(ctx, 'passkey', 'set'),
  );
  await nowStrong(ctx);
  return { recoveryCodes };
}

async function dropPasskey(ctx: ConsoleContext, { passkeyId }: InputOf<typeof declared.dropPasskey>) {
  const { userId } = ctx.session;
  await transact(ctx.db, async (tx) => {
    if (!(await sessions.removePasskey(tx, userId, passkeyId))) throw refuse('404');
    await sessions.endUnusedRecovery(tx, userId);
    await recording(ctx, 'passkey', 'removed')(tx);
  });
  return {};
}

async function endOwnSession(
  { db, session }: ConsoleContext,
  { sessionId }: InputOf<typeof declared.endOwnSession>,
) {
  await sessions.endConsoleSession(db, session.userId, sessionId);
  return {};
}

async function endOwnOtherSessions({ db, session }: ConsoleContext) {
  await sessions.endOtherSessions(db, session.userId, session.sessionId);
  return {};
}

export const ownSecurityRoutes: readonly AnyRoute[] = [
  route('console', declared.viewOwnSecurity, viewOwnSecurity),
  route('console', declared.sendFreshCode, sendFreshCode),
  route('console', declared.beginFaceProof, beginFaceProof),
  route('console', declared.viewFaceProof, viewFaceProof),
  route('console', declared.proveFresh, proveFresh),
  route('console', declared.setPassword, setPassword),
  route('console', declared.dropPassword, dropPassword),
  route('console', declared.offerTotp, offerTotp),
  route('console', declared.acceptTotp, acceptTotp),
  route('console', declared.dropTotp, dropTotp),
  route('console', declared.renewRecoveryCodes, renewRecoveryCodes),
  route('console', declared.offerPasskey, offerPasskey),
  route('console', declared.acceptPasskey, acceptPasskey),
  route('console', declared.dropPasskey, dropPasskey),
  route('console', declared.endOwnSession, endOwnSession),
  route('console', declared.endOwnOtherSessions, endOwnOtherSessions),
];
