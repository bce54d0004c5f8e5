import { id } from '@cinnabar/api/schema.js';
import { setAutoSign } from '@cinnabar/server/areas/seals/index.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { audited } from './audited.js';
import { type Command, CommandFailed, jsonOption } from './command.js';
import { openPlatform } from './open-platform.js';
import { readOption } from './read-option.js';

export const sealAuto: Command = {
  name: 'seal auto',
  summary:
    'Has the platform place a seal for an authorised member by itself, or no longer; without asking them.',
  arguments: [{ name: 'switch', choices: ['on', 'off'] }],
  options: {
    author: {
      type: 'string',
      required: true,
      placeholder: 'ID',
      description: 'id of the authorisation, from getSealAuthorList',
    },
    json: jsonOption,
  },
  async run(values, context) {
    const authorisationId = readOption(id<'SealAuthorisation'>(), values, 'author');
    const isOn = values['switch'] === 'on';
    const platform = await openPlatform(readConfig(context.environment), context);
    const { services, close } = platform;
    try {
      const now = services.clock.now();
      const record = await audited(
        platform,
        (tx) => setAutoSign(tx, services.ids, authorisationId, isOn, now),
        (changed) =>
          typeof changed === 'string'
            ? null
            : {
                corpId: changed.corp_id,
                subjectUserId: changed.user_id,
                act: 'sealAuthor.modify',
                object: { kind: 'sealAuthorisation', id: authorisationId },
                after: { autoSign: isOn },
              },
      );
      if (record === 'unknown') {
        throw new CommandFailed(`authorisation ${authorisationId} does not exist or has ended`);
      }
      if (record === 'allContracts') {
        throw new CommandFailed(
          `authorisation ${authorisationId} is for all contracts: only one for named templates can be automatic`,
        );
      }
      const { corp_id: corpId, seal_id: sealId, user_id: userId } = record;
      context.stdout(
        values['json'] === true
          ? JSON.stringify({ id: authorisationId, corpId, sealId, userId, autoSign: isOn ? 1 : 0 }, null, 2)
          : `authorisation ${authorisationId}: seal ${sealId} is ${isOn ? '' : 'not '}placed automatically for user ${userId}`,
      );
      return 0;
    } finally {
      await close();
    }
  },
};
