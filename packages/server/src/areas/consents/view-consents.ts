import { type AgreementName, agreementNames } from '@cinnabar/api/pages/agreements.js';
import type { Db } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';
import { givenConsents, withdrawalsOf } from './store.js';

/**
 * How a consent is withdrawn. `here`: as such, so that the next act asks again. `enterprise`: by leaving the enterprise
 * or closing one's contracts to it.
 */
export type WayOut = 'here' | 'enterprise';

export const waysOut: Readonly<Record<AgreementName, WayOut>> = {
  electronicSignature: 'here',
  certificateRequest: 'here',
  identityCheck: 'here',
  faceCheck: 'here',
  membership: 'enterprise',
  personalContracts: 'enterprise',
};

export interface ShownConsent {
  readonly agreement: AgreementName;
  /** The version accepted last. */
  readonly version: string;
  readonly acceptedAt: Date;
  /** null: it is in force. */
  readonly withdrawnAt: Date | null;
  readonly wayOut: WayOut;
}

/** Each agreement that the person has ever accepted, with its last acceptance. */
export async function viewConsents(db: Db, userId: UserId): Promise<readonly ShownConsent[]> {
  const given = await givenConsents(db, userId);
  const withdrawn = await withdrawalsOf(db, userId);
  return agreementNames.flatMap((agreement) => {
    const last = given.find((each) => each.agreement === agreement);
    if (last === undefined) return [];
    const { version, acceptedAt } = last;
    const end = withdrawn.get(agreement) ?? null;
    const withdrawnAt = end !== null && end >= acceptedAt ? end : null;
    return [{ agreement, version, acceptedAt, withdrawnAt, wayOut: waysOut[agreement] }];
  });
}
