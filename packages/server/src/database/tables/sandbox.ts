import type { Generated } from 'kysely';

/** Text messages that the sandbox would have sent. */
export interface SandboxMessagesTable {
  id: Generated<number>;
  /** A job may send a message twice; the outbox shows it once. */
  idempotency_key: string;
  mobile: string;
  sms_type: string;
  /** null for messages without a code. */
  code: string | null;
  text: string;
  time: Date;
}

/** Orders of the sandbox's payment provider. */
export interface SandboxPaymentsTable {
  business_order_no: string;
  amount_fen: number;
  state: 'open' | 'succeeded' | 'failed' | 'closed';
  expire_time: Date;
  paid_at: Date | null;
  /** Number of the only possible refund. */
  refund_no: string | null;
  refunded_fen: number;
}

export interface SandboxTables {
  sandbox_payments: SandboxPaymentsTable;
  sandbox_messages: SandboxMessagesTable;
}
