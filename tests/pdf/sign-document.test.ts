import { DrawingRefused } from '@cinnabar/pdf/model.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { ClassicFile } from '@cinnabar/pdf/syntax/classic-file.js';
import { isDictionary, isReference, isString, type PdfObject } from '@cinnabar/pdf/syntax/values.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { signaturesIn } from '../support/pdf/found-signatures.js';
import { pdfsig, pdftotext, qpdfProblems } from '../support/pdf/pdf-tools.js';
import { actOf, placement, preparedPdf, STYLE, sealMark } from '../support/pdf/sample-documents.js';
import { makeTestSigner, type TestSigner } from '../support/test-certificates.js';

const AREA = { fieldName: 'sig-7-1', box: { page: 1, x: 300, y: 500, width: 159, height: 159 } };

let signer: TestSigner;
beforeAll(async () => {
  signer = await makeTestSigner('ecdsa-p256-sha256');
});

/** Every object of a file as text, by number. */
function objectsOf(pdf: Uint8Array): Map<number, PdfObject> {
  const file = new ClassicFile(pdf);
  return new Map(Array.from({ length: file.size - 1 }, (_, index) => [index + 1, file.object(index + 1)]));
}

describe('signing an existing field', () => {
  test('changes /V and /AP of that field and nothing else in the file', async () => {
    const prepared = await preparedPdf([{}, {}], { areas: [AREA, { ...AREA, fieldName: 'sig-8-1' }] });
    const before = objectsOf(prepared);
    const signed = await signDocument(
      prepared,
      actOf(signer, [placement('sig-7-1')]),
      signer.sign,
      testFonts,
    );
    const after = objectsOf(signed);
    const changed = [...before.keys()].filter((number) => {
      return JSON.stringify(printable(before.get(number))) !== JSON.stringify(printable(after.get(number)));
    });
    expect(changed).toHaveLength(1);
    const was = before.get(changed[0] ?? 0);
    const is = after.get(changed[0] ?? 0);
    if (!isDictionary(was) || !isDictionary(is)) throw new Error('the field is a dictionary');
    const [old, filled] = [was, is];
    const keys = [...new Set([...old.keys(), ...filled.keys()])];
    const different = keys.filter(
      (key) => JSON.stringify(printable(old.get(key))) !== JSON.stringify(printable(filled.get(key))),
    );
    expect(different.sort()).toEqual(['AP', 'V']);
    expect(isReference(filled.get('V'))).toBe(true);
    expect(old.has('V')).toBe(false);
  });

  test('a signed field cannot be signed again', async () => {
    const prepared = await preparedPdf([{}], { areas: [AREA] });
    const act = actOf(signer, [placement('sig-7-1')]);
    const signed = await signDocument(prepared, act, signer.sign, testFonts);
    await expect(signDocument(signed, act, signer.sign, testFonts)).rejects.toThrow('signed already');
  });
});

test('free placements add fields to the page and the form, and change nothing else', async () => {
  const prepared = await preparedPdf([{}, {}], { areas: [AREA] });
  const before = objectsOf(prepared);
  const signed = await signDocument(
    prepared,
    actOf(signer, [placement('sig-7-free', { page: 2 })]),
    signer.sign,
    testFonts,
  );
  const after = objectsOf(signed);
  const changed = [...before.keys()]
    .filter(
      (number) =>
        JSON.stringify(printable(before.get(number))) !== JSON.stringify(printable(after.get(number))),
    )
    .map((number) => after.get(number));
  const kinds = changed.map((value) =>
    value instanceof Map ? [...value.keys()].sort().join(' ') : 'no dictionary',
  );
  expect(kinds.sort()).toEqual(['Annots Contents MediaBox Parent Resources Type', 'DA DR Fields SigFlags']);
  expect(pdfsig(signed).map(({ field }) => field)).toEqual(['sig-7-free']);
  expect(qpdfProblems(signed)).toBe('');
});

test('two free placements on one page in one act keep both widgets', async () => {
  const prepared = await preparedPdf([{}]);
  const placements = [placement('a'), placement('b', { y: 100 })];
  const signed = await signDocument(prepared, actOf(signer, placements), signer.sign, testFonts);
  const file = new ClassicFile(signed);
  const pages = file.dictionary(file.dictionary(file.root)?.get('Pages'));
  const page = file.dictionary(file.array(pages?.get('Kids'))?.[0]);
  expect(file.array(page?.get('Annots'))).toHaveLength(2);
});

test('a seal placed several times in one act is stored once', async () => {
  const prepared = await preparedPdf([{}, {}, {}]);
  const one = await signDocument(prepared, actOf(signer, [placement('a')]), signer.sign, testFonts);
  const places = ['a', 'b', 'c'].map((name, index) => placement(name, { page: index + 1 }));
  const three = await signDocument(prepared, actOf(signer, places), signer.sign, testFonts);
  const seals = (pdf: Uint8Array): number =>
    Buffer.from(pdf).toString('latin1').split('/S /Transparency').length - 1;
  expect([seals(one), seals(three)]).toEqual([1, 1]);
});

test('the space reserved for the CMS is close to its size', async () => {
  const signed = await signDocument(await preparedPdf([{}]), actOf(signer, []), signer.sign, testFonts);
  for (const { padding } of signaturesIn(signed)) expect(padding).toBeLessThanOrEqual(4);
});

test('a remark is drawn into its box, and can be extracted from the file', async () => {
  const mark = {
    kind: 'text',
    text: '同意，按附件执行。Agreed 龘靐',
    multiLine: true,
    style: { ...STYLE, color: '#0000FF' },
  } as const;
  const prepared = await preparedPdf([{ text: '' }]);
  const signed = await signDocument(
    prepared,
    actOf(signer, [placement('r', { width: 300, height: 80 }, mark)]),
    signer.sign,
    testFonts,
  );
  expect(pdftotext(signed)).toContain('同意，按附件执行。Agreed 龘靐');
});

describe('refusals before signing', () => {
  const refused = async (
    act: Parameters<typeof actOf>[1],
    more: Parameters<typeof actOf>[2] = {},
  ): Promise<unknown> => {
    const prepared = await preparedPdf([{}], { areas: [AREA] });
    let asked = false;
    const error = await signDocument(
      prepared,
      actOf(signer, act, more),
      (data) => {
        asked = true;
        return signer.sign(data);
      },
      testFonts,
    ).then(
      () => null,
      (problem: unknown) => problem,
    );
    expect(asked).toBe(false);
    return error;
  };

  test('a missing page', async () => {
    const error = await refused([placement('free', { page: 9 })]);
    expect(error).toBeInstanceOf(DrawingRefused);
    expect(error).toMatchObject({ reason: 'OFF_PAGE', label: 'free' });
  });

  test('a position off the page', async () => {
    expect(await refused([placement('free', { x: 3000 })])).toMatchObject({
      reason: 'OFF_PAGE',
      label: 'free',
    });
  });

  test('a remark that does not fit', async () => {
    const mark = { kind: 'text', text: '很长的意见'.repeat(50), multiLine: false, style: STYLE } as const;
    expect(await refused([placement('free', {}, mark)])).toMatchObject({ reason: 'OVERFLOW', label: 'free' });
  });

  test('a character that no font contains', async () => {
    const mark = { kind: 'text', text: 'a\u{1F9A4}', multiLine: false, style: STYLE } as const;
    expect(await refused([placement('free', {}, mark)])).toMatchObject({
      reason: 'MISSING_GLYPH',
      character: '\u{1F9A4}',
    });
  });

  test('a name with a full stop, a repeated name, an invisible field that exists', async () => {
    expect(await refused([placement('a.b')])).toBeInstanceOf(RangeError);
    expect(await refused([placement('a'), placement('a')])).toBeInstanceOf(RangeError);
    expect(await refused([], { invisibleFieldName: AREA.fieldName })).toBeInstanceOf(Error);
  });
});

test('name, reason, location and time are in the signature dictionary', async () => {
  const act = actOf(signer, [placement('a')], {
    location: '上海',
    reason: 'agreed (v2) \\ done',
    name: '王五',
  });
  const signed = await signDocument(await preparedPdf([{}]), act, signer.sign, testFonts);
  const signatures = [...objectsOf(signed).values()]
    .filter(isDictionary)
    .filter((value) => value.has('SubFilter'));
  expect(signatures).toHaveLength(1);
  const [signature] = signatures;
  const bytesOf = (key: string): Buffer => {
    const value = signature?.get(key);
    return Buffer.from(isString(value) ? value.bytes : []);
  };
  const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  expect(bytesOf('Name')).toEqual(utf16('王五'));
  expect(bytesOf('Location')).toEqual(utf16('上海'));
  expect(bytesOf('Reason').toString()).toBe('agreed (v2) \\ done');
  expect(bytesOf('M').toString()).toBe('D:20261120080000Z');
  expect(signature?.has('Cert')).toBe(false);
});

test('a date line embeds a small font subset', async () => {
  const prepared = await preparedPdf([{ text: '' }], { areas: [AREA] });
  const plain = await signDocument(prepared, actOf(signer, [placement('sig-7-1')]), signer.sign, testFonts);
  const dated = await signDocument(
    prepared,
    actOf(signer, [placement('sig-7-1', {}, sealMark({ dateLine: '2026年11月20日' }))]),
    signer.sign,
    testFonts,
  );
  expect(pdftotext(dated)).toContain('2026年11月20日');
  expect(dated.length - plain.length).toBeLessThan(8000);
});

/** Maps and bytes in a form that JSON can compare. */
function printable(value: unknown): unknown {
  if (value instanceof Map) return [...value].map(([key, item]) => [key, printable(item)]);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(printable);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).map(([key, item]) => [key, printable(item)]);
  }
  return value ?? null;
}
