import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import {
  canonical,
  type Dictionary,
  isDictionary,
  isReference,
  type Revision,
  revisionsOf,
  type Value,
} from '../support/pdf/pdf-revisions.js';
import { pdfsig } from '../support/pdf/pdf-tools.js';
import { actOf, placement, preparedPdf, value } from '../support/pdf/sample-documents.js';
import { strictProblems } from '../support/pdf/strict-revisions.js';
import { makeTestSigner, type TestSigner } from '../support/test-certificates.js';

let signer: TestSigner;
let prepared: Uint8Array;
let signed: Uint8Array;

beforeAll(async () => {
  signer = await makeTestSigner('ecdsa-p256-sha256');
  const box = { page: 1, x: 100, y: 400, width: 159, height: 159 };
  const areas = ['sig-1-1', 'sig-2-1'].map((fieldName) => ({ fieldName, box }));
  prepared = await preparedPdf([{}, {}], { values: [value('甲方')], areas });
  signed = await sign(prepared, 'sig-1-1');
});

function sign(pdf: Uint8Array, fieldName: string): Promise<Uint8Array> {
  return signDocument(pdf, actOf(signer, [placement(fieldName)]), signer.sign, testFonts);
}

describe('our own output has no errors', () => {
  test('areas, free placements, several in one act, an invisible signature', async () => {
    expect(strictProblems(signed)).toEqual([]);
    const free = await signDocument(
      await sign(signed, 'sig-2-1'),
      actOf(signer, [placement('sig-3-1'), placement('sig-3-2', { page: 2 })]),
      signer.sign,
      testFonts,
    );
    const last = await signDocument(free, actOf(signer, []), signer.sign, testFonts);
    expect(strictProblems(last)).toEqual([]);
    expect(revisionsOf(last)).toHaveLength(6);
  });

  test('validation data after the signatures', () => {
    const { catalog, catalogNumber, next } = lookInto(signed);
    const text = print(new Map([...catalog, ['DSS', { ref: next, generation: 0 }]]));
    const dss = update(signed, [
      [catalogNumber, text],
      [next, '<</Type /DSS /Certs []>>'],
    ]);
    expect(strictProblems(dss)).toEqual([]);
  });

  test('an unsigned document is reported', () => {
    expect(strictProblems(prepared)).toEqual(['there is no signature']);
  });
});

describe('known attacks on PDF readers', () => {
  test('page content is replaced after the signature', () => {
    const { page } = lookInto(signed);
    const contents = page.get('Contents');
    const first = Array.isArray(contents) ? contents.find(isReference) : undefined;
    const other = '<</Length 4>>\nstream\n0 g \nendstream';
    const attacked = update(signed, [[first?.ref ?? 0, other]]);
    // Poppler considers the signature valid; only the strict check detects the change.
    expect(pdfsig(attacked)).toMatchObject([{ validation: 'Signature is Valid.' }]);
    expect(strictProblems(attacked)).toContainEqual(expect.stringContaining('the stream'));
  });

  test('the page displays something else: content, box, resources, rotation', () => {
    const { page, pageNumber } = lookInto(signed);
    const changes: readonly [string, Value][] = [
      ['Contents', []],
      ['MediaBox', [0, 0, 10, 10]],
      ['Resources', new Map()],
      ['Rotate', 90],
    ];
    for (const [key, changed] of changes) {
      const attacked = update(signed, [
        [pageNumber, print(new Map<string, Value>([...page, [key, changed]]))],
      ]);
      expect(strictProblems(attacked)).toContainEqual(`revision 3: /${key} of object ${pageNumber} changed`);
    }
  });

  test('a stamp is placed over the page, or an annotation is removed', () => {
    const { page, pageNumber, next } = lookInto(signed);
    const annotations = page.get('Annots');
    const list = Array.isArray(annotations) ? annotations : [];
    const stamped = print(new Map([...page, ['Annots', [...list, { ref: next, generation: 0 }]]]));
    const stamp = '<</Type /Annot /Subtype /Stamp /Rect [0 0 600 800]>>';
    const withStamp = update(signed, [
      [pageNumber, stamped],
      [next, stamp],
    ]);
    expect(strictProblems(withStamp).join()).toContain('got something that is no new field');
    const fewer = print(new Map<string, Value>([...page, ['Annots', list.slice(1)]]));
    expect(strictProblems(update(signed, [[pageNumber, fewer]])).join()).toContain('changed at 0');
  });

  test('a signed field is moved, repainted or cleared', () => {
    const { fields, next } = lookInto(signed);
    const [number = 0, field = new Map<string, Value>()] = fields[0] ?? [];
    const appearance = '<</Subtype /Form /BBox [0 0 1 1] /Length 0>>\nstream\n\nendstream';
    const normal = new Map<string, Value>([['N', { ref: next, generation: 0 }]]);
    const repainted: Dictionary = new Map<string, Value>([...field, ['AP', normal]]);
    const emptied: Dictionary = new Map([...field].filter(([key]) => key !== 'V'));
    const moved: Dictionary = new Map<string, Value>([...field, ['Rect', [0, 0, 1, 1]]]);
    for (const [key, changed] of Object.entries({ Rect: moved, AP: repainted, V: emptied })) {
      const attacked = update(signed, [
        [number, print(changed)],
        [next, appearance],
      ]);
      expect(strictProblems(attacked)).toContainEqual(`revision 3: /${key} of field ${number} changed`);
    }
  });

  test('an empty field is painted without a signature', () => {
    const { fields, next } = lookInto(signed);
    const [number = 0, field = new Map<string, Value>()] = fields[1] ?? [];
    const normal = new Map<string, Value>([['N', { ref: next, generation: 0 }]]);
    const painted = new Map<string, Value>([...field, ['AP', normal]]);
    const attacked = update(signed, [
      [number, print(painted)],
      [next, '<</Subtype /Form /BBox [0 0 1 1] /Length 0>>\nstream\n\nendstream'],
    ]);
    expect(strictProblems(attacked)).toEqual(['revision 3: a revision without signature or validation data']);
  });

  test('the catalog refers to something else, or has an action', () => {
    const { catalog, catalogNumber, next } = lookInto(signed);
    const open = print(new Map<string, Value>([...catalog, ['OpenAction', [null]]]));
    expect(strictProblems(update(signed, [[catalogNumber, open]])).join()).toContain("catalog's /OpenAction");
    const pages = print(new Map([...catalog, ['Pages', { ref: next, generation: 0 }]]));
    const elsewhere = update(signed, [
      [catalogNumber, pages],
      [next, '<</Type /Pages /Kids [] /Count 0>>'],
    ]);
    expect(strictProblems(elsewhere).join()).toContain("catalog's /Pages");
    const root = update(signed, [[next, '<</Type /Catalog>>']], `${next} 0 R`);
    expect(strictProblems(root).join()).toContain("the trailer's /Root changed");
  });

  test('shadow attack: hidden content below the signature is revealed', async () => {
    const { page, pageNumber, next } = lookInto(prepared);
    const waiting = next + 50;
    const annotations = page.get('Annots');
    const list = Array.isArray(annotations) ? annotations : [];
    const shadowed = print(new Map([...page, ['Annots', [...list, { ref: waiting, generation: 0 }]]]));
    const laid = await sign(update(prepared, [[pageNumber, shadowed]]), 'sig-1-1');
    const revealed = update(laid, [[waiting, '<</Type /Annot /Subtype /Stamp /Rect [0 0 600 800]>>']]);
    expect(strictProblems(laid).join()).toContain(`object ${waiting} was referred to before it was there`);
    expect(strictProblems(revealed).join()).toContain(
      `object ${waiting} was referred to before it was there`,
    );
  });

  test('an added field is not a signature, has no unique name, or has an action', () => {
    const { form, formNumber, page, pageNumber, next } = lookInto(signed);
    const withField = (field: string): string => {
      const reference = { ref: next, generation: 0 };
      const fields = form.get('Fields');
      const annotations = page.get('Annots');
      const extended = (list: Value | undefined): Value[] => [
        ...(Array.isArray(list) ? list : []),
        reference,
      ];
      const attacked = update(signed, [
        [formNumber, print(new Map([...form, ['Fields', extended(fields)]]))],
        [pageNumber, print(new Map([...page, ['Annots', extended(annotations)]]))],
        [next, field],
      ]);
      return strictProblems(attacked).join('\n');
    };
    const widget = `/Type /Annot /Subtype /Widget /Rect [0 0 9 9] /P ${pageNumber} 0 R`;
    expect(withField(`<<${widget} /FT /Tx /T (text)>>`)).toContain('is no signature field');
    expect(withField(`<<${widget} /FT /Sig /T (sig-1-1)>>`)).toContain('two fields are named sig-1-1');
    expect(withField(`<<${widget} /FT /Sig /T (a.b)>>`)).toContain('contains a period');
    expect(withField(`<<${widget} /FT /Sig /T (new) /AA <<>>>>`)).toContain('has /AA');
    expect(withField(`<<${widget} /FT /Sig /T (new)>>`)).toContain('is not signed');
  });

  test('wrapping: the signed bytes are moved, and the gap contains others', () => {
    const text = Buffer.from(signed).toString('latin1');
    const [whole = '', start = '', length = '', rest = '', tail = ''] =
      /\/ByteRange \[(\d+) (\d+) (\d+) (\d+) *\]/.exec(text) ?? [];
    const reworded = (...range: readonly number[]): Uint8Array => {
      const inside = range.join(' ').padEnd(whole.length - '/ByteRange []'.length);
      return Buffer.from(text.replace(whole, `/ByteRange [${inside}]`), 'latin1');
    };
    const [a, b, c, d] = [start, length, rest, tail].map(Number);
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('no range');
    expect(strictProblems(reworded(a, b, c, d))).toEqual([]);
    expect(strictProblems(reworded(1, b, c, d)).join()).toContain('does not begin with the file');
    expect(strictProblems(reworded(0, b, c, d - 1)).join()).toContain('does not end with its revision');
    expect(strictProblems(reworded(0, b - 9, c, d)).join()).toContain('not exactly one hexadecimal string');
    expect(strictProblems(reworded(0, b, c + 9, d - 9)).join()).toContain(
      'not exactly one hexadecimal string',
    );
    expect(strictProblems(reworded(0, 20, 24, signed.length - 24)).join()).toContain('outside the signature');
  });

  test('bytes outside any revision', () => {
    const eof = Buffer.from(signed).indexOf('%%EOF\n') + 6;
    const between = Buffer.concat([signed.subarray(0, eof), Buffer.from('% hidden\n'), signed.subarray(eof)]);
    const behind = Buffer.concat([signed, Buffer.from('1 0 obj\nnull\nendobj\n')]);
    const unlisted = Buffer.from(
      Buffer.from(signed)
        .toString('latin1')
        .replace(/\nxref\n/, '\n%%%%\n'),
      'latin1',
    );
    for (const attacked of [between, behind, unlisted]) expect(strictProblems(attacked)).toHaveLength(1);
  });

  test('a cross-reference with a wrong offset', () => {
    const text = Buffer.from(signed).toString('latin1');
    const at = text.lastIndexOf('\nxref\n');
    const wrong = text.slice(0, at) + text.slice(at).replace(/(\d{10}) 00000 n/, '0000000015 00000 n');
    expect(strictProblems(Buffer.from(wrong, 'latin1'))[0]).toContain('is not where the table says');
  });

  test('an empty update, and one that frees an object', () => {
    const { next } = lookInto(signed);
    const idle = update(signed, [[next, 'null']]);
    expect(strictProblems(idle)).toEqual(['revision 3: a revision without signature or validation data']);
    const text = Buffer.from(idle).toString('latin1');
    const at = text.lastIndexOf(' 00000 n ');
    const freed = `${text.slice(0, at)} 00001 f ${text.slice(at + 9)}`;
    expect(strictProblems(Buffer.from(freed, 'latin1'))[0]).toContain('is listed but not there');
  });
});

/** What an attacker has to know about a file. */
function lookInto(pdf: Uint8Array): {
  catalog: Dictionary;
  catalogNumber: number;
  form: Dictionary;
  formNumber: number;
  page: Dictionary;
  pageNumber: number;
  fields: readonly [number, Dictionary][];
  next: number;
} {
  const revisions = revisionsOf(pdf);
  const number = (found: Value | undefined): number => {
    if (!isReference(found)) throw new Error('no reference');
    return found.ref;
  };
  const dictionary = (object: number): Dictionary => {
    const found = newest(revisions, object);
    if (!isDictionary(found)) throw new Error(`object ${object} is no dictionary`);
    return found;
  };
  const trailer = revisions.at(-1)?.trailer ?? new Map<string, Value>();
  const catalogNumber = number(trailer.get('Root'));
  const catalog = dictionary(catalogNumber);
  const formNumber = number(catalog.get('AcroForm'));
  const form = dictionary(formNumber);
  const kids = dictionary(number(catalog.get('Pages'))).get('Kids');
  const pageNumber = number(Array.isArray(kids) ? kids[0] : undefined);
  const listed = form.get('Fields');
  const fields = (Array.isArray(listed) ? listed : []).map((field): [number, Dictionary] => [
    number(field),
    dictionary(number(field)),
  ]);
  return {
    catalog,
    catalogNumber,
    form,
    formNumber,
    page: dictionary(pageNumber),
    pageNumber,
    fields,
    next: Number(trailer.get('Size')),
  };
}

function newest(revisions: readonly Revision[], object: number): Value | undefined {
  return revisions.findLast(({ objects }) => objects.has(object))?.objects.get(object)?.value;
}

/** An incremental update that anyone can append. */
function update(
  pdf: Uint8Array,
  objects: readonly (readonly [number, string])[],
  root: string | null = null,
): Uint8Array {
  const last = revisionsOf(pdf).at(-1);
  if (last === undefined) throw new Error('no revision');
  let text = '';
  let table = '';
  let size = Number(last.trailer.get('Size'));
  for (const [number, body] of [...objects].sort(([one], [other]) => one - other)) {
    table += `${number} 1\n${String(pdf.length + text.length).padStart(10, '0')} 00000 n \n`;
    text += `${number} 0 obj\n${body}\nendobj\n`;
    size = Math.max(size, number + 1);
  }
  const entries = [
    `/Size ${size}`,
    `/Root ${root ?? print(last.trailer.get('Root') ?? null)}`,
    `/Info ${print(last.trailer.get('Info') ?? null)}`,
    `/ID ${print(last.trailer.get('ID') ?? null)}`,
    `/Prev ${last.startxref}`,
  ];
  const startxref = pdf.length + text.length;
  text += `xref\n${table}trailer\n<<${entries.join(' ')}>>\nstartxref\n${startxref}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(text, 'latin1')]);
}

function print(found: Value): string {
  if (isDictionary(found))
    return `<<${[...found].map(([key, item]) => `/${key} ${print(item)}`).join(' ')}>>`;
  if (Array.isArray(found)) return `[${found.map(print).join(' ')}]`;
  if (isReference(found)) return `${found.ref} ${found.generation} R`;
  if (typeof found === 'object' && found !== null && 'name' in found) return `/${found.name}`;
  if (typeof found === 'object' && found !== null && 'string' in found) return `<${found.string}>`;
  return canonical(found);
}
