import { type Membership, pageOfMembers } from '@cinnabar/server/areas/members/index.js';
import { corpRowsCommand } from './corp-rows-command.js';

export const memberList = corpRowsCommand({
  name: 'member list',
  summary: 'Lists the members of an enterprise with their roles, invited ones included.',
  key: 'members',
  async load(db, corpId, window) {
    const { items, totalCount } = await pageOfMembers(db, corpId, window);
    return { items: items.map(memberOf), totalCount };
  },
  print: printMember,
});

type ListedMember = ReturnType<typeof memberOf>;

function memberOf({ userId, userName, mobile, jobNum, state, roles, realName, confirmedAt }: Membership) {
  return { userId, userName, mobile, jobNum, state, roles, realName, confirmTime: confirmedAt };
}

function printMember({ userId, userName, mobile, state, roles }: ListedMember): string {
  const words = [...roles, ...(state === 'invited' ? ['invited'] : [])];
  return `${userId}  ${userName}  ${mobile}${words.length === 0 ? '' : `  ${words.join(', ')}`}`;
}
