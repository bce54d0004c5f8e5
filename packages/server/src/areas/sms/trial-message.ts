import { randomInt } from 'node:crypto';
import type { SmsMessage } from '../../providers/sms/port.js';
import type { Config } from '../../settings/config.js';
import { approvedParameters, messageText, type SmsTemplate } from './messages.js';
import { CODE_LIFETIME_MS } from './rules.js';

/** Of all templates the one that no provider may lack. */
const TEMPLATE: SmsTemplate = 'commSms';

/** A message by which an operator tries a provider. Its code was given to nobody, and opens nothing. */
export function trialMessage(
  mobile: string,
  {
    config,
    trial,
    now,
  }: { readonly config: Pick<Config, 'baseUrl'>; readonly trial: number; readonly now: Date },
): SmsMessage {
  const parameters = {
    code: String(randomInt(1_000_000)).padStart(6, '0'),
    minutes: String(CODE_LIFETIME_MS / 60_000),
    use: '短信通道测试',
  };
  return {
    mobile,
    template: TEMPLATE,
    parameters: approvedParameters(TEMPLATE, parameters, config.baseUrl),
    text: messageText(TEMPLATE, parameters),
    code: null,
    idempotencyKey: `trial-${trial}`,
    time: now,
  };
}
