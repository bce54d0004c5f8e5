import { id } from '@cinnabar/api/schema.js';
import { correctName } from '@cinnabar/server/areas/members/index.js';
import { audited } from './audited.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError } from './command.js';
import { readOption } from './read-option.js';
import { withPlatform } from './with-platform.js';

export const personName: Command = {
  name: 'person name',
  summary: 'Corrects a misspelt name of a person whose identity is proven, with a reason.',
  options: {
    user: { type: 'string', required: true, placeholder: 'ID', description: 'userId of the person' },
    name: { type: 'string', required: true, placeholder: 'NAME', description: 'as their ID document has it' },
    reason: {
      type: 'string',
      required: true,
      placeholder: 'TEXT',
      description: 'your evidence; it is stored and cannot be changed',
    },
    json: jsonOption,
  },
  async run(values, context) {
    const userId = readOption(id<'User'>(), values, 'user');
    const realName = textOf(values, 'name') ?? '';
    const reason = textOf(values, 'reason')?.trim() ?? '';
    if (reason === '' || reason.length > 500) throw new UsageError('--reason: 1 to 500 characters');
    return withPlatform(values, context, async (platform) => {
      const { services } = platform;
      const now = services.clock.now();
      const correction = { userId, realName, reason, by: 'platform', now } as const;
      const verdict = await audited(
        platform,
        (tx) => correctName(tx, services.ids, correction),
        (outcome) =>
          outcome.kind === 'corrected'
            ? {
                corpId: null,
                subjectUserId: userId,
                act: 'person.name',
                object: { kind: 'person', id: userId },
                texts: { formerName: outcome.formerName, realName: outcome.realName, reason },
              }
            : null,
      );
      if (verdict.kind === 'noName')
        throw new UsageError('--name: 2 to 50 characters, none of them invisible');
      if (verdict.kind !== 'corrected') throw new CommandFailed(whyNot[verdict.kind](userId));
      const { formerName } = verdict;
      return {
        json: { userId, formerName, realName: verdict.realName },
        text: `user ${userId} is ${verdict.realName}, and was ${formerName}`,
      };
    });
  },
};

const whyNot: Readonly<Record<'unknown' | 'notProven' | 'same', (userId: number) => string>> = {
  unknown: (userId) => `there is no user ${userId}`,
  notProven: (userId) => `user ${userId} has not proven who they are: nothing is to be corrected`,
  same: (userId) => `user ${userId} has this name already`,
};
