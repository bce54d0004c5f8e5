/** The adapters of payments. Merchants and their keys belong to channels, so that one serves all enterprises. */
import { InvalidSetting } from '../../settings/invalid-setting.js';
import type { Adapter, AdapterSettings, OpenedAdapter, ProviderCheck } from '../adapter.js';
import { Alipay } from './alipay/alipay.js';
import { openPaySender, type SendPayRequest } from './http.js';
import { type PayProvider, PayProviderFailed } from './port.js';
import { WechatPay } from './wechat/wechat-pay.js';

export const wechatPayAdapter: Adapter<PayProvider> = {
  name: 'wechatpay',
  settings: { WECHAT_PAY_URL: 'optional', WECHAT_APP_URL: 'optional' },
  open(settings, parts): OpenedAdapter<PayProvider> {
    const baseUrl = addressIn(settings, 'WECHAT_PAY_URL', 'https://api.mch.weixin.qq.com');
    const appBaseUrl = addressIn(settings, 'WECHAT_APP_URL', 'https://api.weixin.qq.com');
    const send = openPaySender(parts, { baseUrl });
    const port = new WechatPay({
      ...{ baseUrl, send, parts },
      sendToApp: openPaySender({ ...parts, provider: `${parts.provider}-app` }, { baseUrl: appBaseUrl }),
    });
    return { port, check: () => reach(send, '/v3/certificates') };
  },
};

export const alipayAdapter: Adapter<PayProvider> = {
  name: 'alipay',
  settings: { ALIPAY_GATEWAY: 'optional' },
  open(settings, parts): OpenedAdapter<PayProvider> {
    const gateway = addressIn(settings, 'ALIPAY_GATEWAY', 'https://openapi.alipay.com/gateway.do');
    const { origin, pathname } = new URL(gateway);
    const send = openPaySender(parts, { baseUrl: origin });
    return { port: new Alipay({ gateway, send, parts }), check: () => reach(send, pathname) };
  },
};

/** Any answer will do: whether keys are right is known of a channel, which has a test of its own. */
async function reach(send: SendPayRequest, target: string): Promise<ProviderCheck> {
  const headers = { accept: 'application/json', 'user-agent': 'Cinnabar' };
  try {
    await send({ op: 'check', isIdempotent: true, build: () => ({ method: 'GET', target, headers }) });
    const detail = {
      zh: '可以访问；密钥在各支付渠道中测试',
      en: 'it can be reached; the keys are tested for each pay channel',
    };
    return { works: true, detail };
  } catch (error) {
    if (!(error instanceof PayProviderFailed)) throw error;
    return {
      works: false,
      detail: { zh: `无法访问（${error.detail}）`, en: error.detail },
      remedy: {
        zh: '让服务能够访问该地址，或核对地址',
        en: 'let the service reach it, or check the address',
      },
    };
  }
}

/** @throws InvalidSetting */
function addressIn(settings: AdapterSettings, name: string, preset: string): string {
  const given = settings[name] ?? preset;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '') {
    throw new InvalidSetting(name, 'it must be an http or https address without a query');
  }
  return given.replace(/\/+$/, '');
}
