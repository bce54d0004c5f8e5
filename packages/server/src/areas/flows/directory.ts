import type { CorpId, OperatorContext, UserId } from '../../context.js';
import { type Corp, corpNameKey, findCorpByName } from '../enterprise/index.js';
import { findMembership, namesMatch, type User, userByMobile } from '../members/index.js';
import type { Directory, GivenParty, TemplateParty } from './rules/binding.js';

/** Looks up everybody and every enterprise that the template or the request names, so that binding is pure. */
export async function loadDirectory(
  ctx: OperatorContext,
  initiating: Corp,
  template: readonly TemplateParty[],
  given: readonly GivenParty[],
): Promise<Directory> {
  const named = [...template, ...given];
  const mobiles = new Set([ctx.operator.mobile, ...named.flatMap(({ psnAccount }) => psnAccount ?? [])]);
  const persons = new Map<string, User>();
  for (const mobile of mobiles) {
    const user = await userByMobile(ctx.db, mobile);
    if (user !== null) persons.set(mobile, user);
  }
  const names = new Set([
    ...template.flatMap(({ corpName }) => corpName ?? []),
    ...given.flatMap(({ participantCorpName }) => participantCorpName ?? []),
  ]);
  const corps = new Map<string, Corp>();
  for (const name of names) {
    const corp = name.trim() === '' ? null : await findCorpByName(ctx.db, name);
    if (corp !== null) corps.set(corpNameKey(name), corp);
  }
  const userNames = await loadUserNames(ctx, [initiating, ...corps.values()], [...persons.values()]);
  return {
    initiatingCorp: {
      corpId: initiating.corpId,
      corpName: initiating.corpName,
      maxAmountFen: initiating.maxAmount * 100,
    },
    operator: { mobile: ctx.operator.mobile, name: ctx.operator.realName ?? ctx.operator.userName },
    person: (mobile) => persons.get(mobile) ?? null,
    corp: (name) => corps.get(corpNameKey(name)) ?? null,
    memberName: (corpId, userId) => userNames.get(pairKey(corpId, userId)) ?? null,
    namesMatch,
  };
}

function pairKey(corpId: CorpId, userId: UserId): string {
  return `${corpId} ${userId}`;
}

async function loadUserNames(
  ctx: OperatorContext,
  corps: readonly Corp[],
  users: readonly User[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { corpId } of corps) {
    for (const { userId } of users) {
      const membership = await findMembership(ctx.db, corpId, userId);
      if (membership?.state === 'valid') found.set(pairKey(corpId, userId), membership.userName);
    }
  }
  return found;
}
