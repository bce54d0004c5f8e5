import type { ActingCorp, CorpId, MemberContext, UserId } from '../../../operation/context.js';
import { corpNameKey } from '../../enterprise/index.js';
import { namedParties, namesMatch } from '../../members/index.js';
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
  const nameKeys = [...names].filter((name) => name.trim() !== '').map(corpNameKey);
  const parties = await namedParties(ctx.db, initiating.corpId, [...mobiles], nameKeys);
  const persons = new Map(parties.persons.map((person) => [person.mobile, person]));
  const corps = new Map(
    parties.corps.map(({ corp_id: corpId, corp_name: corpName, name_key }) => [
      name_key,
      { corpId, corpName },
    ]),
  );
  const members = new Map(parties.members.map((member) => [pairKey(member.corpId, member.userId), member]));
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
    member: (corpId, userId) => members.get(pairKey(corpId, userId)) ?? null,
    namesMatch,
  };
}

function pairKey(corpId: CorpId, userId: UserId): string {
  return `${corpId} ${userId}`;
}
