import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { envelopeOf } from '../../custody/envelope.js';
import { maskEmail } from '../../custody/masking.js';
import type { Db } from '../../database/schema.js';
import { enqueue } from '../../jobs/queue.js';
import { defineJob, type JobDefinition } from '../../jobs/tasks.js';
import type { CorpId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { MailNotSent } from '../../providers/mail/port.js';
import type { Said } from './facts.js';
import { layOutMail } from './mail-layout.js';
import { afterFailure } from './rules.js';
import { claimMail, findAddress, type MailRecipient, saveFailedAddress, saveMailState } from './store.js';
import { wordMail } from './word-mail.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'notices.mail': {
      readonly recipient: MailRecipient;
      readonly said: Said;
      readonly idempotencyKey: string;
      /** ISO 8601. */
      readonly time: string;
    };
    /** A mail about a contract will not be delivered. */
    'notices.undelivered': {
      readonly corpId: CorpId;
      readonly flowId: FlowId;
      /** Masked. */
      readonly email: string;
      readonly template: string;
      readonly failure: string;
    };
  }
}

/** An unavailable server is tried again for a day; each message is handed over at most once. */
export function mailJobs(
  db: Db,
  { mail, config }: Pick<Services, 'mail' | 'config'>,
): readonly JobDefinition[] {
  return [
    defineJob('notices.mail', async ({ recipient, said, idempotencyKey, time }, { now }) => {
      if (mail === null) return;
      const to = await findAddress(db, recipient);
      if (to === null) return;
      // The key contains a mobile, and the Message-ID is public.
      const messageKey = envelopeOf(db).keyedDigest('mail', idempotencyKey).slice(0, 40);
      if (!(await claimMail(db, messageKey, now))) return;
      const laidOut = layOutMail(wordMail(said, to.language), to.language, new URL(config.baseUrl).host);
      try {
        await mail.send({
          ...laidOut,
          to: to.address,
          language: to.language,
          messageKey,
          time: new Date(time),
        });
      } catch (error) {
        if (!(error instanceof MailNotSent)) throw error;
        const state = afterFailure(error.failure, now.getTime() - Date.parse(time));
        await saveMailState(db, messageKey, state, now);
        if (state === 'waiting') throw error;
        if (error.failure === 'NO_SUCH_MAILBOX') await saveFailedAddress(db, to, new Date(time), now);
        if (state === 'failed' && recipient.flow !== null) {
          const email = maskEmail(to.address);
          const { failure } = error;
          await enqueue(db, 'notices.undelivered', {
            ...recipient.flow,
            email,
            template: said.kind,
            failure,
          });
        }
        return;
      }
      await saveMailState(db, messageKey, 'sent', now);
    }),
  ];
}
