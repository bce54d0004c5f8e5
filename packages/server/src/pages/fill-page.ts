/** Content of the fill page, changes since it was loaded, and the draft of its person. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/fill.js';
import * as flows from '../areas/flows/index.js';
import type { LinkContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { refuse } from '../operation/refusal.js';

async function partOf({ db, now, session }: LinkContext): Promise<flows.FillingPart> {
  const { corpId, userId, subject } = session.link;
  const { flowId, participantId } = subject;
  if (flowId === undefined || participantId === undefined) throw refuse('404');
  const found = await flows.findFillingPart(db, { corpId, flowId, participantId, userId }, now);
  if (found === null) throw refuse('410');
  return found;
}

async function viewFillPage(ctx: LinkContext): Promise<declared.FillPageView> {
  const { db, services, now } = ctx;
  return flows.fillingPage({ db, services, now }, await partOf(ctx));
}

async function watchFillPage(ctx: LinkContext): Promise<declared.FillPageState> {
  const { flow, obstacle } = await partOf(ctx);
  return { revision: flow.revision, obstacle };
}

async function keepFillDraft(
  ctx: LinkContext,
  { values }: InputOf<typeof declared.keepFillDraft>,
): Promise<declared.KeptFillDraft> {
  const found = await partOf(ctx);
  const { db, services, now, language } = ctx;
  const problems = await flows.keepFillDraft({ db, services, now }, found, values);
  return {
    savedTime: formatDateTime(now, services.config.timeZone),
    problems: problems.map(({ componentId, words }) => ({ componentId, message: words[language] })),
  };
}

export const fillPageRoutes: readonly AnyRoute[] = [
  route('link', declared.viewFillPage, viewFillPage),
  route('link', declared.watchFillPage, watchFillPage),
  route('link', declared.keepFillDraft, keepFillDraft),
];
