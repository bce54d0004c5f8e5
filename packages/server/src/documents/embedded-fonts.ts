import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { boundingBox, subsetTrueType } from './font-subset.js';
import type { Face } from './fonts.js';
import { dictionary, name, type PdfObject, type PdfReference, type PdfValue, stream } from './pdf/values.js';
import { openTrueType, type TrueType } from './true-type.js';

interface FaceInUse {
  readonly face: Face;
  readonly font: TrueType;
  readonly name: string;
  /** Code point to CID, which is the glyph's number in the subset. */
  readonly numbers: Map<number, number>;
}

/**
 * The fonts of one revision: hands out CIDs while text is painted and writes the subsets afterwards. A CID stands
 * for a character, not a glyph, so that /ToUnicode gives back exactly the text that was drawn, also where two
 * characters share a glyph.
 */
export class EmbeddedFonts {
  readonly #prefix: string;
  readonly #faces = new Map<string, FaceInUse>();

  /** `prefix` begins the resource names; it must not begin a font name that the page uses already. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The resource name of the face and the text as a hexadecimal string of two-byte codes. */
  encode(face: Face, text: string): { readonly name: string; readonly codes: string } {
    const used = this.#use(face);
    let codes = '';
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      let number = used.numbers.get(codePoint);
      if (number === undefined) {
        number = used.numbers.size + 1;
        used.numbers.set(codePoint, number);
      }
      codes += number.toString(16).padStart(4, '0');
    }
    return { name: used.name, codes };
  }

  /** Writes every font through `add`; the answer maps resource names to Type 0 fonts. */
  write(add: (object: PdfObject) => PdfReference): ReadonlyMap<string, PdfReference> {
    const written = new Map<string, PdfReference>();
    for (const used of this.#faces.values()) written.set(used.name, writeFont(used, add));
    return written;
  }

  #use(face: Face): FaceInUse {
    const known = this.#faces.get(face.id);
    if (known !== undefined) return known;
    const used: FaceInUse = {
      face,
      font: openTrueType(face.bytes, face.id),
      name: `${this.#prefix}${this.#faces.size}`,
      numbers: new Map(),
    };
    this.#faces.set(face.id, used);
    return used;
  }
}

/** A composite font of Identity-H codes over a TrueType subset (ISO 32000-2 section 9.7). */
function writeFont(
  { face, font, numbers }: FaceInUse,
  add: (object: PdfObject) => PdfReference,
): PdfReference {
  const codePoints = [...numbers.keys()];
  const glyphs = codePoints.map((codePoint) => font.glyphId(codePoint));
  const program = subsetTrueType(face.bytes, [0, ...glyphs]);
  const scale = 1000 / face.unitsPerEm;
  const thousandths = (units: number): number => Math.round(units * scale * 100) / 100;
  const fontName = name(`${subsetTag(program)}+${face.id}`);
  const [left, bottom, right, top] = boundingBox(face.bytes);

  const fontFile = add(
    stream(dictionary({ Filter: name('FlateDecode'), Length1: program.length }), deflateSync(program)),
  );
  const descriptor = add(
    dictionary({
      Type: name('FontDescriptor'),
      FontName: fontName,
      Flags: 4,
      FontBBox: [left, bottom, right, top].map(thousandths),
      ItalicAngle: 0,
      Ascent: thousandths(face.ascent),
      Descent: thousandths(face.descent),
      CapHeight: thousandths(face.ascent),
      StemV: 80,
      FontFile2: fontFile,
    }),
  );
  const widths: PdfValue = [1, glyphs.map((glyph) => thousandths(font.advanceOf(glyph)))];
  const descendant = add(
    dictionary({
      Type: name('Font'),
      Subtype: name('CIDFontType2'),
      BaseFont: fontName,
      CIDSystemInfo: dictionary({
        Registry: { kind: 'string', bytes: Buffer.from('Adobe') },
        Ordering: { kind: 'string', bytes: Buffer.from('Identity') },
        Supplement: 0,
      }),
      FontDescriptor: descriptor,
      DW: 1000,
      W: widths,
      CIDToGIDMap: name('Identity'),
    }),
  );
  const toUnicode = add(
    stream(
      dictionary({ Filter: name('FlateDecode') }),
      deflateSync(Buffer.from(unicodeMap(codePoints), 'latin1')),
    ),
  );
  return add(
    dictionary({
      Type: name('Font'),
      Subtype: name('Type0'),
      BaseFont: fontName,
      Encoding: name('Identity-H'),
      DescendantFonts: [descendant],
      ToUnicode: toUnicode,
    }),
  );
}

/** Six capitals in front of a subset's name (9.9.2), made of its content: equal subsets have equal names. */
function subsetTag(program: Uint8Array): string {
  const digest = createHash('sha256').update(program).digest();
  return Array.from(digest.subarray(0, 6), (byte) => String.fromCharCode(0x41 + (byte % 26))).join('');
}

/** A ToUnicode CMap (9.10.3); at most 100 entries a block, as CMap readers expect. */
function unicodeMap(codePoints: readonly number[]): string {
  const entries = codePoints.map((codePoint, index) => {
    const utf16 = Buffer.from(String.fromCodePoint(codePoint), 'utf16le').swap16().toString('hex');
    return `<${(index + 1).toString(16).padStart(4, '0')}> <${utf16}>`;
  });
  const blocks: string[] = [];
  for (let start = 0; start < entries.length; start += 100) {
    const block = entries.slice(start, start + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}
