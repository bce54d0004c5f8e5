/** Handwriting from a phone for the sign page on a desktop. */
import type { OpenedPad, PadOnPhone, PadState } from '@cinnabar/api/pages/pad.js';
import { object, text } from '@cinnabar/api/schema.js';
import { readPicture } from '../areas/flows/index.js';
import { closePad, findPad, handInPicture, openPad, padOfSession } from '../areas/links/index.js';
import { hashToken, randomToken } from '../custody/secrets.js';
import type { Db } from '../database/schema.js';
import { transact } from '../database/transact.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { sessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { givenSession } from './session-secrets.js';

/** Long enough to take out a phone and write; whoever photographs the screen has no longer either. */
const PAD_LIFE_S = 300;

const nothing = object({});
const secret = { token: text(1, 200) };
const secretOnly = object(secret);
/** As long as handwriting may be where it is signed with. */
const written = object({ ...secret, picture: text(1, 400_000) });

export function padEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  const { clock, config, documents } = services;

  /** The session of a sign page that can still sign, by its hash. */
  async function signingSession(exchange: Exchange): Promise<string> {
    const { headers } = exchange.request;
    const { link } = await sessionOf(db, services, headers, clock.now());
    exchange.userId = link.userId;
    if (link.kind !== 'sign') throw refuseFor('PERMISSION_DENIED');
    const given = givenSession(services, headers);
    if (given === null) throw refuseFor('TOKEN_INVALID');
    return hashToken(given.token);
  }

  async function open(exchange: Exchange): Promise<HttpAnswer> {
    const sessionHash = await signingSession(exchange);
    await readPageRequest(exchange, nothing);
    const token = randomToken();
    const expireTime = new Date(clock.now().getTime() + PAD_LIFE_S * 1000);
    await transact(db, (tx) => openPad(tx, { tokenHash: hashToken(token), sessionHash, expireTime }));
    // Behind the # it is in no log, and no preview of a chat fetches it.
    const answer: OpenedPad = { address: `${config.baseUrl}/write#${token}`, secondsLeft: PAD_LIFE_S };
    return pageAnswer(exchange, answer);
  }

  async function state(exchange: Exchange): Promise<HttpAnswer> {
    const sessionHash = await signingSession(exchange);
    await readPageRequest(exchange, nothing);
    const pad = await padOfSession(db, sessionHash, clock.now());
    const picture = pad?.picture ?? null;
    const answer: PadState = {
      state: pad === null ? 'over' : picture === null ? 'waiting' : 'written',
      picture,
    };
    return pageAnswer(exchange, answer);
  }

  async function close(exchange: Exchange): Promise<HttpAnswer> {
    const sessionHash = await signingSession(exchange);
    await readPageRequest(exchange, nothing);
    await closePad(db, sessionHash);
    return pageAnswer(exchange, {});
  }

  /** What never was and what has run out are one answer. */
  async function look(exchange: Exchange): Promise<HttpAnswer> {
    const { token } = await readPageRequest(exchange, secretOnly);
    const pad = await findPad(db, hashToken(token), clock.now());
    if (pad === null) throw refuse('404');
    const answer: PadOnPhone = { state: pad.picture === null ? 'open' : 'used' };
    return pageAnswer(exchange, answer);
  }

  async function handIn(exchange: Exchange): Promise<HttpAnswer> {
    const { token, picture } = await readPageRequest(exchange, written);
    const tokenHash = hashToken(token);
    // Strangers do not make us decode pictures.
    if ((await findPad(db, tokenHash, clock.now())) === null) throw refuse('404');
    await readPicture(documents, picture, 'picture');
    const plain = Buffer.from(picture.replace(/^data:image\/png;base64,/, ''), 'base64').toString('base64');
    const dataUrl = `data:image/png;base64,${plain}`;
    const isTaken = await transact(db, (tx) => handInPicture(tx, tokenHash, dataUrl, clock.now()));
    if (!isTaken) throw refuse('410');
    return pageAnswer(exchange, {});
  }

  return [
    { method: 'POST', path: '/pages/sign/pad/open', answer: open },
    { method: 'POST', path: '/pages/sign/pad/state', answer: state },
    { method: 'POST', path: '/pages/sign/pad/close', answer: close },
    { method: 'POST', path: '/pages/pad/look', answer: look },
    { method: 'POST', path: '/pages/pad/handIn', answer: handIn },
  ];
}
