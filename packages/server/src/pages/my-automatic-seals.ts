/** Automatic placements in the name of a person: the list, and ending each of them. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/my-automatic-seals.js';
import * as seals from '../areas/seals/index.js';
import type { PersonContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { originOf } from './origin.js';

async function listMyAutomaticSeals(ctx: PersonContext): Promise<declared.MyAutomaticSeals> {
  return { seals: await seals.myAutomaticSeals(ctx, ctx.person.userId) };
}

async function stopMyAutomaticSeal(
  ctx: PersonContext,
  { id: authorisationId }: InputOf<typeof declared.stopMyAutomaticSeal>,
) {
  const by = { userId: ctx.person.userId, channel: 'page', now: ctx.now, ...originOf(ctx) } as const;
  await seals.stopMyAutomaticSeal(ctx, authorisationId, by);
  return {};
}

export const myAutomaticSealRoutes: readonly AnyRoute[] = [
  route('person', declared.listMyAutomaticSeals, listMyAutomaticSeals),
  route('person', declared.stopMyAutomaticSeal, stopMyAutomaticSeal),
];
