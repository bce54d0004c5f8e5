import type { Tx } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { charge } from './charge.js';
import type { Corp } from './corp.js';
import { encryptLegalRepIdentNo } from './legal-representative.js';
import { DEFAULT_MAX_AMOUNT } from './rules.js';
import { findCorpByName, insertCorp } from './store.js';

/** Data known of an enterprise when it is created; everything but the name may be missing. */
export interface CorpProfile {
  readonly corpName: string;
  readonly corpCode?: string;
  readonly legalRepName?: string;
  readonly legalRepIdentNo?: string;
  readonly legalDate?: Date;
  readonly identStatus?: Corp['identStatus'];
  readonly corpLevel?: number;
  readonly levelExpireTime?: Date;
  /** Yuan. */
  readonly maxAmount?: number;
  readonly parentId?: CorpId;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface OpeningBalances {
  readonly contracts: number;
  readonly collections: number;
}

/**
 * Assigns an id and encrypts the confidential fields. Called before the transaction, because it creates the
 * enterprise's first key.
 */
export async function prepareCorp(
  services: Pick<Services, 'ids' | 'envelope'>,
  profile: CorpProfile,
): Promise<Corp> {
  const corpId = await services.ids.next<'Corp'>();
  const number = profile.legalRepIdentNo;
  return {
    corpId,
    corpCode: profile.corpCode ?? null,
    corpName: profile.corpName.trim(),
    legalRepName: profile.legalRepName ?? null,
    legalRepIdentNo: number === undefined ? null : await encryptLegalRepIdentNo(services, corpId, number),
    identStatus: profile.identStatus ?? 'unidentified',
    corpLevel: profile.corpLevel ?? 0,
    levelExpireTime: profile.levelExpireTime ?? null,
    maxAmount: profile.maxAmount ?? DEFAULT_MAX_AMOUNT,
    legalDate: profile.legalDate ?? null,
    parentId: profile.parentId ?? null,
    settings: profile.settings ?? {},
  };
}

/** An enterprise with that name (however it is spelled) or that credit code exists already. */
export class CorpExists extends Error {
  constructor(readonly field: 'corpName' | 'corpCode') {
    super(`an enterprise of this ${field} exists`);
    this.name = 'CorpExists';
  }
}

/**
 * Stores a prepared enterprise with its opening balances, each as a row of its ledger.
 * @throws CorpExists
 */
export async function createCorp(
  tx: Tx,
  services: Pick<Services, 'ids'>,
  corp: Corp,
  opening: OpeningBalances,
  now: Date,
): Promise<void> {
  if (!(await insertCorp(tx, corp, now))) {
    throw new CorpExists((await findCorpByName(tx, corp.corpName)) === null ? 'corpCode' : 'corpName');
  }
  const ledgers = [
    ['contract', opening.contracts],
    ['collection', opening.collections],
  ] as const;
  for (const [ledger, count] of ledgers) {
    if (count === 0) continue;
    await charge(tx, services.ids, {
      corpId: corp.corpId,
      ledger,
      recordType: 'newUserPresent',
      count,
      flow: null,
      remark: null,
      now,
    });
  }
}
