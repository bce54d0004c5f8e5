import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { signTaskOverview as operation } from '@cinnabar/api/operations/flows.js';
import { holdsRight } from '@cinnabar/api/permissions.js';
import type { MemberContext } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { pendingOverview } from '../flows/index.js';
import { RecentAnswers } from './recent-answers.js';
import { suppliesFor, warningsFor } from './rules.js';
import { standingOf } from './store.js';

type Answer = OutputOf<typeof operation>;

const LIFE_MS = 10_000;

const answersOf = new WeakMap<Services, RecentAnswers<Answer>>();

function recentAnswers(services: Services): RecentAnswers<Answer> {
  const known = answersOf.get(services) ?? new RecentAnswers<Answer>(LIFE_MS);
  answersOf.set(services, known);
  return known;
}

/** Rights are checked at every request, and are part of the key: a withdrawn role ends what it showed. */
export async function signTaskOverview(
  ctx: MemberContext,
  { scope = 0 }: InputOf<typeof operation>,
): Promise<Answer> {
  const { corpId, actingMember, link } = ctx;
  const { roles, userId, opensPersonalContracts } = actingMember;
  if (scope === 1 && !holdsRight(roles, 'readContracts')) throw refuseFor('PERMISSION_DENIED');
  const key = [corpId, userId, scope, link?.kind ?? '', opensPersonalContracts, ...roles.toSorted()].join(
    ' ',
  );
  return recentAnswers(ctx.services).get(key, ctx.now, () => overview(ctx, scope));
}

async function overview(ctx: MemberContext, scope: 0 | 1): Promise<Answer> {
  const { roles, userId } = ctx.actingMember;
  const [pending, standing] = await Promise.all([
    pendingOverview(ctx, scope === 1 ? 'enterprise' : 'own'),
    standingOf(ctx.db, ctx.corpId, userId, ctx.now),
  ]);
  const { open, awaitingMe, stuck, soon } = pending;
  return {
    counts: {
      open,
      awaitingMe,
      approvals: standing.approvals,
      joinRequests: holdsRight(roles, 'manageMembers') ? standing.joinRequests : 0,
      stuck: stuck.count,
      soon: soon.count,
    },
    stuck: [...stuck.flows],
    soon: [...soon.flows],
    warnings: warningsFor(roles, standing, ctx.now),
    ...suppliesFor(roles, standing),
  };
}
