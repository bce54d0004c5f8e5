/** Text messages by Alibaba Cloud SMS (Dysmsapi), API 2017-05-25. */
import type { Adapter, ProviderCheck } from '../adapter.js';
import type { AliyunKey } from '../aliyun/acs3-signature.js';
import { aliyunClient } from '../aliyun/aliyun-client.js';
import type { CodeTable } from '../kit/code-table.js';
import type { JsonAnswer } from '../kit/json-answer.js';
import { proveAccount } from '../kit/prove-account.js';
import type { ProviderParts } from '../kit/provider-parts.js';
import {
  type ApprovedTemplates,
  fillTemplate,
  isMainland,
  readApprovedTemplates,
} from './approved-templates.js';
import { type SmsFailure, type SmsMessage, SmsNotSent, type SmsProvider, type SmsReceipts } from './port.js';
import { readReceiptList } from './receipt-list.js';
import { secretReceiptPath } from './receipt-path.js';
import { smsFailure } from './sms-failure.js';

export const aliyunSms: Adapter<SmsProvider> = {
  name: 'aliyun',
  settings: {
    ALIYUN_ACCESS_KEY_ID: 'required',
    ALIYUN_ACCESS_KEY_SECRET: 'secret',
    ALIYUN_SMS_SIGN_NAME: 'required',
    ALIYUN_SMS_TEMPLATES: 'required',
    ALIYUN_SMS_URL: 'optional',
  },
  open(settings, parts) {
    const port = new AliyunSms(parts, {
      key: {
        accessKeyId: settings['ALIYUN_ACCESS_KEY_ID'] ?? '',
        accessKeySecret: settings['ALIYUN_ACCESS_KEY_SECRET'] ?? '',
      },
      baseUrl: settings['ALIYUN_SMS_URL'] ?? 'https://dysmsapi.aliyuncs.com',
      signName: settings['ALIYUN_SMS_SIGN_NAME'] ?? '',
      templates: readApprovedTemplates('ALIYUN_SMS_TEMPLATES', settings['ALIYUN_SMS_TEMPLATES'] ?? ''),
    });
    return { port, check: () => port.check() };
  },
};

interface AliyunSmsOptions {
  readonly key: AliyunKey;
  readonly baseUrl: string;
  readonly signName: string;
  readonly templates: ApprovedTemplates;
}

const FAILURES: CodeTable<SmsFailure> = [
  ['isp.SYSTEM_ERROR', 'UNKNOWN'],
  ['isp.GATEWAY', 'UNKNOWN'],
  ['InternalError', 'UNKNOWN'],
  ['ServiceUnavailable', 'UNKNOWN'],
  ['Throttling', 'TRANSIENT'],
  ['isv.BUSINESS_LIMIT_CONTROL', 'LIMITED'],
  ['isv.SMS_TEMPLATE_ILLEGAL', 'TEMPLATE_MISSING'],
  ['isv.TEMPLATE', 'TEMPLATE_MISSING'],
  ['isv.SMS_SIGN', 'TEMPLATE_MISSING'],
  ['isv.SIGN', 'TEMPLATE_MISSING'],
  ['isv.MOBILE', 'INVALID_NUMBER'],
  ['isv.BLACK_KEY_CONTROL_LIMIT', 'REFUSED'],
];

const PAGE = 50;
/** Alibaba's dates are in this zone. */
const CHINA_OFFSET_MS = 8 * 3_600_000;

class AliyunSms implements SmsProvider {
  readonly receipts: SmsReceipts;
  readonly templates: ReadonlySet<string>;
  readonly #client: ReturnType<typeof aliyunClient>;
  readonly #options: AliyunSmsOptions;

  constructor(parts: ProviderParts, options: AliyunSmsOptions) {
    const { key, baseUrl } = options;
    this.#options = options;
    this.templates = new Set(options.templates.keys());
    this.#client = aliyunClient(parts, key, { version: '2017-05-25', baseUrl });
    this.receipts = {
      path: secretReceiptPath('aliyun', key.accessKeySecret),
      confirmation: JSON.stringify({ code: 0, msg: '接收成功' }),
      read: ({ body }) =>
        readReceiptList(body, (entry) => ({
          of: { idempotencyKey: entry.text('out_id') },
          mobile: ownMobile(entry.text('phone_number')),
          failure: entry.boolean('success') ? null : entry.text('err_code'),
        })),
    };
  }

  async send(message: SmsMessage): Promise<string> {
    const { signName, templates } = this.#options;
    const { id, values } = fillTemplate(templates, message);
    const parameters = {
      PhoneNumbers: aliyunMobile(message.mobile),
      SignName: signName,
      TemplateCode: id,
      TemplateParam: JSON.stringify(Object.fromEntries(values)),
      OutId: message.idempotencyKey,
    };
    try {
      const read = (answer: JsonAnswer) => answer.text('BizId');
      return await this.#client.call('SendSms', parameters, { isIdempotent: false, read });
    } catch (error) {
      throw smsFailure(error, FAILURES);
    }
  }

  /** Alibaba keeps the key as OutId of what it has sent to a mobile on a day. */
  async find({ mobile, idempotencyKey, time }: SmsMessage): Promise<string | null> {
    const day = new Date(time.getTime() + CHINA_OFFSET_MS).toISOString().slice(0, 10).replaceAll('-', '');
    const query = {
      PhoneNumber: aliyunMobile(mobile),
      SendDate: day,
      PageSize: String(PAGE),
      CurrentPage: '1',
    };
    try {
      const sent = await this.#client.call('QuerySendDetails', query, {
        isIdempotent: true,
        read: (answer) => {
          const details = answer.object('SmsSendDetailDTOs').list('SmsSendDetailDTO');
          return details.map((each) => each.optionalText('OutId'));
        },
      });
      // The details have no BizId, and reports are found by the key.
      if (sent.includes(idempotencyKey)) return idempotencyKey;
      if (sent.length < PAGE) return null;
      throw new SmsNotSent('UNKNOWN', 'more messages on that day than one answer has');
    } catch (error) {
      throw smsFailure(error, FAILURES);
    }
  }

  /** Looks up the templates and the sender's name, which sends nothing. */
  check(): Promise<ProviderCheck> {
    const { templates, signName } = this.#options;
    const remedy = {
      zh: '更正 ALIYUN_ACCESS_KEY_ID 和 ALIYUN_ACCESS_KEY_SECRET，并授予该密钥发送和查询短信的权限',
      en: 'correct ALIYUN_ACCESS_KEY_ID and ALIYUN_ACCESS_KEY_SECRET, and let the key send and query messages',
    };
    return proveAccount(async () => {
      const approved = await this.#approved('QuerySmsTemplateList', 'SmsTemplateList', 'TemplateCode');
      const others = [...templates].filter(([, { id }]) => !approved.has(id)).map(([name]) => name);
      const signs = await this.#approved('QuerySmsSignList', 'SmsSignList', 'SignName');
      if (others.length === 0 && signs.has(signName)) {
        const detail = {
          zh: `${templates.size} 个模板和签名“${signName}”已审核通过`,
          en: `${templates.size} approved templates, and the name ${signName}`,
        };
        return { works: true, detail };
      }
      return {
        works: false,
        detail: signs.has(signName)
          ? {
              zh: `以下模板未审核通过：${others.join('、')}`,
              en: `these templates are not approved: ${others.join(', ')}`,
            }
          : { zh: `签名“${signName}”未审核通过`, en: `the name ${signName} is not approved` },
        remedy: {
          zh: '在阿里云短信服务控制台查看，并更正 ALIYUN_SMS_TEMPLATES 和 ALIYUN_SMS_SIGN_NAME',
          en: 'see the console of Alibaba Cloud SMS, and correct ALIYUN_SMS_TEMPLATES and ALIYUN_SMS_SIGN_NAME',
        },
      };
    }, remedy);
  }

  async #approved(action: string, list: string, name: string): Promise<ReadonlySet<string>> {
    const approved = new Set<string>();
    for (let page = 1; ; page += 1) {
      const query = { PageIndex: String(page), PageSize: String(PAGE) };
      const entries = await this.#client.call(action, query, {
        isIdempotent: true,
        read: (answer) =>
          answer
            .list(list)
            .map((each) => (each.text('AuditStatus') === 'AUDIT_STATE_PASS' ? each.text(name) : null)),
      });
      for (const each of entries) if (each !== null) approved.add(each);
      if (entries.length < PAGE) return approved;
    }
  }
}

/** Foreign mobiles are 00 with country and number. */
function aliyunMobile(mobile: string): string {
  return isMainland(mobile) ? mobile : `00${mobile.slice(1)}`;
}

function ownMobile(mobile: string): string {
  return mobile.startsWith('00') ? `+${mobile.slice(2)}` : mobile;
}
