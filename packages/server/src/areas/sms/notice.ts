import type { Tx } from '../../database/schema.js';
import { enqueue } from '../../jobs/queue.js';
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

/** A message that carries no code. */
export interface Notice<Template extends SmsTemplate = SmsTemplate>
  extends Pick<SmsMessage, 'mobile' | 'idempotencyKey'> {
  readonly template: Template;
  readonly parameters: ParametersOf<Template>;
  readonly now: Date;
}

/**
 * Sends a message once the transaction has committed, and not at all if it does not. The job may run more than once;
 * the adapter sends one message per idempotencyKey.
 */
export async function sendNotice<Template extends SmsTemplate>(
  tx: Tx,
  notice: Notice<Template>,
): Promise<void> {
  // Anyone who has no mobile any more finds what there is when they are bound to one again.
  if (notice.mobile === '') return;
  await enqueue(
    tx,
    'sms.notice',
    {
      mobile: notice.mobile,
      template: notice.template,
      parameters: safeParameters(notice.parameters),
      idempotencyKey: notice.idempotencyKey,
      time: notice.now.toISOString(),
    },
    { key: `sms.notice:${notice.idempotencyKey}` },
  );
}

/** What is an address because we made it one, or because it is what the message is about. */
const ADDRESSES: ReadonlySet<string> = new Set(['link', 'host']);

/** Whatever people have named, no message leads anywhere but to us. */
function safeParameters(parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      ADDRESSES.has(name) ? value : forMessage(value),
    ]),
  );
}

/** A provider that is away is tried again; one that says no has said so for good. */
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
