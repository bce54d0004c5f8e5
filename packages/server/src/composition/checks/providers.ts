import { smsTemplates } from '../../areas/sms/index.js';
import { ProviderOutage } from '../../providers/kit/provider-failure.js';
import type { Config } from '../../settings/config.js';
import { InvalidSetting } from '../../settings/invalid-setting.js';
import { providerKinds } from '../choose-providers.js';
import { type NamedAdapter, openProviders, type RealProviders } from '../open-providers.js';
import { error, type Finding, messageOf, ok, warn } from './finding.js';

/** External providers, and the consequence of using the sandbox in place of each. */
const providers = [
  {
    name: 'sms',
    port: 'sms',
    setting: 'SMS_PROVIDERS',
    opened: ({ sms }: RealProviders) => sms,
    risk: 'every text message is dropped and kept nowhere, so nobody gets a verification code',
  },
  {
    name: 'mail',
    port: 'mail',
    setting: 'MAIL_PROVIDER',
    opened: ({ mail }: RealProviders) => mail,
    risk: 'notices are sent by text message only',
  },
  {
    name: 'identity',
    port: 'identity',
    setting: 'IDENTITY_PROVIDERS',
    opened: ({ identity }: RealProviders) => identity,
    risk: 'nobody checks whether a name and an ID document number belong together',
  },
  {
    name: 'pay',
    port: 'pay',
    setting: 'PAY_PROVIDERS',
    opened: ({ pay }: RealProviders) => pay,
    risk: 'nobody can pay with a contract',
  },
  {
    name: 'face',
    port: 'faces',
    setting: 'FACE_CHANNEL_A and FACE_CHANNEL_B',
    opened: ({ channelA, channelB }: RealProviders) => [...channelA, ...channelB],
    risk: 'nobody can prove by their face who they are',
  },
] as const;

type Provider = (typeof providers)[number];

/** Checks each provider that the settings name; sends and charges nothing. */
export async function checkProviders(config: Config): Promise<readonly Finding[]> {
  try {
    return await checkOpened(config, openProviders(config));
  } catch (thrown) {
    if (!(thrown instanceof InvalidSetting)) throw thrown;
    return [error('providers', thrown.message, 'see the settings in docs/operations.md')];
  }
}

export async function checkOpened(config: Config, real: RealProviders): Promise<readonly Finding[]> {
  const findings = await Promise.all(providers.map((provider) => checkPort(provider, config, real)));
  return [...findings.flat(), ...checkTemplates(real)];
}

async function checkPort(
  { name, port, setting, opened, risk }: Provider,
  config: Config,
  real: RealProviders,
): Promise<readonly Finding[]> {
  const check = `provider-${name}`;
  const adapters: readonly NamedAdapter<unknown>[] = opened(real);
  if (adapters.length > 0) return Promise.all(adapters.map((each) => checkAdapter(check, each)));
  if (port === 'mail') return [ok(check, `none: ${risk}`)];
  if (config.mode === 'sandbox') return [ok(check, 'sandbox')];
  const remedy = `name a real provider in ${setting}`;
  if (providerKinds(config)[port] === 'sandbox')
    return [warn(check, `the sandbox's, as ALLOW_SANDBOX_PROVIDERS says: ${risk}`, remedy)];
  // The service starts without these providers.
  if (port === 'pay' || port === 'faces') return [warn(check, `there is no real provider: ${risk}`, remedy)];
  return [
    error(
      check,
      `there is no real provider, and the service does not start: ${risk}`,
      `${remedy}, or ${name} in ALLOW_SANDBOX_PROVIDERS if that is what you want`,
    ),
  ];
}

async function checkAdapter(check: string, adapter: NamedAdapter<unknown>): Promise<Finding> {
  const { name } = adapter;
  try {
    const found = await adapter.check();
    const message = `${name}: ${found.detail}`;
    return found.works ? ok(check, message) : error(check, message, found.remedy);
  } catch (thrown) {
    if (!(thrown instanceof ProviderOutage)) throw thrown;
    return error(
      check,
      `${name}: ${messageOf(thrown)}`,
      'let this machine reach the provider, or correct the address in the settings',
    );
  }
}

/** Messages that a provider has no template for are refused, and nobody would notice until they are missing. */
function checkTemplates({ sms }: RealProviders): readonly Finding[] {
  return sms.flatMap(({ name, port: { templates } }) => {
    const missing = templates === null ? [] : smsTemplates.filter((each) => !templates.has(each));
    if (missing.length === 0) return [];
    return [
      warn(
        'sms-templates',
        `${name} has no template for these messages, which it does not send: ${missing.join(', ')}`,
        `run "cinnabar sms templates ${name}", hand the texts in, and name the ids in the settings`,
      ),
    ];
  });
}
