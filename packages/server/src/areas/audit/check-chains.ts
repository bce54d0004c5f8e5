import type { MasterKey } from '../../custody/master-key.js';
import type { MessageLog } from '../../database/message-log.js';
import type { Db } from '../../database/schema.js';
import { CHAIN_START, endsAt, examineLinks } from './chain-rules.js';
import {
  allChains,
  type ChainState,
  chainsToCheck,
  findChain,
  linksAfter,
  placeAt,
  saveCheck,
} from './store/chains.js';

const HOUR_MS = 3_600_000;
const LINKS_AT_ONCE = 1000;
/** Links that one run examines: a chain with more is examined in several runs. */
const LINKS_OF_A_RUN = 50_000;

export interface CheckChains {
  readonly db: Db;
  readonly masterKey: MasterKey;
  readonly log: MessageLog;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Examines every chain once an hour, as far as this run gets. */
export async function checkChains(check: CheckChains): Promise<void> {
  let left = LINKS_OF_A_RUN;
  for (const state of await chainsToCheck(check.db, new Date(check.now.getTime() - HOUR_MS))) {
    if (left <= 0) return;
    left -= await checkChain(check, state, left);
  }
}

/**
 * Examines every chain to its end, whenever it was examined last.
 * @returns those that are broken, by their enterprise; 0 is the platform
 */
export async function checkAllChains(
  check: CheckChains,
): Promise<{ readonly chains: number; readonly broken: readonly number[] }> {
  const states = await allChains(check.db);
  const broken: number[] = [];
  for (const state of states) {
    await checkChain(check, { ...state, checkedTo: 0 }, Number.POSITIVE_INFINITY);
    if ((await findChain(check.db, state.chain))?.brokenAt !== null) broken.push(state.chain);
  }
  return { chains: states.length, broken };
}

/** @returns the number of links that were examined, one at least */
async function checkChain(
  { db, masterKey, log, now, signal }: CheckChains,
  state: ChainState,
  most: number,
): Promise<number> {
  const { chain, entries, checkedTo } = state;
  const found = async (brokenAt: number | null): Promise<void> => {
    await saveCheck(db, chain, { brokenAt, at: now });
    if (brokenAt === null) return;
    log.error(
      `the audit of ${chain === 0 ? 'the platform' : `enterprise ${chain}`} is broken at ${brokenAt}`,
    );
  };
  let place = checkedTo === 0 ? CHAIN_START : await placeAt(db, chain, checkedTo);
  let examined = 0;
  for (;;) {
    signal.throwIfAborted();
    const links = await linksAfter(db, chain, { after: place.sequence, to: entries, limit: LINKS_AT_ONCE });
    examined += links.length;
    const verdict = examineLinks(chain, place, links);
    if (!verdict.fits) {
      await found(verdict.brokenAt);
      return examined;
    }
    place = verdict.place;
    if (links.length < LINKS_AT_ONCE) {
      await found(endsAt(masterKey.audit, state, place) ? null : place.sequence + 1);
      return Math.max(1, examined);
    }
    if (examined >= most) {
      await saveCheck(db, chain, { to: place.sequence });
      return examined;
    }
  }
}
