import type { Db } from '../../../database/schema.js';
import type { IdentityStrength } from '../../../operation/context.js';
import { type Corp, findCorp } from '../../enterprise/index.js';
import { findPersonIn } from '../../members/index.js';
import type { Participant } from './flow.js';

/** What is known of a signer at the time of an act, read once for all its checks. */
export interface SignerFacts {
  /** null: not known. */
  readonly identity: SignerIdentity | null;
  /** The enterprise for which they sign; null for a person, and while it is not registered. */
  readonly corp: Corp | null;
  /**
   * Whether the signer's person is verified and their enterprise identified. For a personal part only a proven identity
   * counts, for an enterprise's part also what that enterprise asserts.
   */
  readonly verified: boolean;
}

type Signer = Pick<Participant, 'type' | 'corpId' | 'psnId'>;

export async function signerFacts(db: Db, signer: Signer): Promise<SignerFacts> {
  const { type, corpId } = signer;
  const ofCorp = type === 'enterprise' && corpId !== null;
  const [identity, corp] = await Promise.all([
    signerIdentity(db, signer),
    ofCorp ? findCorp(db, corpId) : Promise.resolve(null),
  ]);
  const identified = type === 'person' || corp?.identStatus === 'identified';
  return { identity, corp, verified: identity !== null && identified };
}

/**
 * The signer under their verified name: seals and certificates must not show the name by which an initiator called a
 * person who was unknown before.
 */
export function underVerifiedName(
  signer: Participant,
  { identity }: Pick<SignerFacts, 'identity'>,
): Participant {
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

/** Who the signer is, if known. */
export async function signerIdentity(
  db: Db,
  { type, corpId, psnId }: Signer,
): Promise<SignerIdentity | null> {
  const found = await findPersonIn(db, psnId, type === 'person' ? null : corpId);
  if (found === null) return null;
  const { realName, verifiedAt, provenBy, provenIn } = found.user;
  if (realName !== null) {
    return { strength: 'proven', realName, since: verifiedAt, by: provenBy, corpId: provenIn };
  }
  if (found.asserted === null) return null;
  return { strength: 'asserted', ...found.asserted, corpId };
}
