import { id } from '@cinnabar/api/schema.js';
import { findUser } from '@cinnabar/server/areas/members/index.js';
import { resetFactors } from '@cinnabar/server/areas/sessions/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { type Command, CommandFailed, jsonOption } from './command.js';
import { readOption } from './read-option.js';
import { withPlatform } from './with-platform.js';

export const personLogin: Command = {
  name: 'person login-reset',
  summary:
    'Removes password, authenticator app, passkeys and recovery codes of a person who has lost them, and ends their sessions.',
  options: {
    user: { type: 'string', required: true, placeholder: 'ID', description: 'userId of the person' },
    json: jsonOption,
  },
  async run(values, context) {
    const userId = readOption(id<'User'>(), values, 'user');
    return withPlatform(values, context, async ({ database: { db }, services }) => {
      if ((await findUser(db, userId)) === null) throw new CommandFailed(`there is no person ${userId}`);
      await transact(db, (tx) => resetFactors(tx, services, userId, services.clock.now()));
      return { json: { userId }, text: `user ${userId} logs in by text message, and was told so` };
    });
  },
};
