import type { Config } from '../../settings/config.js';
import type { ProviderCondition, ProviderState } from '../provider-states.js';
import { error, type Finding, ok, type Words, warn } from './finding.js';
import { askService } from './service.js';

const SEE_LOG: Words = {
  zh: '查看服务日志，并向服务商了解情况',
  en: 'see the log of the service, and the provider',
};

const TROUBLES: Partial<
  Readonly<Record<ProviderCondition, { readonly what: Words; readonly remedy: Words }>>
> = {
  balance: {
    what: {
      zh: '因余额不足，不再受理该账号的发送请求',
      en: 'lets the account send nothing more for want of money',
    },
    remedy: { zh: '充值，或购买新的套餐包', en: 'add money, or buy another package' },
  },
  access: {
    what: { zh: '拒绝该账号的请求', en: 'refuses the account' },
    remedy: {
      zh: '与服务商的控制台核对密钥和权限',
      en: 'compare key and rights with the console of the provider',
    },
  },
  suspended: {
    what: { zh: '多次失败，已暂停请求', en: 'failed repeatedly, and requests are held back' },
    remedy: SEE_LOG,
  },
  failing: {
    what: { zh: '未对最近一次请求给出可用的响应', en: 'gave no usable answer to the last request' },
    remedy: SEE_LOG,
  },
};

/** How providers have answered the running service; none if it is not running. */
export async function checkRunningProviders(config: Config): Promise<readonly Finding[]> {
  const answer = await askService(config, '/healthz/providers');
  if (answer?.status !== 200) return [];
  const { providers }: { readonly providers: readonly ProviderState[] } = JSON.parse(await answer.text());
  return providers.map(findingOf);
}

function findingOf(known: ProviderState): Finding {
  const { provider, state } = known;
  const { zh, en } = timesOf(known);
  const trouble = troubleOf(known);
  if (trouble !== null) {
    const { message } = trouble;
    return { ...trouble, message: { zh: `${message.zh}；${zh}`, en: `${message.en}; ${en}` } };
  }
  if (state !== 'untried')
    return ok('provider-state', { zh: `${provider}：${zh}`, en: `${provider}: ${en}` });
  return ok('provider-state', {
    zh: `${provider}：启动以来尚未调用`,
    en: `${provider}: nothing was asked since the start`,
  });
}

/** What its requests have found wrong with a provider. */
export function troubleOf({ provider, state }: Pick<ProviderState, 'provider' | 'state'>): Finding | null {
  const trouble = TROUBLES[state];
  if (trouble === undefined) return null;
  const { what, remedy } = trouble;
  const say = state === 'failing' ? warn : error;
  return say('provider-state', { zh: `${provider} ${what.zh}`, en: `${provider} ${what.en}` }, remedy);
}

function timesOf({ lastSuccess, lastFailure }: ProviderState): Words {
  const zh = `最近成功：${lastSuccess ?? '启动以来没有'}`;
  const en = `last success ${lastSuccess ?? 'none since the start'}`;
  if (lastFailure === null) return { zh, en };
  const { time, op, outcome, detail } = lastFailure;
  // The detail of an outage begins with its kind.
  const what = `${op}, ${detail.startsWith(outcome) ? detail : `${outcome} ${detail}`}`;
  return { zh: `${zh}；最近失败：${time}（${what}）`, en: `${en}; last failure ${time}: ${what}` };
}
