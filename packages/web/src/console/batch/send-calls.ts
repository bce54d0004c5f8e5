import { Refused, Unanswered } from '../../api/refused.js';
import type { CallResult, PlannedCall } from './batch-plan.js';
import { isKeyValid } from './batch-plan.js';

export interface Sender {
  /** Starts the items of a call under its key. */
  send(call: PlannedCall): Promise<CallResult>;
  /** What a call has started, by its key, after the key has ended; null: it never arrived. */
  find(call: PlannedCall): Promise<{ readonly batchId: number } | null>;
  /** Starts what a batch still lacks. */
  resume(batchId: number, call: PlannedCall): Promise<CallResult>;
  /** Stores the plan; nothing is sent before that. */
  keep(calls: readonly PlannedCall[]): Promise<void>;
  pause(): Promise<void>;
  now(): number;
  isStopped(): boolean;
}

/**
 * Sends the calls one after the other, each until it has an answer, and stores the plan around each.
 * @throws Refused if the service refuses a call as a whole
 */
export async function sendCalls(planned: readonly PlannedCall[], sender: Sender): Promise<void> {
  let calls = planned;
  const change = async (index: number, part: Partial<PlannedCall>) => {
    calls = calls.map((call, at) => (at === index ? { ...call, ...part } : call));
    await sender.keep(calls);
  };
  for (let index = 0; index < calls.length && !sender.isStopped(); index += 1) {
    const call = calls[index];
    if (call === undefined || call.result !== null) continue;
    const isSafe = isKeyValid(call, sender.now());
    if (call.sentAt === null) await change(index, { sentAt: sender.now() });
    const result = await answered(() => (isSafe ? sender.send(call) : continued(call, sender)), sender);
    if (result !== null) await change(index, { result });
  }
}

async function continued(call: PlannedCall, sender: Sender): Promise<CallResult> {
  const found = await sender.find(call);
  return found === null ? sender.send(call) : sender.resume(found.batchId, call);
}

/** null: stopped before there was an answer. */
async function answered(attempt: () => Promise<CallResult>, sender: Sender): Promise<CallResult | null> {
  while (!sender.isStopped()) {
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await sender.pause();
    }
  }
  return null;
}

/** No answer, a service that is restarting or busy, or the same call still running there. */
function isPassing(error: unknown): boolean {
  if (error instanceof Unanswered) return true;
  if (!(error instanceof Refused)) return false;
  return error.reason === 'IDEMPOTENCY_KEY_RUNNING' || /^(5\d\d|429)$/.test(error.code);
}
