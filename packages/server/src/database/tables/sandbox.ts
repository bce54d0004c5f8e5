import type { Generated } from 'kysely';

/** Text messages that the sandbox would have sent. */
export interface SandboxMessagesTable {
  id: Generated<number>;
  /** A job may send twice; the outbox shows it once. */
  idempotency_key: string;
  mobile: string;
  sms_type: string;
  /** null for texts that carry none. */
  code: string | null;
  text: string;
  time: Date;
}

export interface SandboxTables {
  sandbox_messages: SandboxMessagesTable;
}
