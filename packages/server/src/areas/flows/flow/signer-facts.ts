import type { Db } from '../../../database/schema.js';
import type { ActingCorp, ActingMember, PersonIdentity } from '../../../operation/context.js';
import { findCorp } from '../../enterprise/index.js';
import { findPersonIn, identityIn } from '../../members/index.js';
import type { Participant } from './flow.js';

/** What is known of a signer at the time of an act, read once for all its checks. */
export interface SignerFacts {
  /** null: not known. */
  readonly identity: PersonIdentity | null;
  /** The enterprise for which they sign; null for a person, and while it is not registered. */
  readonly corp: ActingCorp | null;
  /**
   * Whether the signer's person is verified and their enterprise identified. For a personal part only a proven identity
   * counts, for an enterprise's part also what that enterprise asserts.
   */
  readonly verified: boolean;
}

type Signer = Pick<Participant, 'type' | 'corpId' | 'psnId'>;

/** @param acting who carries the act out */
export async function signerFacts(db: Db, signer: Signer, acting: ActingMember | null): Promise<SignerFacts> {
  const { type, corpId } = signer;
  const ofCorp = type === 'enterprise' && corpId !== null;
  const [identity, corp] = await Promise.all([
    signerIdentity(db, signer, acting),
    ownMembership(signer, acting)?.corp ?? (ofCorp ? findCorp(db, corpId) : null),
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

/** Who the signer is, if known. */
export async function signerIdentity(
  db: Db,
  signer: Signer,
  acting: ActingMember | null,
): Promise<PersonIdentity | null> {
  const membership = ownMembership(signer, acting);
  if (membership !== null) return membership.person;
  const { type, corpId, psnId } = signer;
  const found = await findPersonIn(db, psnId, type === 'person' ? null : corpId);
  return found === null ? null : identityIn(corpId, found);
}

/** What the request has read of the signer already, if the acting member signs for their own enterprise. */
function ownMembership({ type, corpId, psnId }: Signer, acting: ActingMember | null) {
  const membership = acting?.membership ?? null;
  const isOwn = type === 'enterprise' && psnId === acting?.userId && corpId === membership?.corp.corpId;
  return isOwn ? membership : null;
}
