import { type Role, roles } from '@cinnabar/api/permissions.js';
import { id } from '@cinnabar/api/schema.js';
import { changeRole } from '@cinnabar/server/areas/members/index.js';
import { audited } from './audited.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError, type Values } from './command.js';
import { corpOption, readCorpId } from './find-corp.js';
import { readOption } from './read-option.js';
import { withPlatform } from './with-platform.js';

export const memberRole: Command = {
  name: 'member role',
  summary: 'Adds a role to a member of an enterprise, or removes it; the former OWNER becomes an ADMIN.',
  options: {
    corp: corpOption,
    user: { type: 'string', required: true, placeholder: 'ID', description: 'userId of the member' },
    add: { type: 'string', placeholder: 'ROLE', description: roles.join(', ') },
    remove: { type: 'string', placeholder: 'ROLE', description: 'the same, except OWNER' },
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    const userId = readOption(id<'User'>(), values, 'user');
    const { role, held } = readChange(values);
    return withPlatform(values, context, async (platform) => {
      const verdict = await audited(
        platform,
        (tx) => changeRole(tx, { corpId, userId, role, held }),
        (outcome) =>
          outcome.kind === 'changed'
            ? {
                corpId,
                subjectUserId: userId,
                act: 'member.roles',
                object: { kind: 'member', id: userId },
                before: { roles: outcome.before.toSorted().join(',') },
                after: { roles: outcome.roles.toSorted().join(',') },
              }
            : null,
      );
      if (verdict.kind !== 'changed') throw new CommandFailed(whyNot(verdict.kind, corpId, userId));
      const told = verdict.roles.length === 0 ? 'no role' : verdict.roles.join(', ');
      return {
        json: { corpId, userId, roles: verdict.roles },
        text: `user ${userId} has ${told} in enterprise ${corpId}`,
      };
    });
  },
};

function readChange(values: Values): { readonly role: Role; readonly held: boolean } {
  const added = textOf(values, 'add');
  const removed = textOf(values, 'remove');
  if ((added === undefined) === (removed === undefined)) {
    throw new UsageError('either --add or --remove is required');
  }
  const given = (added ?? removed ?? '').trim().toUpperCase();
  const role = roles.find((each) => each === given);
  if (role === undefined) throw new UsageError(`"${given}" is none of ${roles.join(', ')}`);
  return { role, held: added !== undefined };
}

function whyNot(kind: 'unknown' | 'notValid' | 'lastOwner', corpId: number, userId: number): string {
  if (kind === 'unknown') return `enterprise ${corpId} has no member ${userId}`;
  if (kind === 'notValid')
    return `user ${userId} has not agreed to be a member yet, and cannot own the enterprise`;
  return `user ${userId} is the owner, and an enterprise has exactly one: make another member OWNER`;
}
