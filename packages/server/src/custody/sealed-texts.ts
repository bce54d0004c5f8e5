import type { Db } from '../database/schema.js';
import { envelopeOf } from './envelope.js';

/** Whose key, and what the texts are and where they belong: they open nowhere else. */
export interface SealedPlace {
  readonly corpId: number;
  readonly purpose: string;
}

/** Texts, or anything that JSON can hold, under the enterprise's data key. */
export function sealTexts(db: Db, { corpId, purpose }: SealedPlace, texts: unknown): Promise<Uint8Array> {
  return envelopeOf(db).encrypt(corpId, `texts ${purpose}`, Buffer.from(JSON.stringify(texts), 'utf8'));
}

/**
 * What was sealed there; authenticated, and therefore of the form in which it was given.
 * @throws TrustError NOT_AUTHENTIC
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
