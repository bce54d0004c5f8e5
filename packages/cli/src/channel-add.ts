import { InvalidField, id, oneOf, type Schema } from '@cinnabar/api/schema.js';
import { name } from '@cinnabar/api/schemas/fields.js';
import type { PayType } from '@cinnabar/api/schemas/payment.js';
import { findCorp } from '@cinnabar/server/areas/enterprise/index.js';
import {
  addChannel,
  allPayTypes,
  ChannelExists,
  isPayType,
  type NewChannel,
  PLATFORM,
} from '@cinnabar/server/areas/payments/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { wordsOf } from '@cinnabar/server/operation/refusal.js';
import { type Config, readConfig } from '@cinnabar/server/settings/config.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError, type Values } from './command.js';
import { openPlatform, type Platform } from './open-platform.js';

export const channelAdd: Command = {
  name: 'channel add',
  summary: 'Gives a merchant a pay channel: one way to pay it, with its account at the payment provider.',
  options: {
    corp: { type: 'string', placeholder: 'ID', description: 'the enterprise that is paid' },
    platform: {
      type: 'boolean',
      description: 'in place of an enterprise: the platform itself, which is paid for signing',
    },
    'pay-type': {
      type: 'string',
      required: true,
      placeholder: 'TYPE',
      description: allPayTypes.join(', '),
    },
    'app-id': {
      type: 'string',
      required: true,
      placeholder: 'ID',
      description: "the merchant's application at the provider",
    },
    'merchant-account': {
      type: 'string',
      required: true,
      placeholder: 'ACCOUNT',
      description: "the merchant's account at the provider",
    },
    'merchant-type': {
      type: 'string',
      placeholder: 'N',
      description:
        '0 service provider, 1 second-level, 2 ordinary (default), 3 second-level of a service provider',
    },
    json: jsonOption,
  },
  async run(values, surroundings) {
    const wish = readWish(values);
    const config = readConfig(surroundings.environment);
    requireProvider(config);
    const platform = await openPlatform(config, surroundings);
    try {
      const channelModelId = await add(platform, wish);
      const told = { channelModelId, corpId: wish.merchantId, payType: wish.payType };
      surroundings.print(
        values['json'] === true
          ? JSON.stringify(told, null, 2)
          : `channelModelId  ${channelModelId}\npayType         ${wish.payType}`,
      );
      return 0;
    } finally {
      await platform.close();
    }
  },
};

type Wish = Omit<NewChannel, 'now'>;

function readWish(values: Values): Wish {
  const isPlatform = values['platform'] === true;
  if (isPlatform === (values['corp'] !== undefined)) {
    throw new UsageError('either --corp or --platform is required');
  }
  return {
    merchantId: isPlatform ? PLATFORM : read(id<'Corp'>(), values, 'corp'),
    payType: readPayType(values),
    appId: read(name(), values, 'app-id').trim(),
    merchantAccount: read(name(), values, 'merchant-account').trim(),
    merchantType:
      values['merchant-type'] === undefined ? 2 : read(oneOf(0, 1, 2, 3), values, 'merchant-type'),
  };
}

function readPayType(values: Values): PayType {
  const given = textOf(values, 'pay-type') ?? '';
  if (!isPayType(given)) throw new UsageError(`--pay-type must be one of ${allPayTypes.join(', ')}`);
  return given;
}

/** The same rules as in the interface, told in terms of options. */
function read<T>(schema: Schema<T>, values: Values, option: string): T {
  try {
    return schema.read(textOf(values, option), `--${option}`, { zone: 'UTC' });
  } catch (error) {
    if (error instanceof InvalidField) throw new UsageError(`--${option} ${wordsOf(error.problem).en}`);
    throw error;
  }
}

/** Orders of a channel that leads nowhere could only fail. */
function requireProvider({ mode, allowSandboxProviders }: Config): void {
  if (mode === 'sandbox' || allowSandboxProviders.includes('pay')) return;
  throw new CommandFailed('there is no payment provider, so that nobody could pay by this channel');
}

async function add({ database, services }: Platform, wish: Wish): Promise<number> {
  const { merchantId } = wish;
  if (merchantId !== PLATFORM && (await findCorp(database.db, merchantId)) === null) {
    throw new CommandFailed(`there is no enterprise ${merchantId}`);
  }
  try {
    return await transact(database.db, (tx) =>
      addChannel(tx, services.ids, { ...wish, now: services.clock.now() }),
    );
  } catch (error) {
    if (!(error instanceof ChannelExists)) throw error;
    throw new CommandFailed(`the merchant has a channel for ${wish.payType} already: disable that first`);
  }
}
