/** Text messages by Tencent Cloud SMS, API 2021-01-11. */
import type { Adapter, ProviderCheck } from '../adapter.js';
import type { CodeTable } from '../kit/code-table.js';
import type { JsonAnswer } from '../kit/json-answer.js';
import { proveAccount } from '../kit/prove-account.js';
import { GarbledAnswer } from '../kit/provider-failure.js';
import type { ProviderParts } from '../kit/provider-parts.js';
import { type TencentClient, tencentClient, tencentRefusal } from '../tencent/tencent-client.js';
import { readTencentKey, TENCENT_KEY_SETTINGS } from '../tencent/tencent-settings.js';
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

export const tencentSms: Adapter<SmsProvider> = {
  name: 'tencent',
  settings: {
    ...TENCENT_KEY_SETTINGS,
    TENCENT_SMS_APP_ID: 'required',
    TENCENT_SMS_SIGN_NAME: 'required',
    TENCENT_SMS_TEMPLATES: 'required',
    TENCENT_SMS_REGION: 'optional',
    TENCENT_SMS_URL: 'optional',
  },
  open(settings, parts) {
    const key = readTencentKey(settings);
    const port = new TencentSms(parts, {
      key,
      baseUrl: settings['TENCENT_SMS_URL'] ?? 'https://sms.tencentcloudapi.com',
      region: settings['TENCENT_SMS_REGION'] ?? 'ap-guangzhou',
      appId: settings['TENCENT_SMS_APP_ID'] ?? '',
      signName: settings['TENCENT_SMS_SIGN_NAME'] ?? '',
      templates: readApprovedTemplates('TENCENT_SMS_TEMPLATES', settings['TENCENT_SMS_TEMPLATES'] ?? ''),
    });
    return { port, check: () => port.check() };
  },
};

interface TencentSmsOptions {
  readonly key: ReturnType<typeof readTencentKey>;
  readonly baseUrl: string;
  readonly region: string;
  readonly appId: string;
  readonly signName: string;
  readonly templates: ApprovedTemplates;
}

const FAILURES: CodeTable<SmsFailure> = [
  ['InternalError', 'UNKNOWN'],
  ['RequestLimitExceeded', 'TRANSIENT'],
  ['LimitExceeded', 'LIMITED'],
  ['FailedOperation.SignatureIncorrectOrUnapproved', 'TEMPLATE_MISSING'],
  ['FailedOperation.TemplateIncorrectOrUnapproved', 'TEMPLATE_MISSING'],
  ['FailedOperation.MissingTemplate', 'TEMPLATE_MISSING'],
  ['FailedOperation.TemplateParamSetNotMatchApprovedTemplate', 'TEMPLATE_MISSING'],
  ['InvalidParameterValue.IncorrectPhoneNumber', 'INVALID_NUMBER'],
  ['FailedOperation.PhoneNumberInBlacklist', 'INVALID_NUMBER'],
];

class TencentSms implements SmsProvider {
  readonly receipts: SmsReceipts;
  readonly templates: ReadonlySet<string>;
  readonly #client: TencentClient;
  readonly #options: TencentSmsOptions;

  constructor(parts: ProviderParts, options: TencentSmsOptions) {
    const { key, baseUrl, region } = options;
    this.#options = options;
    this.templates = new Set(options.templates.keys());
    this.#client = tencentClient(parts, key, { service: 'sms', version: '2021-01-11', region, baseUrl });
    this.receipts = {
      path: secretReceiptPath('tencent', key.secretKey),
      confirmation: JSON.stringify({ result: 0, errmsg: 'OK' }),
      read: ({ body }) =>
        readReceiptList(body, (entry) => ({
          of: { providerMsgId: entry.text('sid') },
          mobile: ownMobile(`+${entry.text('nationcode')}${entry.text('mobile')}`),
          failure: entry.text('report_status') === 'SUCCESS' ? null : entry.text('errmsg'),
        })),
    };
  }

  async send(message: SmsMessage): Promise<string> {
    const { appId, signName, templates } = this.#options;
    const { id, values } = fillTemplate(templates, message);
    const request = {
      PhoneNumberSet: [e164(message.mobile)],
      SmsSdkAppId: appId,
      TemplateId: id,
      TemplateParamSet: values.map(([, value]) => value),
      SessionContext: message.idempotencyKey,
      // Only messages to the mainland have a sender's name.
      ...(isMainland(message.mobile) ? { SignName: signName } : {}),
    };
    try {
      return await this.#client.call('SendSms', request, { isIdempotent: false, read: serialNoOf });
    } catch (error) {
      throw smsFailure(error, FAILURES);
    }
  }

  /** Tencent keeps the key in SessionContext of the state that it reports for a mobile. */
  async find({ mobile, idempotencyKey, time }: SmsMessage): Promise<string | null> {
    const begin = Math.floor(time.getTime() / 1000) - 60;
    try {
      const found = await this.#client.call(
        'PullSmsSendStatusByPhoneNumber',
        {
          BeginTime: begin,
          EndTime: begin + 24 * 3600,
          Offset: 0,
          Limit: 100,
          PhoneNumber: e164(mobile),
          SmsSdkAppId: this.#options.appId,
        },
        {
          isIdempotent: true,
          read: (response) =>
            response
              .list('PullSmsSendStatusSet')
              .find((each) => each.optionalText('SessionContext') === idempotencyKey)
              ?.text('SerialNo'),
        },
      );
      if (found !== undefined) return found;
      // States arrive with the carrier's report, so a message without one may still be on its way.
      throw new SmsNotSent('UNKNOWN', 'Tencent Cloud has no report on it');
    } catch (error) {
      throw smsFailure(error, FAILURES);
    }
  }

  /** Looks up the templates of the settings, which sends nothing. */
  check(): Promise<ProviderCheck> {
    const named = [...this.#options.templates].filter(([name]) => !name.includes('@'));
    const ids = named.map(([, { id }]) => Number(id));
    const remedy = {
      zh: '更正 TENCENT_SECRET_ID 和 TENCENT_SECRET_KEY，并授予该密钥使用短信的权限',
      en: 'correct TENCENT_SECRET_ID and TENCENT_SECRET_KEY, and let the key use SMS',
    };
    return proveAccount(async () => {
      const approved = await this.#client.call(
        'DescribeSmsTemplateList',
        { International: 0, TemplateIdSet: ids },
        {
          isIdempotent: true,
          read: (response) =>
            response
              .list('DescribeTemplateStatusSet')
              .filter((each) => each.integer('StatusCode') === 0)
              .map((each) => each.integer('TemplateId')),
        },
      );
      const others = named.filter(([, { id }]) => !approved.includes(Number(id))).map(([name]) => name);
      if (others.length === 0) {
        const detail = {
          zh: `${named.length} 个模板已审核通过`,
          en: `${named.length} approved templates`,
        };
        return { works: true, detail };
      }
      return {
        works: false,
        detail: {
          zh: `以下模板未审核通过：${others.join('、')}`,
          en: `these templates are not approved: ${others.join(', ')}`,
        },
        remedy: {
          zh: '在腾讯云短信控制台查看模板，并更正 TENCENT_SMS_TEMPLATES',
          en: 'see the templates in the console of Tencent Cloud SMS, and correct TENCENT_SMS_TEMPLATES',
        },
      };
    }, remedy);
  }
}

/** Of the only message of a request. */
function serialNoOf(response: JsonAnswer): string {
  const [status] = response.list('SendStatusSet');
  if (status === undefined) throw new GarbledAnswer('there is no status');
  const code = status.text('Code');
  if (code !== 'Ok') throw tencentRefusal(code, 'SendSms');
  return status.text('SerialNo');
}

function e164(mobile: string): string {
  return isMainland(mobile) ? `+86${mobile}` : mobile;
}

function ownMobile(mobile: string): string {
  return mobile.startsWith('+86') ? mobile.slice(3) : mobile;
}
