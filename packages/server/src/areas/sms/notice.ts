import type { Tx } from '../../database/schema.js';
import { enqueueTogether } from '../../jobs/queue.js';
import { defineJob, type JobDefinition } from '../../jobs/tasks.js';
import type { Services } from '../../operation/services.js';
import { type SmsMessage, SmsNotSent } from '../../providers/sms/port.js';
import { forMessage } from './for-message.js';
import { messageText, type ParametersOf, type SmsTemplate } from './messages.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'sms.notice': {
      readonly mobile: string;
      readonly template: SmsTemplate;
      readonly parameters: Readonly<Record<string, string>>;
      readonly idempotencyKey: string;
      /** ISO 8601. */
      readonly time: string;
    };
  }
}

/** A message without a code. */
export interface Notice<Template extends SmsTemplate = SmsTemplate>
  extends Pick<SmsMessage, 'mobile' | 'idempotencyKey'> {
  readonly template: Template;
  readonly parameters: ParametersOf<Template>;
  readonly now: Date;
}

/**
 * Sends a message after the transaction has committed, and not at all if it rolls back. The job may run more than once;
 * the adapter sends one message per idempotencyKey.
 */
export async function sendNotice<Template extends SmsTemplate>(
  tx: Tx,
  notice: Notice<Template>,
): Promise<void> {
  // A person without a mobile finds pending items when they are bound to one again.
  if (notice.mobile === '') return;
  await enqueueTogether(tx, {
    name: 'sms.notice',
    payload: {
      mobile: notice.mobile,
      template: notice.template,
      parameters: safeParameters(notice.parameters),
      idempotencyKey: notice.idempotencyKey,
      time: notice.now.toISOString(),
    },
    key: `sms.notice:${notice.idempotencyKey}`,
  });
}

/** Parameters that contain an address by design: our own links, and values that are the message's subject. */
const ADDRESSES: ReadonlySet<string> = new Set(['link', 'host']);

/** Whatever users have entered, a message links only to us. */
function safeParameters(parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      ADDRESSES.has(name) ? value : forMessage(value),
    ]),
  );
}

/** An unavailable provider is retried; a rejection is final. */
export function smsJobs(services: Pick<Services, 'sms'>): readonly JobDefinition[] {
  return [
    defineJob('sms.notice', async ({ mobile, template, parameters, idempotencyKey, time }) => {
      try {
        await services.sms.send({
          mobile,
          template,
          parameters,
          text: messageText(template, parameters),
          code: null,
          idempotencyKey,
          time: new Date(time),
        });
      } catch (error) {
        if (!(error instanceof SmsNotSent) || error.failure === 'TRANSIENT') throw error;
      }
    }),
  ];
}
