/** What became of messages that a provider has accepted. */
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db, Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import { enqueue } from '../../jobs/queue.js';
import type { CorpId } from '../../operation/context.js';
import type { ReceivedSmsReport, SmsProvider, SmsReceipt } from '../../providers/sms/port.js';
import { type AskedMessage, endMessage, undecidedMessages } from './message-store.js';
import { saveRejection } from './store.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    /** A message about a contract did not reach its recipient, or nobody can tell. */
    'sms.undelivered': {
      readonly corpId: CorpId;
      readonly flowId: FlowId;
      readonly mobile: string;
      readonly template: string;
      readonly provider: string;
      readonly failure: string;
    };
  }
}

/** A provider with its name in the settings. */
export interface NamedSmsProvider {
  readonly name: string;
  readonly port: SmsProvider;
}

type End = Parameters<typeof endMessage>[3];

/** Records the end of a message once; one that was not delivered is told to lists and to the contract's history. */
async function noteEnd(tx: Tx, provider: string, of: SmsReceipt['of'], end: End): Promise<void> {
  const ended = await endMessage(tx, provider, of, end);
  if (ended === null || end.state === 'delivered') return;
  const failure = end.failure ?? 'UNKNOWN';
  const { mobile, template, corp_id: corpId, flow_id: flowId } = ended;
  await saveRejection(tx, mobile, end.state === 'unknown' ? 'UNKNOWN' : 'INVALID_NUMBER', end.now);
  if (corpId === null || flowId === null) return;
  await enqueue(tx, 'sms.undelivered', { corpId, flowId, mobile, template, provider, failure });
}

/** Nobody can tell any more whether it was sent. */
export function giveUp(db: Db, asked: AskedMessage, now: Date): Promise<void> {
  const of = { idempotencyKey: asked.idempotency_key };
  return transact(db, (tx) => noteEnd(tx, asked.provider, of, { state: 'unknown', failure: 'UNKNOWN', now }));
}

/**
 * Receives a provider's report. Repeated and unknown entries change nothing.
 * @throws SmsReportRefused
 */
export async function receiveReport(
  db: Db,
  { name, port }: NamedSmsProvider,
  received: ReceivedSmsReport,
): Promise<void> {
  const { now } = received;
  for (const { of, failure } of port.receipts.read(received)) {
    const end = failure === null ? 'delivered' : 'undelivered';
    await transact(db, (tx) => noteEnd(tx, name, of, { state: end, failure, now }));
  }
}

/** Codes are never sent again, so nobody looks up those with an unknown outcome. */
const UNDECIDED_MS = 3 * 3_600_000;
/** Limit of messages given up in one run. */
const MAX_GIVEN_UP = 500;

/** Ends messages that stayed undecided. */
export async function tidyMessages(db: Db, now: Date): Promise<void> {
  for (const asked of await undecidedMessages(db, new Date(now.getTime() - UNDECIDED_MS), MAX_GIVEN_UP))
    await giveUp(db, asked, now);
}
