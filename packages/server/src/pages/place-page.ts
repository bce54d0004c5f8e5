/**
 * Content of the page on which an initiator places fields on a draft, and the state that it saves until the draft is
 * sent.
 */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/place.js';
import type { ProposedComponents } from '@cinnabar/api/schemas/proposed-component.js';
import {
  findPlacingDraft,
  keepPlacingDraft,
  type PlacingDraft,
  placesToSuggest,
  placingPage,
} from '../areas/flows/index.js';
import { findActingMember } from '../areas/members/index.js';
import type { ActingMember, LinkContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { refuse, refuseFor } from '../operation/refusal.js';

interface Visit {
  readonly flow: PlacingDraft;
  readonly actingMember: ActingMember;
}

async function visit({ db, session }: LinkContext): Promise<Visit> {
  const { corpId, userId, subject } = session.link;
  const { flowId } = subject;
  if (flowId === undefined) throw refuse('404');
  // The initiator views this as a member of the enterprise.
  const actingMember = await findActingMember(db, corpId, userId);
  if (actingMember === null) throw refuseFor('NOT_MEMBER');
  const flow = await findPlacingDraft(db, { corpId, flowId, userId });
  if (flow === null) throw refuse('410');
  return { flow, actingMember };
}

async function viewPlacePage(ctx: LinkContext): Promise<declared.PlacePageView> {
  const { flow, actingMember } = await visit(ctx);
  const { db, services, now } = ctx;
  return placingPage({ db, services, now, actingMember }, flow);
}

async function watchPlacePage(ctx: LinkContext): Promise<declared.PlacePageState> {
  const { flow } = await visit(ctx);
  return { revision: flow.revision, status: flow.status };
}

async function keepPlaceDraft(
  ctx: LinkContext,
  { draft }: InputOf<typeof declared.keepPlaceDraft>,
): Promise<declared.KeptPlaceDraft> {
  const { flow } = await visit(ctx);
  const { db, services, now } = ctx;
  await keepPlacingDraft(db, flow, draft, now);
  return { savedTime: formatDateTime(now, services.config.timeZone) };
}

async function suggestPlaces(
  ctx: LinkContext,
  { fileId }: InputOf<typeof declared.suggestPlaces>,
): Promise<ProposedComponents> {
  const { flow } = await visit(ctx);
  return placesToSuggest(ctx.db, ctx.services, flow, fileId);
}

export const placePageRoutes: readonly AnyRoute[] = [
  route('link', declared.viewPlacePage, viewPlacePage),
  route('link', declared.watchPlacePage, watchPlacePage),
  route('link', declared.keepPlaceDraft, keepPlaceDraft),
  route('link', declared.suggestPlaces, suggestPlaces),
];
