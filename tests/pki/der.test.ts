import {
  bitString,
  boolean,
  certificateTime,
  DerError,
  element,
  explicit,
  ia5String,
  implicit,
  integer,
  namedBits,
  nullValue,
  objectIdentifier,
  octetString,
  printableString,
  sequence,
  set,
  TAG,
  utf8String,
} from '@cinnabar/pki/asn1/der.js';
import {
  children,
  readElement,
  readFirstElement,
  readInteger,
  readObjectIdentifier,
  readTime,
} from '@cinnabar/pki/asn1/der-reader.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outputOf } from '../support/programs.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('writing', () => {
  test.each([
    [0, '020100'],
    [127, '02017f'],
    [128, '02020080'],
    [256, '02020100'],
    [-1, '0201ff'],
    [-128, '020180'],
    [-129, '0202ff7f'],
    [2n ** 64n, '0209010000000000000000'],
  ])('the integer %s takes its shortest form', (value, expected) => {
    expect(hex(integer(value))).toBe(expected);
  });

  test('an unsigned magnitude loses superfluous zeros and gains the one that keeps it positive', () => {
    expect(hex(integer(Uint8Array.of(0, 0, 0x80)))).toBe('02020080');
    expect(hex(integer(Uint8Array.of(0, 0x7f)))).toBe('02017f');
    expect(hex(integer(new Uint8Array()))).toBe('020100');
  });

  test.each([
    ['1.2.840.113549.1.1.11', '06092a864886f70d01010b'],
    ['2.5.4.97', '0603550461'],
    ['2.999.3', '0603883703'],
  ])('the object identifier %s', (dotted, expected) => {
    expect(hex(objectIdentifier(dotted))).toBe(expected);
  });

  test('the elements of a SET OF are ordered by their bytes', () => {
    expect(hex(set(integer(300), integer(2), nullValue()))).toBe(`31090201020202012c0500`);
  });

  test('named bits end at the last one set', () => {
    expect(hex(namedBits(0, 1))).toBe('030206c0');
    expect(hex(namedBits(5, 6))).toBe('03020106');
    expect(hex(namedBits(8))).toBe('0303070080');
    expect(hex(namedBits())).toBe('030100');
  });

  test('an implicit tag replaces the identifier and keeps the constructed bit', () => {
    expect(hex(implicit(0, octetString(Uint8Array.of(7))))).toBe('800107');
    expect(hex(implicit(0, set(nullValue())))).toBe('a0020500');
  });

  test.each([
    ['2049-12-31T23:59:59.999Z', '170d3439313233313233353935395a'],
    ['2050-01-01T00:00:00.000Z', '180f32303530303130313030303030305a'],
  ])('a certificate writes %s in the form that RFC 5280 wants', (time, expected) => {
    expect(hex(certificateTime(new Date(time)))).toBe(expected);
    expect(readTime(readElement(certificateTime(new Date(time)))).getTime()).toBe(
      Math.floor(Date.parse(time) / 1000) * 1000,
    );
  });

  test.each([
    ['a name in Chinese as PrintableString', () => printableString('公司')],
    ['an at sign as PrintableString', () => printableString('a@b')],
    ['an accent as IA5String', () => ia5String('é')],
    ['a fraction as INTEGER', () => integer(1.5)],
    ['a single arc as OBJECT IDENTIFIER', () => objectIdentifier('1')],
    ['an arc beyond its bound', () => objectIdentifier('1.40')],
  ])('%s is refused', (_, write) => {
    expect(write).toThrow(DerError);
  });

  test('openssl parses all of it', () => {
    const der = sequence(
      integer(-129),
      boolean(true),
      utf8String('朱砂科技'),
      printableString('CN'),
      ia5String('a@b'),
      bitString(Uint8Array.of(0xc0), 6),
      explicit(3, objectIdentifier('2.5.4.97')),
      octetString(new Uint8Array(300)),
    );
    const printed = outputOf('openssl', ['asn1parse', '-inform', 'DER'], { input: der });
    expect(printed).toContain('l= 345 cons: SEQUENCE');
    expect(printed).toContain('朱砂科技');
    expect(printed).toContain('organizationIdentifier');
  });
});

describe('reading', () => {
  test('any nesting of elements is read back byte for byte', () => {
    const leaf = fc.uint8Array({ maxLength: 300 }).map((bytes) => octetString(bytes));
    fc.assert(
      fc.property(fc.array(leaf, { maxLength: 12 }), (leaves) => {
        const whole = sequence(explicit(2, ...leaves));
        const [wrapper] = children(readElement(whole));
        expect(wrapper && children(wrapper).map((child) => hex(child.bytes))).toEqual(leaves.map(hex));
      }),
      { numRuns: 60 },
    );
  });

  test('any integer and any object identifier is read back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }), (value) => {
        expect(readInteger(readElement(integer(value)))).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 2n ** 128n }), { maxLength: 8 }), (arcs) => {
        const dotted = ['2', '999', ...arcs].join('.');
        expect(readObjectIdentifier(readElement(objectIdentifier(dotted)))).toBe(dotted);
      }),
    );
  });

  test('a padded element is read, and the rest is left', () => {
    const padded = Buffer.concat([sequence(integer(1)), Buffer.alloc(20)]);
    expect(hex(readFirstElement(padded).bytes)).toBe('3003020101');
    expect(() => readElement(padded)).toThrow('TRAILING_BYTES');
  });

  test.each([
    ['nothing', '', 'TRUNCATED'],
    ['a cut-off content', '30050201', 'TRUNCATED'],
    ['an indefinite length', '3080020101', 'NOT_DER'],
    ['a length longer than needed', '04810100', 'NOT_DER'],
    ['a length with a leading zero', '0482000100', 'NOT_DER'],
    ['a huge length', '0484ffffffff', 'TRUNCATED'],
    ['a tag number above 30', '1f8101', 'NOT_DER'],
  ])('%s is refused', (_, bytes, reason) => {
    expect(() => readElement(Buffer.from(bytes, 'hex'))).toThrow(reason);
  });

  test('random bytes cause a refusal at worst', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          children(element(TAG.sequence, bytes) && readElement(element(TAG.sequence, bytes)));
        } catch (error) {
          expect(error).toBeInstanceOf(DerError);
        }
      }),
    );
  });
});
