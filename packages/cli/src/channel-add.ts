import { readFile } from 'node:fs/promises';
import { InvalidField, id, int32, oneOf, type Schema } from '@cinnabar/api/schema.js';
import { name } from '@cinnabar/api/schemas/fields.js';
import { newPayChannel } from '@cinnabar/api/schemas/pay-channel.js';
import { type PayType, payTypes } from '@cinnabar/api/schemas/payment.js';
import { findCorp } from '@cinnabar/server/areas/enterprise/index.js';
import {
  addChannel,
  allPayTypes,
  ChannelExists,
  type GivenKeys,
  isPayType,
  type NewChannel,
  PLATFORM,
  requireKeys,
} from '@cinnabar/server/areas/payments/index.js';
import { Refusal, wordsOf } from '@cinnabar/server/operation/refusal.js';
import { unusableKey } from '@cinnabar/server/providers/pay/unusable-key.js';
import type { Config } from '@cinnabar/server/settings/config.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { audited } from './audited.js';
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
    keys: {
      type: 'string',
      placeholder: 'FILE',
      description: "the merchant's keys, JSON with the names of the field keys of payChannel/add",
    },
    'fee-rate': {
      type: 'string',
      placeholder: 'N',
      description: 'agreed fee in ten-thousandths, which statements are compared with',
    },
    json: jsonOption,
  },
  async run(values, context) {
    const request = readRequest(values);
    const config = readConfig(context.environment);
    const keys = await readGivenKeys(values);
    requireProvider(config, request.payType, keys !== undefined);
    const platform = await openPlatform(config, context);
    try {
      const channelModelId = await add(platform, request, keys);
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

type Request = Omit<NewChannel, 'now' | 'keys'>;

/** @throws UsageError if the file is not readable or has other fields */
async function readGivenKeys(values: Values): Promise<GivenKeys | undefined> {
  const path = textOf(values, 'keys');
  if (path === undefined) return undefined;
  try {
    const given: unknown = JSON.parse(await readFile(path, 'utf8'));
    return newPayChannel.keys.read(given, 'keys', { zone: 'UTC' });
  } catch (error) {
    if (error instanceof InvalidField)
      throw new UsageError(`--keys ${error.path} ${wordsOf(error.problem).en}`);
    throw new UsageError(`--keys ${path} is not a readable JSON file`);
  }
}

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
    feeRate: values['fee-rate'] === undefined ? null : read(int32(0, 1_000), values, 'fee-rate'),
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
function requireProvider(config: Config, payType: PayType, hasKeys: boolean): void {
  const isTrial = config.mode === 'sandbox' || config.allowSandboxProviders.includes('pay');
  if (!hasKeys && isTrial) return;
  const provider = payTypes[payType].providerCode === 'chatApay' ? 'wechatpay' : 'alipay';
  if (config.providers.PAY_PROVIDERS.includes(provider)) return;
  throw new CommandFailed(`there is no payment provider for it: name ${provider} in PAY_PROVIDERS`);
}

async function add(platform: Platform, request: Request, given: GivenKeys | undefined): Promise<number> {
  const { config, database, services } = platform;
  const { merchantId } = request;
  if (merchantId !== PLATFORM && (await findCorp(database.db, merchantId)) === null) {
    throw new CommandFailed(`there is no enterprise ${merchantId}`);
  }
  const keys = usableKeys(config, request, given);
  try {
    return await audited(
      platform,
      (tx) => addChannel(tx, services.ids, { ...request, keys, now: services.clock.now() }),
      (channelId) => ({
        corpId: merchantId === PLATFORM ? null : merchantId,
        act: 'payChannel.create',
        object: { kind: 'payChannel', id: channelId },
        after: { payType: request.payType },
      }),
    );
  } catch (error) {
    if (!(error instanceof ChannelExists)) throw error;
    throw new CommandFailed(`the merchant already has a channel for ${request.payType}: disable it first`);
  }
}

/** @throws CommandFailed that names the key that is missing or cannot be used */
function usableKeys(config: Config, request: Request, given: GivenKeys | undefined) {
  try {
    return requireKeys({ config, pay: { unusableKey } }, request, given);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new CommandFailed(error.words.en);
  }
}
