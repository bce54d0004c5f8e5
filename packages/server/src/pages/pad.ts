/** Handwriting on a phone for the sign page on a desktop. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/pad.js';
import { readPicture } from '../areas/flows/index.js';
import * as pads from '../areas/links/index.js';
import { hashToken, randomToken } from '../custody/secrets.js';
import { transact } from '../database/transact.js';
import type { LinkContext, VisitorContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { refuse } from '../operation/refusal.js';

/** Long enough to take out a phone and write. A photograph of the screen is useless afterwards. */
const PAD_LIFE_S = 300;

async function openPad({ db, services, now, session }: LinkContext): Promise<declared.OpenedPad> {
  const { sessionHash } = session;
  const token = randomToken();
  const expireTime = new Date(now.getTime() + PAD_LIFE_S * 1000);
  await transact(db, (tx) => pads.openPad(tx, { tokenHash: hashToken(token), sessionHash, expireTime }));
  // In the fragment, so that no log contains it and no chat preview fetches it.
  return { address: `${services.config.baseUrl}/write#${token}`, secondsLeft: PAD_LIFE_S };
}

async function watchPad({ db, now, session }: LinkContext): Promise<declared.PadState> {
  const pad = await pads.padOfSession(db, session.sessionHash, now);
  const picture = pad?.picture ?? null;
  return { state: pad === null ? 'over' : picture === null ? 'waiting' : 'written', picture };
}

async function closePad({ db, session }: LinkContext) {
  await pads.closePad(db, session.sessionHash);
  return {};
}

/** Unknown and expired pads get the same answer. */
async function lookAtPad(
  { db, now }: VisitorContext,
  { token }: InputOf<typeof declared.lookAtPad>,
): Promise<declared.PadOnPhone> {
  const pad = await pads.findPad(db, hashToken(token), now);
  if (pad === null) throw refuse('404');
  return { state: pad.picture === null ? 'open' : 'used' };
}

async function handInPad(
  { db, now, services }: VisitorContext,
  { token, picture }: InputOf<typeof declared.handInPad>,
) {
  const tokenHash = hashToken(token);
  // Anonymous clients must not cause images to be decoded.
  if ((await pads.findPad(db, tokenHash, now)) === null) throw refuse('404');
  await readPicture(services.documents, picture, 'picture');
  const plain = Buffer.from(picture.replace(/^data:image\/png;base64,/, ''), 'base64').toString('base64');
  const dataUrl = `data:image/png;base64,${plain}`;
  const isTaken = await transact(db, (tx) => pads.handInPicture(tx, tokenHash, dataUrl, now));
  if (!isTaken) throw refuse('410');
  return {};
}

export const padRoutes: readonly AnyRoute[] = [
  route('link', declared.openPad, openPad),
  route('link', declared.watchPad, watchPad),
  route('link', declared.closePad, closePad),
  route('visitor', declared.lookAtPad, lookAtPad),
  route('visitor', declared.handInPad, handInPad),
];
