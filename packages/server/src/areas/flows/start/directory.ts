import type { ActingCorp, CorpId, MemberContext, UserId } from '../../../operation/context.js';
import { corpNameKey, findCorpsByName } from '../../enterprise/index.js';
import { namesMatch, usersByMobile, validMembers } from '../../members/index.js';
import type { Directory, GivenParty, TemplateParty } from './rules/binding.js';

/** Looks up every person and enterprise named by the template or the request, so that binding is pure. */
export async function loadDirectory(
  ctx: MemberContext,
  initiating: ActingCorp,
  template: readonly TemplateParty[],
  given: readonly GivenParty[],
): Promise<Directory> {
  const named = [...template, ...given];
  const mobiles = new Set([ctx.actingMember.mobile, ...named.flatMap(({ psnAccount }) => psnAccount ?? [])]);
  const names = new Set([
    ...template.flatMap(({ corpName }) => corpName ?? []),
    ...given.flatMap(({ participantCorpName }) => participantCorpName ?? []),
  ]);
  const [persons, corps] = await Promise.all([
    usersByMobile(ctx.db, [...mobiles]),
    findCorpsByName(
      ctx.db,
      [...names].filter((name) => name.trim() !== ''),
    ),
  ]);
  const members = await validMembers(
    ctx.db,
    [...new Set([initiating, ...corps.values()].map(({ corpId }) => corpId))],
    [...persons.values()].map(({ userId }) => userId),
  );
  const known = new Map(members.map((member) => [pairKey(member.corpId, member.userId), member]));
  return {
    initiatingCorp: {
      corpId: initiating.corpId,
      corpName: initiating.corpName,
      maxAmountFen: initiating.maxAmount * 100,
    },
    actingMember: {
      mobile: ctx.actingMember.mobile,
      name: ctx.actingMember.realName ?? ctx.actingMember.userName,
    },
    person: (mobile) => persons.get(mobile) ?? null,
    corp: (name) => corps.get(corpNameKey(name)) ?? null,
    member: (corpId, userId) => known.get(pairKey(corpId, userId)) ?? null,
    namesMatch,
  };
}

function pairKey(corpId: CorpId, userId: UserId): string {
  return `${corpId} ${userId}`;
}
