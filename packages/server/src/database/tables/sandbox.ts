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

/** What the sandbox's payment provider knows of orders. */
export interface SandboxPaymentsTable {
  business_order_no: string;
  amount_fen: number;
  state: 'open' | 'succeeded' | 'failed' | 'closed';
  expire_time: Date;
  paid_at: Date | null;
  /** Of the only possible refund. */
  refund_no: string | null;
  refunded_fen: number;
}

export interface SandboxTables {
  sandbox_payments: SandboxPaymentsTable;
  sandbox_messages: SandboxMessagesTable;
}
