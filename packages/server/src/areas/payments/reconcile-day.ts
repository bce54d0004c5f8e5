/** Fetches the statements of the last days from their providers, and compares them with our orders. */
import { isDeepStrictEqual } from 'node:util';
import { transact } from '../../database/transact.js';
import { PayProviderFailed } from '../../providers/pay/port.js';
import { accountOfOrder } from './account.js';
import { raiseAlert } from './alerts.js';
import { reconcile } from './rules/reconcile.js';
import { readyDays } from './rules/statement-days.js';
import type { Till } from './settle-order.js';
import {
  decidedStatements,
  feeRateOf,
  knownDifferences,
  nameOf,
  type StatementSource,
  sourcesOf,
  statedOrders,
  storeStatement,
} from './store/statements.js';

/** A service that was off for longer has no statements of those days. */
const CAUGHT_UP_DAYS = 7;
/** How often a day with differences is compared again, so that those disappear which time or somebody has put right. */
const AGAIN_MS = 24 * 3_600_000;
/** Asked hourly: after two days somebody should look at it. */
const MAX_ATTEMPTS = 48;

/** Statements that are ready and not compared yet, or compared a day ago with differences. */
export async function openStatements(till: Till, now: Date): Promise<readonly StatementSource[]> {
  const open: StatementSource[] = [];
  for (const day of readyDays(now, CAUGHT_UP_DAYS)) {
    const decided = await decidedStatements(till.db, day, againBefore(now));
    for (const source of await sourcesOf(till.db, day)) {
      const { merchantId, providerCode, merchantAccount } = source;
      if (!decided.has(nameOf(merchantId, providerCode, merchantAccount))) open.push(source);
    }
  }
  return open;
}

/** Compares one statement, if the provider has it; otherwise it is asked for again. */
export async function reconcileDay(till: Till, source: StatementSource, now: Date): Promise<void> {
  const outcome = await compared(till, source);
  // A channel without keys, where there is no sandbox's provider.
  if (outcome === null) return;
  await transact(till.db, async (tx) => {
    const known = await knownDifferences(tx, source);
    const limits = { maxAttempts: MAX_ATTEMPTS, before: againBefore(now) };
    const { state, isNew } = await storeStatement(tx, source, { ...outcome, now }, limits);
    if (!isNew) return;
    const { merchantId, merchantAccount, day } = source;
    const differences = outcome.result?.differences ?? [];
    const where = `statement of ${merchantAccount} of ${day}`;
    if (differences.length > 0 && !isDeepStrictEqual(differences, known)) {
      const detail = `${where}: ${differences.length} differences`;
      await raiseAlert(tx, { kind: 'statementDiffers', merchantId, detail });
    }
    if (state === 'failed') {
      const detail = `${where}: ${outcome.failure ?? 'not ready'}`;
      await raiseAlert(tx, { kind: 'statementMissing', merchantId, detail });
    }
  });
}

function againBefore(now: Date): Date {
  return new Date(now.getTime() - AGAIN_MS);
}

async function compared(till: Till, source: StatementSource) {
  try {
    const account = await accountOfOrder(till, source);
    const rows = await till.services.pay.statement({ account, day: source.day });
    if (rows === null) return { result: null, failure: null };
    const orders = await statedOrders(till.db, source, rows);
    const feeRate = await feeRateOf(till.db, source.channelModelId);
    return { result: reconcile(orders, rows, feeRate), failure: null };
  } catch (error) {
    if (!(error instanceof PayProviderFailed)) throw error;
    if (source.channelRevision === null) return null;
    return { result: null, failure: error.message.slice(0, 500) };
  }
}
