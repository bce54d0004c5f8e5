import { ByteSink } from '@cinnabar/pdf/syntax/byte-sink.js';
import { ClassicFile } from '@cinnabar/pdf/syntax/classic-file.js';
import { writeCompleteFile } from '@cinnabar/pdf/syntax/complete-file.js';
import { IncrementalUpdate } from '@cinnabar/pdf/syntax/incremental-update.js';
import { PdfSyntaxError, ValueReader } from '@cinnabar/pdf/syntax/value-reader.js';
import {
  dictionary,
  name,
  type PdfValue,
  reference,
  stream,
  textOf,
  textString,
} from '@cinnabar/pdf/syntax/values.js';
import { printNumber, printValue } from '@cinnabar/pdf/syntax/write-value.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

function read(text: string): PdfValue {
  return new ValueReader(Buffer.from(text, 'latin1'), 0).value();
}

const latin1 = fc
  .array(fc.integer({ min: 1, max: 255 }), { maxLength: 12 })
  .map((bytes) => Buffer.from(bytes).toString('latin1'));
const { value: anyValue } = fc.letrec<{ value: PdfValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value / 64),
    latin1.map(name),
    fc.integer({ min: 1, max: 9_999_999 }).map((number) => reference(number)),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => ({ kind: 'string' as const, bytes })),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(latin1, tie('value'), { maxKeys: 5 }).map((entries) => new Map(Object.entries(entries))),
  ),
}));

describe('objects', () => {
  test('are read back as written', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(comparable(read(`${printValue(value)} `))).toEqual(comparable(value));
      }),
    );
  });

  test.each<[string, PdfValue]>([
    ['(a\\(b\\)c (d) \\\\ \\101\\7)', { kind: 'string', bytes: Buffer.from('a(b)c (d) \\ A\x07', 'latin1') }],
    ['(a\\\nb\r\nc)', { kind: 'string', bytes: Buffer.from('ab\nc') }],
    ['<4 8 6 9 7>', { kind: 'string', bytes: Buffer.from('Hip') }],
    ['/A#20B#2F', name('A B/')],
    ['[1 0 R 2 3 4 0 R -.5 +7]', [reference(1), 2, 3, reference(4), -0.5, 7]],
    [
      '<</A<</B[null true]>>%comment\n/C(x)>>',
      new Map<string, PdfValue>([
        ['A', new Map([['B', [null, true]]])],
        ['C', { kind: 'string', bytes: Buffer.from('x') }],
      ]),
    ],
  ])('%s', (text, expected) => {
    expect(comparable(read(text))).toEqual(comparable(expected));
  });

  test.each(['', '>>', '<<1 2>>', '(abc', '<41', 'hello', '[1 2', '['.repeat(1000)])(
    '%s is refused',
    (text) => {
      expect(() => read(text)).toThrow(PdfSyntaxError);
    },
  );

  test('numbers have no exponents', () => {
    expect([1e-7, 0.1 + 0.2, -0, 1e20, 12.5].map(printNumber)).toEqual([
      '0',
      '0.3',
      '0',
      '100000000000000000000',
      '12.5',
    ]);
    expect(() => printNumber(Number.NaN)).toThrow(RangeError);
  });

  test('text strings of any script are read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(textOf(textString(text))).toBe(text);
      }),
    );
    expect(textOf(textString('王五 (𬭎)'))).toBe('王五 (𬭎)');
  });
});

describe('files', () => {
  const objects = [
    dictionary({ Type: name('Catalog'), Pages: reference(2) }),
    dictionary({ Type: name('Pages'), Kids: [], Count: 0 }),
    stream(dictionary({}), Buffer.from('endstream\nendobj\n')),
  ];

  test('a complete file is read through its table, and streams by their length', () => {
    const file = new ClassicFile(writeCompleteFile(objects, reference(1), null));
    expect(file.size).toBe(4);
    expect(comparable(file.object(1))).toEqual(comparable(objects[0] ?? null));
    expect(comparable(file.object(3))).toMatchObject({
      data: Buffer.from('endstream\nendobj\n').toString('hex'),
    });
    expect(file.object(0)).toBeNull();
    expect(file.object(99)).toBeNull();
  });

  test('updates are visible at once, newest first, and can be reverted', () => {
    const file = new ClassicFile(writeCompleteFile(objects, reference(1), null));
    const before = Buffer.from(file.sink.bytes());
    const restore = file.checkpoint();
    const update = new IncrementalUpdate(file);
    const added = update.add([name('new')]);
    update.write(reference(2), dictionary({ Type: name('Pages'), Kids: [], Count: 7 }));
    update.finish();
    expect(file.dictionary(reference(2))?.get('Count')).toBe(7);
    expect(added.object).toBe(4);
    expect(new ClassicFile(file.sink.bytes()).dictionary(reference(2))?.get('Count')).toBe(7);
    expect(file.sink.bytes(0, before.length).equals(before)).toBe(true);
    restore();
    expect(file.dictionary(reference(2))?.get('Count')).toBe(0);
    expect(Buffer.from(file.sink.bytes()).equals(before)).toBe(true);
  });

  test('an object is written once per update', () => {
    const update = new IncrementalUpdate(new ClassicFile(writeCompleteFile(objects, reference(1), null)));
    update.write(reference(2), null);
    expect(() => update.write(reference(2), null)).toThrow('written twice');
  });

  test('a file not written by this engine is refused, not guessed at', () => {
    expect(() => new ClassicFile(Buffer.from('%PDF-1.7\nhello'))).toThrow(PdfSyntaxError);
    const shifted = writeCompleteFile(objects, reference(1), null)
      .toString('latin1')
      .replace('%PDF', '   %PDF');
    expect(() => new ClassicFile(Buffer.from(shifted, 'latin1'))).toThrow(PdfSyntaxError);
  });
});

test('a sink grows, is overwritten in place and truncated', () => {
  const sink = new ByteSink(1);
  for (let round = 0; round < 100; round += 1) sink.text('0123456789');
  sink.append(Buffer.from('end'));
  sink.overwrite(990, 'abc');
  expect(sink.bytes(985).toString()).toBe('56789abc3456789end');
  sink.truncate(5);
  expect(sink.bytes().toString()).toBe('01234');
  expect(() => sink.overwrite(4, 'xx')).toThrow(RangeError);
});

/** Maps and bytes as comparable plain data. */
function comparable(value: unknown): unknown {
  if (value instanceof Map) return { map: [...value].map(([key, item]) => [key, comparable(item)]) };
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, comparable(item)]));
  }
  return value;
}
