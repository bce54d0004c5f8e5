import type { Db } from '../../../database/schema.js';
import type { IdentityStrength } from '../../../operation/context.js';
import { findCorp } from '../../enterprise/index.js';
import { findMembership, findUser } from '../../members/index.js';
import type { Participant } from './flow.js';

/**
 * Whether the signer's person is verified and their enterprise identified. For a personal part only a proven identity
 * counts, for an enterprise's part also what that enterprise asserts.
 */
export async function isVerifiedSigner(db: Db, signer: Participant): Promise<boolean> {
  if ((await signerIdentity(db, signer)) === null) return false;
  if (signer.type === 'person') return true;
  const corp = signer.corpId === null ? null : await findCorp(db, signer.corpId);
  return corp?.identStatus === 'identified';
}

/**
 * The signer under their verified name: seals and certificates must not show the name by which an initiator called a
 * person who was unknown before.
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
  /** The enterprise through which the identity was proven; null if none. */
  readonly corpId: number | null;
}

/** null: not known. */
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
