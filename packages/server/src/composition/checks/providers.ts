import { smsTemplates } from '../../areas/sms/index.js';
import { type OutageCause, ProviderOutage } from '../../providers/kit/provider-failure.js';
import type { Config } from '../../settings/config.js';
import { InvalidSetting } from '../../settings/invalid-setting.js';
import { providerKinds } from '../choose-providers.js';
import { type NamedAdapter, openProviders, type RealProviders } from '../open-providers.js';
import { error, type Finding, ok, SEE_SETTINGS, warn } from './finding.js';

/** External providers, and the consequence of using the sandbox in place of each. */
export const providers = [
  {
    name: 'sms',
    port: 'sms',
    settings: ['SMS_PROVIDERS'],
    opened: ({ sms }: RealProviders) => sms,
    risk: {
      zh: '所有短信都被丢弃，不作保存，任何人都收不到验证码',
      en: 'every text message is dropped and kept nowhere, so nobody gets a verification code',
    },
  },
  {
    name: 'mail',
    port: 'mail',
    settings: ['MAIL_PROVIDER'],
    opened: ({ mail }: RealProviders) => mail,
    risk: {
      zh: '通知只以短信发送',
      en: 'notices are sent by text message only',
    },
  },
  {
    name: 'identity',
    port: 'identity',
    settings: ['IDENTITY_PROVIDERS'],
    opened: ({ identity }: RealProviders) => identity,
    risk: {
      zh: '不核对姓名与证件号码是否一致',
      en: 'nobody checks whether a name and an ID document number belong together',
    },
  },
  {
    name: 'pay',
    port: 'pay',
    settings: ['PAY_PROVIDERS'],
    opened: ({ pay }: RealProviders) => pay,
    risk: {
      zh: '签署人无法在签署合同时付款',
      en: 'nobody can pay with a contract',
    },
  },
  {
    name: 'face',
    port: 'faces',
    settings: ['FACE_CHANNEL_A', 'FACE_CHANNEL_B'],
    opened: ({ channelA, channelB }: RealProviders) => [...channelA, ...channelB],
    risk: {
      zh: '无法刷脸认证',
      en: 'nobody can prove by their face who they are',
    },
  },
  {
    name: 'certificates',
    port: 'certificates',
    settings: ['CERTIFICATE_SOURCE', 'CERTIFICATE_SOURCE_PERSONS'],
    opened: ({ certificates, personCertificates }: RealProviders) => [
      ...certificates,
      ...personCertificates.filter(({ name }) => certificates.every((each) => each.name !== name)),
    ],
    risk: {
      zh: '由内置机构签发证书，或以文件导入其他机构的证书',
      en: 'the built-in authority issues certificates; those of others are imported by file',
    },
  },
] as const;

export type Provider = (typeof providers)[number];

/** Checks each provider that the settings name; sends and charges nothing. */
export async function checkProviders(config: Config): Promise<readonly Finding[]> {
  try {
    return await checkOpened(config, openProviders(config));
  } catch (thrown) {
    if (!(thrown instanceof InvalidSetting)) throw thrown;
    return [error('providers', { zh: `设置有误：${thrown.message}`, en: thrown.message }, SEE_SETTINGS)];
  }
}

export async function checkOpened(config: Config, real: RealProviders): Promise<readonly Finding[]> {
  const findings = await Promise.all(providers.map((provider) => checkPort(provider, config, real)));
  return [...findings.flat(), ...checkTemplates(real)];
}

async function checkPort(
  provider: Provider,
  config: Config,
  real: RealProviders,
): Promise<readonly Finding[]> {
  const adapters: readonly NamedAdapter<unknown>[] = provider.opened(real);
  if (adapters.length > 0) return Promise.all(adapters.map((each) => checkAdapter(checkOf(provider), each)));
  return [absenceOf(provider, config)];
}

export function checkOf({ name }: Pick<Provider, 'name'>): string {
  return `provider-${name}`;
}

/** What it means that the settings name no provider. */
export function absenceOf(
  provider: Pick<Provider, 'name' | 'port' | 'settings' | 'risk'>,
  config: Config,
): Finding {
  const { name, port, settings, risk } = provider;
  const check = checkOf(provider);
  if (port === 'mail' || port === 'certificates')
    return ok(check, { zh: `未配置：${risk.zh}`, en: `none: ${risk.en}` });
  if (config.mode === 'sandbox') return ok(check, { zh: '由沙箱模拟', en: 'sandbox' });
  const remedy = {
    zh: `在 ${settings.join(' 和 ')} 中填写真实的服务商`,
    en: `name a real provider in ${settings.join(' and ')}`,
  };
  if (providerKinds(config)[port] === 'sandbox') {
    const message = {
      zh: `按 ALLOW_SANDBOX_PROVIDERS 的设置由沙箱模拟：${risk.zh}`,
      en: `the sandbox's, as ALLOW_SANDBOX_PROVIDERS says: ${risk.en}`,
    };
    return warn(check, message, remedy);
  }
  // The service starts without these providers.
  if (port === 'pay' || port === 'faces') {
    const message = {
      zh: `没有真实的服务商：${risk.zh}`,
      en: `there is no real provider: ${risk.en}`,
    };
    return warn(check, message, remedy);
  }
  return error(
    check,
    {
      zh: `没有真实的服务商，服务无法启动：${risk.zh}`,
      en: `there is no real provider, and the service does not start: ${risk.en}`,
    },
    {
      zh: `${remedy.zh}；确要由沙箱模拟时，在 ALLOW_SANDBOX_PROVIDERS 中加入 ${name}`,
      en: `${remedy.en}, or ${name} in ALLOW_SANDBOX_PROVIDERS if that is what you want`,
    },
  );
}

/** What the words of an outage, which are technical, are about. */
const OUTAGES: Readonly<Record<OutageCause, string>> = {
  unreachable: '无法连接',
  timeout: '响应超时',
  garbled: '响应无法识别',
  failing: '服务商出错',
  suspended: '多次失败，暂停请求',
};

export async function checkAdapter(check: string, adapter: NamedAdapter<unknown>): Promise<Finding> {
  const { name } = adapter;
  try {
    const found = await adapter.check();
    const { zh, en } = found.detail;
    const message = { zh: `${name}：${zh}`, en: `${name}: ${en}` };
    return found.works ? ok(check, message) : error(check, message, found.remedy);
  } catch (thrown) {
    if (!(thrown instanceof ProviderOutage)) throw thrown;
    return error(
      check,
      {
        zh: `${name}：${OUTAGES[thrown.cause]}（${thrown.message}）`,
        en: `${name}: ${thrown.message}`,
      },
      {
        zh: '让本机能够访问该服务商，或更正设置中的地址',
        en: 'let this machine reach the provider, or correct the address in the settings',
      },
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
        {
          zh: `${name} 没有以下短信的模板，不发送这些短信：${missing.join('、')}`,
          en: `${name} has no template for these messages, which it does not send: ${missing.join(', ')}`,
        },
        {
          zh: `执行 cinnabar sms templates ${name}，将其中的文本提交审核，再把模板编号填入设置`,
          en: `run "cinnabar sms templates ${name}", hand the texts in, and name the ids in the settings`,
        },
      ),
    ];
  });
}
