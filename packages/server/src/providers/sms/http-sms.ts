/** Text messages by a gateway of the operator: docs/providers/sms.md describes requests and answers. */
import type { Adapter } from '../adapter.js';
import type { CodeTable } from '../kit/code-table.js';
import { GatewayClient } from '../kit/gateway-client.js';
import { isFromGateway } from '../kit/gateway-signature.js';
import {
  type SmsFailure,
  type SmsMessage,
  type SmsProvider,
  type SmsReceipts,
  SmsReportRefused,
} from './port.js';
import { readReceiptList } from './receipt-list.js';
import { smsFailure } from './sms-failure.js';

export const httpSms: Adapter<SmsProvider> = {
  name: 'http',
  settings: { SMS_HTTP_URL: 'required', SMS_HTTP_SECRET: 'secret' },
  open(settings, parts) {
    const gateway = new GatewayClient(parts, {
      baseUrl: settings['SMS_HTTP_URL'] ?? '',
      setting: 'SMS_HTTP_SECRET',
      secret: settings['SMS_HTTP_SECRET'] ?? '',
    });
    return { port: new HttpSms(gateway), check: () => gateway.check() };
  },
};

/** Errors of a gateway. With each of them it has sent nothing. */
const FAILURES: CodeTable<SmsFailure> = [
  ['TEMPLATE_MISSING', 'TEMPLATE_MISSING'],
  ['INVALID_NUMBER', 'INVALID_NUMBER'],
  ['LIMITED', 'LIMITED'],
  ['BUSY', 'TRANSIENT'],
];

class HttpSms implements SmsProvider {
  readonly receipts: SmsReceipts;
  readonly templates = null;
  readonly #gateway: GatewayClient;

  constructor(gateway: GatewayClient) {
    this.#gateway = gateway;
    this.receipts = {
      path: '/notifications/sms/http',
      confirmation: '{}',
      read: (received) => {
        if (!isFromGateway(gateway.secret, received))
          throw new SmsReportRefused('the signature is not valid');
        return readReceiptList(received.body, (entry) => ({
          of: { idempotencyKey: entry.text('id') },
          mobile: entry.text('mobile'),
          failure: entry.boolean('delivered') ? null : entry.text('reason'),
        }));
      },
    };
  }

  async send(message: SmsMessage): Promise<string> {
    const { idempotencyKey: id, mobile, template, parameters, text, time } = message;
    const body = { type: 'sms.send', id, mobile, template, parameters, text, time: time.toISOString() };
    try {
      return await this.#gateway.post('send', body, {
        id,
        read: (answer) => answer.optionalText('id') ?? id,
      });
    } catch (error) {
      throw smsFailure(error, FAILURES);
    }
  }

  /** A gateway sends a message once per id. */
  async find(): Promise<null> {
    return null;
  }
}
