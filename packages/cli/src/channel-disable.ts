import { InvalidField, id } from '@cinnabar/api/schema.js';
import type { ChannelModelId } from '@cinnabar/api/schemas/payment.js';
import { disableChannel } from '@cinnabar/server/areas/payments/index.js';
import { wordsOf } from '@cinnabar/server/operation/refusal.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { audited } from './audited.js';
import { type Command, CommandFailed, textOf, UsageError, type Values } from './command.js';
import { openPlatform } from './open-platform.js';

export const channelDisable: Command = {
  name: 'channel disable',
  summary: 'Disables a pay channel; open orders can still be paid.',
  options: {
    id: { type: 'string', required: true, placeholder: 'ID', description: 'the channelModelId' },
  },
  async run(values, context) {
    const channelModelId = readId(values);
    const platform = await openPlatform(readConfig(context.environment), context);
    try {
      const found = await audited(
        platform,
        (tx) => disableChannel(tx, channelModelId),
        (isDone) =>
          isDone
            ? { corpId: null, act: 'payChannel.disable', object: { kind: 'payChannel', id: channelModelId } }
            : null,
      );
      if (!found) throw new CommandFailed(`there is no pay channel ${channelModelId}`);
      context.stdout(`channel ${channelModelId} is disabled`);
      return 0;
    } finally {
      await platform.close();
    }
  },
};

function readId(values: Values): ChannelModelId {
  try {
    return id<'PayChannel'>().read(textOf(values, 'id'), '--id', { zone: 'UTC' });
  } catch (error) {
    if (error instanceof InvalidField) throw new UsageError(`--id ${wordsOf(error.problem).en}`);
    throw error;
  }
}
