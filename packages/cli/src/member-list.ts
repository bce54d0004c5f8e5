import { type Membership, pageOfMembers } from '@cinnabar/server/areas/members/index.js';
import { type Command, jsonOption } from './command.js';
import { corpOption, readCorpId, requireCorp } from './find-corp.js';
import { listOutcome, pagingOptions, readWindow } from './list-options.js';
import { withPlatform } from './with-platform.js';

export const memberList: Command = {
  name: 'member list',
  summary: 'Lists the members of an enterprise with their roles, invited ones included.',
  options: { corp: corpOption, ...pagingOptions, json: jsonOption },
  async run(values, context) {
    const corpId = readCorpId(values);
    const window = readWindow(values);
    return withPlatform(values, context, async ({ database }) => {
      await requireCorp(database.db, corpId);
      const { items, totalCount } = await pageOfMembers(database.db, corpId, window);
      return listOutcome('members', { items: items.map(memberOf), totalCount }, printMember);
    });
  },
};

type ListedMember = ReturnType<typeof memberOf>;

function memberOf({ userId, userName, mobile, jobNum, state, roles, realName, confirmedAt }: Membership) {
  return { userId, userName, mobile, jobNum, state, roles, realName, confirmTime: confirmedAt };
}

function printMember({ userId, userName, mobile, state, roles }: ListedMember): string {
  const words = [...roles, ...(state === 'invited' ? ['invited'] : [])];
  return `${userId}  ${userName}  ${mobile}${words.length === 0 ? '' : `  ${words.join(', ')}`}`;
}
