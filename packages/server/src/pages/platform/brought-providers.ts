/** Providers that enterprises have brought: pay channels with keys of their own, and log-in providers. */
import type { PlatformProvider, ProviderPort } from '@cinnabar/api/pages/platform-providers.js';
import { id } from '@cinnabar/api/schema.js';
import type { ChannelModelId } from '@cinnabar/api/schemas/payment.js';
import { findCorp } from '../../areas/enterprise/index.js';
import { channelName, findChannel, PLATFORM, tryChannel, usedChannels } from '../../areas/payments/index.js';
import { maskedError } from '../../areas/platform/index.js';
import { findLoginProvider, listLoginProviders, tryLoginProvider } from '../../areas/sessions/index.js';
import type { CorpId, PlatformContext } from '../../operation/context.js';
import type { Finding } from '../../operation/self-check.js';

/** Enough for a look; whoever has more enterprises asks these. */
const MOST = 50;
const KEY = /^(payChannel|login)-(\d{1,15})$/;
const channelIds = id<'PayChannel'>();
const corpIds = id<'Corp'>();
const READING = { zone: 'UTC' };

export async function listBrought({ db }: PlatformContext): Promise<readonly PlatformProvider[]> {
  const [channels, logins] = await Promise.all([usedChannels(db, MOST), listLoginProviders(db, MOST)]);
  // One without keys is served by the sandbox.
  const withKeys = channels.filter(({ revision }) => revision !== null);
  const payments = await Promise.all(
    withKeys.map(async ({ channelModelId, merchantId, payType, lastSuccessTime }) => {
      const corp = merchantId === PLATFORM ? null : await findCorp(db, merchantId);
      const name = channelName(payType);
      return {
        ...entry(`payChannel-${channelModelId}`, 'pay', name, corp?.corpName ?? null),
        lastSuccess: lastSuccessTime,
      };
    }),
  );
  return [
    ...payments,
    ...logins.map(({ corpId, corpName, issuer }) =>
      entry(`login-${corpId}`, 'login', new URL(issuer).host, corpName),
    ),
  ];
}

/** Nothing is asked of it but by a test, because its account is another's. */
function entry(key: string, port: ProviderPort, name: string, corpName: string | null): PlatformProvider {
  return {
    ...{ key, port, kind: 'real', name, corpName, state: null, lastSuccess: null, lastFailure: null },
    ...{ requests: null, findings: [], checkedAt: null, consequence: null, takes: 'nothing' },
  };
}

export interface BroughtProvider {
  /** null: the platform itself. */
  readonly corpId: CorpId | null;
  test(): Promise<Finding>;
}

/** @returns null if there is none of that key */
export async function findBrought(ctx: PlatformContext, key: string): Promise<BroughtProvider | null> {
  const [, kind, digits] = KEY.exec(key) ?? [];
  const number = Number(digits);
  if (kind === 'payChannel') return findPayChannel(ctx, channelIds.read(number, 'key', READING));
  return kind === 'login' ? findLogin(ctx, corpIds.read(number, 'key', READING)) : null;
}

async function findPayChannel(
  ctx: PlatformContext,
  channelModelId: ChannelModelId,
): Promise<BroughtProvider | null> {
  const channel = await findChannel(ctx.db, channelModelId);
  if (channel === null || channel.revision === null) return null;
  const check = 'provider-pay';
  return {
    corpId: channel.merchantId === PLATFORM ? null : channel.merchantId,
    async test() {
      const { works, detail } = await tryChannel(ctx, channel);
      if (works) {
        const message = { zh: `密钥已被接受（${detail}）`, en: `the keys are accepted (${detail})` };
        return { check, status: 'ok', message, remedy: null };
      }
      const remedy = {
        zh: '请该企业在“费用”中核对商户号和密钥',
        en: 'ask the enterprise to compare merchant and keys under “Fees”',
      };
      return { check, status: 'error', message: quoted(detail), remedy };
    },
  };
}

async function findLogin(ctx: PlatformContext, corpId: CorpId): Promise<BroughtProvider | null> {
  if ((await findLoginProvider(ctx.db, corpId)) === null) return null;
  const check = 'provider-login';
  return {
    corpId,
    async test() {
      const problem = await tryLoginProvider(ctx, corpId);
      if (problem === null) {
        const message = {
          zh: '登录地址和公钥地址可以读取；没有人登录',
          en: 'it describes itself as a log-in needs; nobody logged in',
        };
        return { check, status: 'ok', message, remedy: null };
      }
      const remedy = {
        zh: '让本机能够访问该地址，或执行 cinnabar corp oidc 更正',
        en: 'let this machine reach it, or correct it by "cinnabar corp oidc"',
      };
      return { check, status: 'error', message: quoted(problem), remedy };
    },
  };
}

function quoted(problem: string): Finding['message'] {
  const words = maskedError(problem);
  return { zh: words, en: words };
}
