import type { Db } from '../../../database/schema.js';
import type { IdentityStrength } from '../../../operation/context.js';
import { findCorp } from '../../enterprise/index.js';
import { findMembership, findUser } from '../../members/index.js';
import type { Participant } from './flow.js';

/**
 * The signer's person is known, and their enterprise identified. For themselves only what they have proven counts, for
 * an enterprise also what that enterprise asserts.
 */
export async function isVerifiedSigner(db: Db, signer: Participant): Promise<boolean> {
  if ((await signerIdentity(db, signer)) === null) return false;
  if (signer.type === 'person') return true;
  const corp = signer.corpId === null ? null : await findCorp(db, signer.corpId);
  return corp?.identStatus === 'identified';
}

/**
 * The signer under the name that they are known by: what is on seals and in certificates must not be what an
 * initiator called somebody who was new here.
 */
export async function underVerifiedName(db: Db, signer: Participant): Promise<Participant> {
  const identity = await signerIdentity(db, signer);
  return { ...signer, psnName: identity?.realName ?? signer.psnName };
}

/** The signer and how they were identified. */
export interface SignerIdentity {
  readonly strength: IdentityStrength;
  readonly realName: string;
  readonly since: Date | null;
  /** How the identity was proven, or which application asserted it. */
  readonly by: string | null;
  /** The enterprise in whose course that was; null: none. */
  readonly corpId: number | null;
}

/** null: nobody knows. */
export async function signerIdentity(
  db: Db,
  { type, corpId, psnId }: Pick<Participant, 'type' | 'corpId' | 'psnId'>,
): Promise<SignerIdentity | null> {
  const person = await findUser(db, psnId);
  if (person !== null && person.realName !== null) {
    const { realName, verifiedAt, provenBy, provenIn } = person;
    return { strength: 'proven', realName, since: verifiedAt, by: provenBy, corpId: provenIn };
  }
  if (type === 'person' || corpId === null) return null;
  const membership = await findMembership(db, corpId, psnId);
  if (membership?.identity !== 'asserted' || membership.realName === null) return null;
  const { realName, assertedAt, assertedBy } = membership;
  return { strength: 'asserted', realName, since: assertedAt, by: assertedBy, corpId };
}
