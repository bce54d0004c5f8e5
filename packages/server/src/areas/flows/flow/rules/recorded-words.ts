/** Texts placed by signers, in the form that the history records. */
import { createHash } from 'node:crypto';

/** Content of a mark: a text, or the SHA-256 of a picture. Both are null for a seal. */
export interface MarkWords {
  readonly text: string | null;
  readonly picture: string | null;
}

/**
 * The fields of a mark in the history. For an encrypted contract the texts themselves are stored with the control only,
 * and the history contains a hash that cannot be guessed without the salt.
 * @param salt null for an unencrypted contract
 */
export function recordedWords({ text, picture }: MarkWords, salt: string | null) {
  return {
    ...(text === null ? {} : salt === null ? { text } : { textHash: saltedHash(text, salt) }),
    ...(picture === null ? {} : { picture }),
  };
}

/** SHA-256 of the salt's hexadecimal digits and the text, in UTF-8; hexadecimal. */
export function saltedHash(text: string, salt: string): string {
  return createHash('sha256').update(salt).update(text, 'utf8').digest('hex');
}
