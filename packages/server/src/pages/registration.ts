/** A legal representative confirms the registration of their enterprise by a face check, or refuses it. */
import * as declared from '@cinnabar/api/pages/registration.js';
import { FACE_LIFE_MS, facePage, insertOrder, prepareFaceCheck } from '../areas/faces/index.js';
import * as newcomers from '../areas/newcomers/index.js';
import { transact } from '../database/transact.js';
import type { LinkContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { refuse, refuseFor } from '../operation/refusal.js';

function registrationOf({ session }: LinkContext): newcomers.RegistrationId {
  const { registrationId } = session.link.subject;
  if (registrationId === undefined) throw refuseFor('PERMISSION_DENIED');
  return registrationId;
}

async function viewRegistration(ctx: LinkContext): Promise<declared.RegistrationView> {
  return newcomers.registrationView(ctx, registrationOf(ctx));
}

/** Name and number are those confirmed by the registry: no other face passes. */
async function confirmRegistration(ctx: LinkContext) {
  const { db, services, now, session } = ctx;
  const registrationId = registrationOf(ctx);
  const { linkId, corpId, userId } = session.link;
  const order = await prepareFaceCheck(services, {
    corpId,
    userId,
    purpose: 'registerCorp',
    businessIds: [registrationId],
    channel: 'channelA',
    asker: `link-${linkId}`,
    covered: [],
    callbackUrl: null,
    subject: await newcomers.legalRepOfRegistration(ctx, registrationId),
    lifeMs: FACE_LIFE_MS,
    now,
  });
  await transact(db, (tx) => insertOrder(tx, order));
  return { url: facePage(services, order) };
}

async function rejectRegistration(ctx: LinkContext) {
  const registrationId = registrationOf(ctx);
  const isRejected = await transact(ctx.db, (tx) =>
    newcomers.rejectRegistration(tx, registrationId, null, ctx.now),
  );
  if (!isRejected) throw refuse('404');
  return {};
}

export const registrationRoutes: readonly AnyRoute[] = [
  route('link', declared.viewRegistration, viewRegistration),
  route('link', declared.confirmRegistration, confirmRegistration),
  route('link', declared.rejectRegistration, rejectRegistration),
];
