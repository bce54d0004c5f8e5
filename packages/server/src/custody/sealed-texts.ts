import type { Db } from '../database/schema.js';
import { envelopeOf } from './envelope.js';

/** Enterprise, kind and location of the texts; they cannot be decrypted under any other. */
export interface SealedPlace {
  readonly corpId: number;
  readonly purpose: string;
}

/** Texts, or any other JSON value, encrypted with the enterprise's data key. */
export function sealTexts(db: Db, { corpId, purpose }: SealedPlace, texts: unknown): Promise<Uint8Array> {
  return envelopeOf(db).encrypt(corpId, `texts ${purpose}`, Buffer.from(JSON.stringify(texts), 'utf8'));
}

/**
 * The decrypted value; it is authenticated, and therefore has the type with which it was encrypted.
 * @throws CustodyError NOT_AUTHENTIC
 */
export async function openTexts<Texts>(
  db: Db,
  { corpId, purpose }: SealedPlace,
  sealed: Uint8Array,
): Promise<Texts> {
  const plain = await envelopeOf(db).decrypt(corpId, `texts ${purpose}`, sealed);
  const texts: Texts = JSON.parse(Buffer.from(plain).toString('utf8'));
  return texts;
}
