import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  maskAddress,
  maskCertificateNumber,
  maskMobile,
  maskName,
} from '@cinnabar/server/custody/masking.js';
import { newMasterKey, openMasterKey } from '@cinnabar/server/custody/master-key.js';
import { base32, blindIndex, hashToken, randomToken, sameSecret } from '@cinnabar/server/custody/secrets.js';
import { describe, expect, test } from 'vitest';

test('a token has 256 bits, fits into a header, and is stored as its SHA-256', () => {
  const token = randomToken();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(randomToken()).not.toBe(token);
  expect(hashToken(token)).toBe(execFileSync('sha256sum', { input: token }).toString().slice(0, 64));
});

test('secrets of different lengths can be compared', () => {
  expect(sameSecret('abc', 'abc')).toBe(true);
  expect(sameSecret('abc', 'abd')).toBe(false);
  expect(sameSecret('abc', 'ab')).toBe(false);
  expect(sameSecret('', '')).toBe(true);
});

test('a blind index matches the same value of the same field under the same key, and nothing else', () => {
  const key = openMasterKey(newMasterKey()).blindIndex;
  const index = blindIndex(key, 'ID document number', '11010519491231002X');
  expect(blindIndex(key, 'ID document number', '11010519491231002X')).toBe(index);
  expect(blindIndex(key, 'mobile', '11010519491231002X')).not.toBe(index);
  expect(
    blindIndex(openMasterKey(newMasterKey()).blindIndex, 'ID document number', '11010519491231002X'),
  ).not.toBe(index);
  expect(index).toMatch(/^[0-9a-f]{64}$/);
});

test('base32 equals that of coreutils, in lower case without padding', () => {
  for (let length = 0; length < 24; length++) {
    const bytes = randomBytes(length);
    const expected = execFileSync('base32', ['-w0'], { input: bytes })
      .toString()
      .replace(/=/g, '')
      .toLowerCase();
    expect(base32(bytes)).toBe(expected);
  }
});

describe('masking', () => {
  test.each([
    ['11010519491231002X', '110***********002X'],
    ['110105491231002', '110*********002'],
    ['E12345678', 'E1*****78'],
    ['A12345', 'A****5'],
    ['A1', '**'],
    ['', ''],
  ])('ID document number %s is shown as %s', (number, shown) => {
    expect(maskCertificateNumber(number)).toBe(shown);
  });

  test.each([
    ['13812340000', '138****0000'],
    ['+447911123456', '+44******3456'],
    ['+2901234', '+2****34'],
    ['110', '**0'],
    ['', ''],
  ])('mobile %s is shown as %s', (mobile, shown) => {
    expect(maskMobile(mobile)).toBe(shown);
  });

  test.each([
    ['王芳', '王*'],
    ['欧阳小明', '欧**'],
    ['John Smith', 'J**'],
    ['𡋾', '𡋾'],
    ['', ''],
  ])('the name %s is shown as %s', (name, shown) => {
    expect(maskName(name)).toBe(shown);
  });

  test.each([
    ['10.2.33.44', '10.2.*.*'],
    ['::ffff:10.2.33.44', '10.2.*.*'],
    ['2001:db8:85a3::8a2e:370:7334', '2001:db8:*'],
    ['', ''],
  ])('address %s', (address, shown) => {
    expect(maskAddress(address)).toBe(shown);
  });
});
