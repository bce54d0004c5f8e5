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
import type { Config } from '@cinnabar/server/settings/config.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError, type Values } from './command.js';
import { openPlatform, type Platform } from './open-platform.js';

export const channelAdd: Command = {
  name: 'channel add',
  summary: 'Adds a pay channel to a merchant: a payment method with its account at the payment provider.',
  options: {
    corp: { type: 'string', placeholder: 'ID', description: 'the enterprise that is paid' },
    platform: {
      type: 'boolean',
      description: 'the platform itself, which receives the contract fees, instead of an enterprise',
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
  async run(values, context) {
    const request = readRequest(values);
    const config = readConfig(context.environment);
    requireProvider(config);
    const platform = await openPlatform(config, context);
    try {
      const channelModelId = await add(platform, request);
      const told = { channelModelId, corpId: request.merchantId, payType: request.payType };
      context.stdout(
        values['json'] === true
          ? JSON.stringify(told, null, 2)
          : `channelModelId  ${channelModelId}\npayType         ${request.payType}`,
      );
      return 0;
    } finally {
      await platform.close();
    }
  },
};

type Request = Omit<NewChannel, 'now'>;

function readRequest(values: Values): Request {
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

/** Validates as the interface does, with messages that name the option. */
function read<T>(schema: Schema<T>, values: Values, option: string): T {
  try {
    return schema.read(textOf(values, option), `--${option}`, { zone: 'UTC' });
  } catch (error) {
    if (error instanceof InvalidField) throw new UsageError(`--${option} ${wordsOf(error.problem).en}`);
    throw error;
  }
}

/** Orders on a channel without a provider could only fail. */
function requireProvider({ mode, allowSandboxProviders }: Config): void {
  if (mode === 'sandbox' || allowSandboxProviders.includes('pay')) return;
  throw new CommandFailed('there is no payment provider: the channel would be unusable');
}

async function add({ database, services }: Platform, request: Request): Promise<number> {
  const { merchantId } = request;
  if (merchantId !== PLATFORM && (await findCorp(database.db, merchantId)) === null) {
    throw new CommandFailed(`there is no enterprise ${merchantId}`);
  }
  try {
    return await transact(database.db, (tx) =>
      addChannel(tx, services.ids, { ...request, now: services.clock.now() }),
    );
  } catch (error) {
    if (!(error instanceof ChannelExists)) throw error;
    throw new CommandFailed(`the merchant already has a channel for ${request.payType}: disable it first`);
  }
}
