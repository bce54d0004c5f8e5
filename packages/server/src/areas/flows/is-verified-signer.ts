import type { Db } from '../../database/schema.js';
import { findCorp } from '../enterprise/index.js';
import { findUser } from '../members/index.js';
import type { Participant } from './flow.js';

/** The signer's person is verified, and their enterprise identified. */
export async function isVerifiedSigner(db: Db, signer: Participant): Promise<boolean> {
  const person = await findUser(db, signer.psnId);
  if (person === null || person.realName === null) return false;
  if (signer.type === 'person') return true;
  const corp = signer.corpId === null ? null : await findCorp(db, signer.corpId);
  return corp?.identStatus === 'identified';
}

/**
 * The signer under the name that they are verified by: what stands on seals and in certificates must not be what an
 * initiator called somebody who was new here.
 */
export async function underVerifiedName(db: Db, signer: Participant): Promise<Participant> {
  const person = await findUser(db, signer.psnId);
  return { ...signer, psnName: person?.realName ?? signer.psnName };
}
