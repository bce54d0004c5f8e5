/** The words that a signer places, as the history records them. */
import { createHash } from 'node:crypto';

/** Content of a mark: a text, or the SHA-256 of a picture instead. Both null for a seal. */
export interface MarkWords {
  readonly text: string | null;
  readonly picture: string | null;
}

/**
 * The fields of a mark in the history. Where the contract's contents are secret the words themselves stand with the
 * control alone, and the history has a hash of them that nobody can guess without the salt.
 * @param salt null for a contract whose contents everybody who sees it may read
 */
export function recordedWords({ text, picture }: MarkWords, salt: string | null) {
  return {
    ...(text === null ? {} : salt === null ? { text } : { textHash: saltedHash(text, salt) }),
    ...(picture === null ? {} : { picture }),
  };
}

/** SHA-256 over the salt's hexadecimal digits and the words, in UTF-8; hexadecimal. */
export function saltedHash(text: string, salt: string): string {
  return createHash('sha256').update(salt).update(text, 'utf8').digest('hex');
}
