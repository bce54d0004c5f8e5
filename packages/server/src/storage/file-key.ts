import { base32 } from '../custody/secrets.js';

/** Random bytes of `fileKey`: 160 bits, 32 characters of base32. */
export const FILE_KEY_RANDOM_BYTES = 20;

const FILE_KEY = /^files\/[a-z2-7]{32}(\.[a-z0-9]{1,8})?$/;

/**
 * A permanent storage key (`fileUrl`), such as `files/mfrggzdfmztwq2lknnwg23tpobyxe43u.pdf`. It is opaque: it reveals
 * nothing about the enterprise or the content, and grants no access by itself.
 * @param random FILE_KEY_RANDOM_BYTES random bytes
 * @param fileName its extension is kept if it is short and plain, for readers of logs
 */
export function fileKey(random: Uint8Array, fileName: string): string {
  if (random.length !== FILE_KEY_RANDOM_BYTES)
    throw new RangeError(`a file key takes ${FILE_KEY_RANDOM_BYTES} bytes`);
  const extension = /\.([a-z0-9]{1,8})$/.exec(fileName.toLowerCase())?.[0] ?? '';
  return `files/${base32(random)}${extension}`;
}

/** Whether untrusted text can be a storage key at all; saves the database query otherwise. */
export function isFileKey(text: string): boolean {
  return FILE_KEY.test(text);
}
