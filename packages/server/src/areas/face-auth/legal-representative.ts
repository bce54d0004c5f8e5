/** Whether the acting member is the legal representative on the enterprise's record. */

import type { Tx } from '../../database/schema.js';
import type { Context, UserId } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import { type Corp, legalRepresentative } from '../enterprise/index.js';
import { hasProvenIdentity, type Identity } from '../members/index.js';

type Step = Pick<Context, 'db' | 'services'>;

/** Compares name and ID document number, both proven; without a record nobody is the legal representative. */
export async function isLegalRepresentative(
  { db, services }: Step,
  corp: Corp,
  userId: UserId,
): Promise<boolean> {
  const onRecord = await legalRepresentative(services, corp);
  return onRecord !== null && (await hasProvenIdentity(db, services, userId, onRecord));
}

/** @throws Refusal NOT_LEGAL_REPRESENTATIVE */
export async function requireLegalRepresentative(step: Step, corp: Corp, userId: UserId): Promise<Identity> {
  const onRecord = await legalRepresentative(step.services, corp);
  if (onRecord === null || !(await hasProvenIdentity(step.db, step.services, userId, onRecord))) {
    throw refuseFor('NOT_LEGAL_REPRESENTATIVE');
  }
  return onRecord;
}

/** The record at the end of the check, decrypted before the transaction. */
export interface RecordedRepresentative {
  readonly corp: Corp;
  readonly identity: Identity | null;
}

/**
 * Repeats the comparison in the commit, on the locked record and person: either may have been corrected during the
 * check.
 * @throws Refusal NOT_LEGAL_REPRESENTATIVE
 */
export async function stillLegalRepresentative(
  tx: Tx,
  services: Step['services'],
  { corp, identity }: RecordedRepresentative,
  locked: Corp,
  userId: UserId,
): Promise<void> {
  const isSameRecord =
    identity !== null &&
    locked.legalRepName === corp.legalRepName &&
    locked.legalRepIdentNo !== null &&
    corp.legalRepIdentNo !== null &&
    Buffer.compare(locked.legalRepIdentNo, corp.legalRepIdentNo) === 0;
  if (!isSameRecord || !(await hasProvenIdentity(tx, services, userId, identity))) {
    throw refuseFor('NOT_LEGAL_REPRESENTATIVE');
  }
}
