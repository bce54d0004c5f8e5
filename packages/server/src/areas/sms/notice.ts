import type { Db, Tx } from '../../database/schema.js';
import { enqueueTogether } from '../../jobs/queue.js';
import { defineJob, type JobDefinition } from '../../jobs/tasks.js';
import type { Services } from '../../operation/services.js';
import { type SmsFailure, type SmsMessage, SmsNotSent } from '../../providers/sms/port.js';
import type { Config } from '../../settings/config.js';
import { forMessage } from './for-message.js';
import { approvedParameters, messageText, type ParametersOf, type SmsTemplate } from './messages.js';
import { saveRejection } from './store.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'sms.notice': {
      readonly mobile: string;
      readonly template: SmsTemplate;
      readonly parameters: Readonly<Record<string, string>>;
      readonly idempotencyKey: string;
      /** ISO 8601. */
      readonly time: string;
      readonly about?: SmsMessage['about'];
    };
  }
}

/** A message without a code. */
export interface Notice<Template extends SmsTemplate = SmsTemplate>
  extends Pick<SmsMessage, 'mobile' | 'idempotencyKey' | 'about'> {
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
      ...(notice.about === undefined ? {} : { about: notice.about }),
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

export type SmsServices = Pick<Services, 'sms'> & { readonly config: Pick<Config, 'baseUrl'> };

/**
 * An unavailable provider or an empty account is retried for a day, and an unknown outcome is looked up by the next
 * attempt. Afterwards the failure is final like a rejection, and recorded so that initiators learn of it.
 */
export function smsJobs(db: Db, services: SmsServices): readonly JobDefinition[] {
  return [
    defineJob('sms.notice', async ({ template, parameters, time, ...message }, { now }) => {
      try {
        await services.sms.send({
          ...message,
          template,
          parameters: approvedParameters(template, parameters, services.config.baseUrl),
          text: messageText(template, parameters),
          code: null,
          time: new Date(time),
        });
      } catch (error) {
        const ageMs = now.getTime() - Date.parse(time);
        if (!(error instanceof SmsNotSent) || (isPassing(error) && ageMs < RETRIED_MS)) throw error;
        await saveRejection(db, message.mobile, error.failure, now);
      }
    }),
  ];
}

/** A later message would come too late to be of use. */
const RETRIED_MS = 24 * 3_600_000;

const PASSING: ReadonlySet<SmsFailure> = new Set(['TRANSIENT', 'LIMITED', 'NO_BALANCE', 'UNKNOWN']);

function isPassing({ failure }: SmsNotSent): boolean {
  return PASSING.has(failure);
}
