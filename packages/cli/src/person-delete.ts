import { id } from '@cinnabar/api/schema.js';
import { commandOrigin } from '@cinnabar/server/areas/audit/index.js';
import { erasePerson } from '@cinnabar/server/areas/personal-data/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError } from './command.js';
import { count } from './count.js';
import { proofOptions, proveOperator } from './operator-proof.js';
import { readOption } from './read-option.js';
import { withPlatform } from './with-platform.js';

export const personDelete: Command = {
  name: 'person delete',
  summary: 'Erases the data of a person, except what contracts and records must keep. It cannot be undone.',
  options: {
    user: { type: 'string', required: true, placeholder: 'ID', description: 'userId of the person' },
    reason: {
      type: 'string',
      required: true,
      placeholder: 'TEXT',
      description: 'the request, without the name of the person; it is stored and cannot be changed',
    },
    ...proofOptions,
    json: jsonOption,
  },
  async run(values, context) {
    const userId = readOption(id<'User'>(), values, 'user');
    const reason = textOf(values, 'reason')?.trim() ?? '';
    if (reason === '' || reason.length > 500) throw new UsageError('--reason: 1 to 500 characters');
    return withPlatform(values, context, async (platform) => {
      const { database, services } = platform;
      const by = { reason, operator: await proveOperator(platform, values) };
      const outcome = await transact(database.db, (tx) =>
        erasePerson(tx, { userId, by }, commandOrigin(services.clock.now())),
      );
      switch (outcome.kind) {
        case 'unknown':
          throw new CommandFailed(`there is no person ${userId}`);
        case 'bound':
          throw new CommandFailed(outcome.words.en);
        case 'already':
          return {
            json: { userId, erasedAt: outcome.erasedAt.toISOString(), keptContracts: [] },
            text: `the data of user ${userId} were erased at ${outcome.erasedAt.toISOString()}`,
          };
        case 'erased':
          return {
            json: { userId, erasedAt: services.clock.now().toISOString(), keptContracts: outcome.kept },
            text: [
              `The data of user ${userId} are erased; files follow within two hours, backups when they are replaced.`,
              `The name stays in ${count(outcome.kept.length, 'contract')}, as proof of what was agreed:`,
              ...outcome.kept.map(({ flowCode, corpName }) => `  ${flowCode}  ${corpName}`),
            ].join('\n'),
          };
      }
    });
  },
};
