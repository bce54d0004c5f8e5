import { createHmac } from 'node:crypto';
import { newMasterKey, openMasterKey } from '@cinnabar/server/custody/master-key.js';
import {
  type FileLink,
  PAGE_WIDTHS,
  type PageLink,
  readLink,
  signLink,
} from '@cinnabar/server/storage/links.js';
import { describe, expect, test } from 'vitest';

const key = openMasterKey(newMasterKey()).linkSigning;
const hash = 'ab'.repeat(32);
const file: FileLink = {
  kind: 'file',
  corpId: 12,
  hash,
  fileName: '劳动合同 (2026)."a".pdf',
  mediaType: 'application/pdf',
  disposition: 'attachment',
};
const page: PageLink = { kind: 'page', corpId: 12, hash, page: 3, width: 1200 };
const now = new Date('2026-11-20T10:00:00.000Z');
const expires = new Date('2026-11-20T10:30:00.000Z');

/** A token with these fields under the right key, as made by another version of the program. */
function signedText(fields: readonly unknown[]): string {
  const text = Buffer.from(JSON.stringify([1, expires.getTime(), ...fields])).toString('base64url');
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

describe('a signed link', () => {
  test.each([file, page])('opens its target: $kind', (target) => {
    const token = signLink(key, target, expires);
    expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/);
    expect(readLink([key], token, now)).toEqual(target);
  });

  test.each(PAGE_WIDTHS)('opens the picture of a page %i px wide', (width) => {
    const token = signLink(key, { ...page, width }, expires);
    expect(readLink([key], token, now)).toEqual({ ...page, width });
  });

  test('to a picture of another width is invalid, even if correctly signed', () => {
    for (const width of [0, 1, 794, 1201, 4096, '1200', null]) {
      const token = signedText(['page', 12, hash, 3, width]);
      expect(readLink([key], token, now), String(width)).toBe('invalid');
    }
    expect(readLink([key], signedText(['page', 12, hash, 3, 1200]), now)).toEqual(page);
  });

  test('opens before its expiry, and not at it', () => {
    const token = signLink(key, file, expires);
    expect(readLink([key], token, new Date(expires.getTime() - 1))).toEqual(file);
    expect(readLink([key], token, expires)).toBe('expired');
  });

  test('with any character changed is invalid', () => {
    const token = signLink(key, page, expires);
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      expect(readLink([key], changed, now), `character ${at}`).toBe('invalid');
    }
  });

  test('has only one valid encoding', () => {
    const token = signLink(key, page, expires);
    for (const other of [`${token}=`, ` ${token}`, `${token}.`, `${token}.x`, token.replace('.', '..')]) {
      expect(readLink([key], other, now)).toBe('invalid');
    }
  });

  test('of another service, or extended without the key, is invalid', () => {
    const foreign = openMasterKey(newMasterKey()).linkSigning;
    expect(readLink([key], signLink(foreign, file, expires), now)).toBe('invalid');
    const late = signLink(foreign, file, new Date('2099-01-01'));
    const ours = signLink(key, file, expires);
    expect(readLink([key], `${late.split('.')[0]}.${ours.split('.')[1]}`, now)).toBe('invalid');
  });

  test.each(['', '.', 'x', 'x.y', 'e30.e30', '../../etc/passwd', 'a'.repeat(5000)])(
    '"%s" is invalid',
    (token) => {
      expect(readLink([key], token, now)).toBe('invalid');
    },
  );
});
