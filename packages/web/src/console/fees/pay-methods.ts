import { texts } from '../../shared/text/language.js';

/** Names of payment methods by their code. */
export const methodTexts = texts(
  {
    chatAJSAPI: '渠道 chatA · 应用内支付',
    chatAH5: '渠道 chatA · 手机网页',
    chatAQrCode: '渠道 chatA · 扫码',
    payAJSAPI: '渠道 payA · 应用内支付',
    payAPC: '渠道 payA · 电脑网页',
    payAMobile: '渠道 payA · 手机网页',
    payAPre: '渠道 payA · 扫码',
  },
  {
    chatAJSAPI: 'chatA · in the app',
    chatAH5: 'chatA · mobile page',
    chatAQrCode: 'chatA · QR code',
    payAJSAPI: 'payA · in the app',
    payAPC: 'payA · desktop page',
    payAMobile: 'payA · mobile page',
    payAPre: 'payA · QR code',
  },
);

type Method = keyof typeof methodTexts.zh;

export const methods = [
  ...(['chatAQrCode', 'chatAH5', 'chatAJSAPI'] as const),
  ...(['payAPC', 'payAMobile', 'payAPre', 'payAJSAPI'] as const),
] as const satisfies readonly Method[];

/** An order names its method by the provider's own code in places, which is shown as it is. */
export function methodName(code: string, names: Readonly<Record<Method, string>>): string {
  const known = methods.find((each) => each === code);
  return known === undefined ? code : names[known];
}
