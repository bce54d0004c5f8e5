import { readBer } from '@cinnabar/pki/asn1/ber.js';
import { DerError, octetString, sequence } from '@cinnabar/pki/asn1/der.js';
import { describe, expect, test } from 'vitest';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const END = '0000';

describe('BER is parsed to the DER of the same value', () => {
  test.each([
    ['an indefinite length', `3080 0401aa ${END}`, '3003 0401aa'],
    ['a length that is longer than it must be', '308103 0401aa', '3003 0401aa'],
    ['an octet string in pieces', `2480 0401aa 0402bbcc ${END}`, '0403aabbcc'],
    ['pieces of pieces', `2480 2404 0402aabb 0401cc ${END}`, '0403aabbcc'],
    ['a bit string in pieces', `2380 030200aa 030204b0 ${END}`, '030304aab0'],
    ['DER before it', `3007 0401aa 2480${END}`, '3005 0401aa 0400'],
    ['DER after it', `3009 3080 0401aa ${END} 0500`, '3007 3003 0401aa 0500'],
  ])('%s', (_, ber, der) => {
    expect(Buffer.from(readBer(bytes(ber)).der)).toEqual(Buffer.from(bytes(der)));
  });

  test('bytes after the first element are ignored', () => {
    expect(readBer(bytes(`3080 0500 ${END} ff`))).toEqual({ der: bytes('3002 0500'), length: 6 });
  });
});

test('DER is returned unchanged, without a copy', () => {
  const der = sequence(octetString(new Uint8Array(3)), sequence());
  expect(readBer(der).der.buffer).toBe(der.buffer);
});

describe('a few megabytes designed to exhaust memory are refused', () => {
  const filled = (length: number, pattern: readonly number[]): Uint8Array =>
    Uint8Array.from({ length }, (_, index) => pattern[index % pattern.length] ?? 0);

  test.each([
    ['sequences one in another', Buffer.from('3080'.repeat(100_000), 'hex')],
    [
      'a string in a million pieces',
      Buffer.concat([bytes('2480'), filled(3_000_000, [4, 1, 65]), bytes(END)]),
    ],
    ['a million lengths in a longer form', Buffer.concat([bytes('3080'), filled(3_000_000, [5, 0x81, 0])])],
  ])('%s', (_, bomb) => {
    expect(() => readBer(bomb)).toThrow(DerError);
  });

  test('DER with many elements is parsed', () => {
    const many = Buffer.concat([bytes('3080'), filled(4_000_000, [5, 0]), bytes(END)]);
    expect(readBer(many).der.length).toBe(4_000_005);
  });
});
