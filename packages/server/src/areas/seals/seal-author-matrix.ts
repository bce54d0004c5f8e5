import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type {
  exportAuthorMatrix,
  sealAuthorMatrix as operation,
} from '@cinnabar/api/operations/seal-authors.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { authorisationsNotEnded } from './authorisation-store.js';
import { authorisationViews } from './authorisation-views.js';
import { hasUsesExamined, type MatrixFilter, pageOfMatrix } from './matrix-store.js';
import { mayUseSeal } from './rules.js';

/** Three queries for a page, however many seals and members there are. */
export async function sealAuthorMatrix(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { db, corpId, now } = ctx;
  const filter = readMatrixFilter(input);
  const [{ members, totalCount }, isStrict] = await Promise.all([
    pageOfMatrix(db, corpId, filter, pageWindow(input), now),
    hasUsesExamined(db, corpId),
  ]);
  const userIds = members.map(({ user_id }) => user_id);
  const views = await authorisationViews(ctx, await authorisationsNotEnded(db, corpId, userIds, now));
  const items = members.map((member) => ({
    userId: member.user_id,
    userName: member.user_name,
    jobNum: member.job_num,
    usesByRole: mayUseSeal(member.roles) ? (1 as const) : (0 as const),
    needsConsent: isStrict ? (1 as const) : (0 as const),
    authorisations: views.filter(({ userId }) => userId === member.user_id),
  }));
  return { items, totalCount };
}

export function readMatrixFilter(input: InputOf<typeof exportAuthorMatrix>): MatrixFilter {
  const keyword = input.keyword?.trim() ?? '';
  return { keyword: keyword === '' ? null : keyword, endsBefore: input.endsBefore ?? null };
}
