import { BatchedLookup } from '../database/batched-lookup.js';
import type { Db } from '../database/schema.js';
import type { SmsMessage, SmsSender } from '../providers/sms/port.js';

export interface SandboxMessage {
  readonly mobile: string;
  readonly smsType: string;
  /** null for texts without a code. */
  readonly code: string | null;
  readonly text: string;
  readonly time: Date;
}

/** Messages that are not sent: they are stored in the database, accessible to all processes and after a restart. */
export class SandboxSmsOutbox implements SmsSender {
  readonly #db: Db;
  readonly #sending = new BatchedLookup<SmsMessage, undefined>((messages) => this.#store(messages));

  constructor(db: Db) {
    this.#db = db;
  }

  send(message: SmsMessage): Promise<void> {
    return this.#sending.get(message);
  }

  /** Messages that are sent at the same time are one commit. */
  async #store(messages: readonly SmsMessage[]): Promise<readonly undefined[]> {
    await this.#db
      .insertInto('sandbox_messages')
      .values(
        messages.map((message) => ({
          idempotency_key: message.idempotencyKey,
          mobile: message.mobile,
          sms_type: message.template,
          code: message.code,
          text: `【Cinnabar 沙箱】${message.text}`,
          time: message.time,
        })),
      )
      .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
      .execute();
    return messages.map(() => undefined);
  }

  /** Oldest first. */
  async messagesTo(mobile: string): Promise<readonly SandboxMessage[]> {
    const rows = await this.#db
      .selectFrom('sandbox_messages')
      .select(['mobile', 'sms_type', 'code', 'text', 'time'])
      .where('mobile', '=', mobile)
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      mobile: row.mobile,
      smsType: row.sms_type,
      code: row.code,
      text: row.text,
      time: row.time,
    }));
  }
}
