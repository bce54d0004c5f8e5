/** A person's own contracts in all enterprises: signing in by mobile, the list, and opening a contract. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/mine.js';
import { myContracts, ownLink } from '../areas/flows/index.js';
import { endPersonSession, findPersonSession, insertSession, SESSION_LIFE_MS } from '../areas/links/index.js';
import { ensureUser, isIdle, noteProof } from '../areas/members/index.js';
import { type CodeBinding, mineUse, requireCode, sendCode, visitorAsker } from '../areas/sms/index.js';
import { hashToken, randomToken } from '../custody/secrets.js';
import { transact } from '../database/transact.js';
import type { PersonContext, VisitorContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { refuse, refuseCode } from '../operation/refusal.js';
import { askedCookie, askedIn, reusedAskToken } from './asked.js';
import { newLink } from './new-link.js';
import { beginSession, enteredView, keptPersonSecret, personCookie } from './person-session.js';
import { pageOfLink } from './rules/page-of-link.js';
import { sessionCookie, tokenCookie } from './session-secrets.js';

/** Answer to a requester: it must not reveal whether a mobile is known. */
async function sendMineCode(ctx: VisitorContext, given: InputOf<typeof declared.sendMineCode>) {
  const { services, headers } = ctx;
  const asked = reusedAskToken(services, headers, 'mine', given.asked);
  await sendCode(ctx, { ...bindingOf(given.mobile, asked), use: mineUse(), share: 'bare' });
  ctx.setCookie(askedCookie(services, 'mine', asked, false));
  return { asked };
}

async function enterMine(ctx: VisitorContext, given: InputOf<typeof declared.enterMine>) {
  const { db, services, now } = ctx;
  const asked = askedIn(services, ctx.headers, 'mine', given.asked);
  if (asked === null) throw refuseCode('CODE_ENDED', 0);
  const { mobile, code } = given;
  await requireCode({ db, services }, { ...bindingOf(mobile, asked), code, now });
  const { secret, session } = await transact(db, async (tx) => {
    const userId = await ensureUser(tx, services.ids, mobile, now);
    ctx.noteUser(userId);
    const session = { userId, needsFace: services.faces !== null && (await isIdle(tx, userId, now)) };
    await noteProof(tx, userId, now);
    return { session, secret: await beginSession(tx, session, now) };
  });
  const entered = await enteredView(db, services, secret, session);
  if (entered === null) throw new Error('the person who just signed in does not exist');
  ctx.setCookie(personCookie(services, secret));
  return entered;
}

/** Called after a reload; null if the person has to sign in. */
async function resumeMine({ db, services, headers, now }: VisitorContext) {
  const secret = keptPersonSecret(services, headers);
  const session = secret === null ? null : await findPersonSession(db, hashToken(secret), now);
  if (secret === null || session === null) return { entered: null };
  return { entered: await enteredView(db, services, secret, session) };
}

async function listMine(
  { db, services, now, person }: PersonContext,
  { page }: InputOf<typeof declared.listMine>,
): Promise<declared.MyContracts> {
  return myContracts({ db, services, now }, person.userId, page);
}

/** The mobile is already proven, so the contract opens without another code, by a link and session of its own. */
async function openMine(ctx: PersonContext, given: InputOf<typeof declared.openMine>) {
  const { db, services, now } = ctx;
  const { userId } = ctx.person;
  const request = await ownLink(db, userId, given, now);
  if (request === null) throw refuse('404');
  const secret = randomToken();
  const expireTime = new Date(now.getTime() + SESSION_LIFE_MS);
  const returnUrl = `${services.config.baseUrl}/contracts`;
  const { link, token } = await transact(db, async (tx) => {
    const made = await newLink(tx, services, { ...request, userId, returnUrl, now });
    const session = { sessionHash: hashToken(secret), createdAt: now, expireTime };
    await insertSession(tx, made.link.linkId, session);
    return made;
  });
  ctx.setCookie(tokenCookie(services, link.linkId, token, false));
  ctx.setCookie(sessionCookie(services, link.linkId, secret, false));
  return { address: pageOfLink(link) };
}

async function leaveMine(ctx: VisitorContext) {
  const { db, services, headers } = ctx;
  const secret = keptPersonSecret(services, headers);
  if (secret !== null) await endPersonSession(db, hashToken(secret));
  ctx.setCookie(personCookie(services, ''));
  return {};
}

export const mineRoutes: readonly AnyRoute[] = [
  route('visitor', declared.sendMineCode, sendMineCode),
  route('visitor', declared.enterMine, enterMine),
  route('visitor', declared.resumeMine, resumeMine),
  route('person', declared.listMine, listMine),
  route('person', declared.openMine, openMine),
  route('visitor', declared.leaveMine, leaveMine),
];

/** Session for all contracts of the holder of the mobile, and for nothing else. */
function bindingOf(mobile: string, asked: string): CodeBinding {
  return { mobile, asker: visitorAsker(asked), purpose: 'mine', subject: [] };
}
