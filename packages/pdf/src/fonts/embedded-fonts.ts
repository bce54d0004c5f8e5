import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { RecentlyUsed } from '../engine/recently-used.js';
import { dictionary, name, type PdfObject, type PdfReference, stream, textString } from '../syntax/values.js';
import { boundingBox, subsetTrueType } from './font-subset.js';
import type { Face } from './fonts.js';
import { openTrueType } from './true-type.js';

type Add = (object: PdfObject) => PdfReference;

interface FaceInUse {
  readonly face: Face;
  readonly name: string;
  /** Code point to CID, which is the glyph's number in the subset. */
  readonly numbers: Map<number, number>;
}

/**
 * The fonts of one revision: assigns CIDs while text is painted and writes the subsets afterwards. A CID stands for a
 * character and not a glyph, so that /ToUnicode yields exactly the drawn text, even if two characters share a glyph.
 */
export class EmbeddedFonts {
  readonly #prefix: string;
  readonly #always: string;
  readonly #faces = new Map<string, FaceInUse>();

  /**
   * @param prefix of the resource names; it must not begin a font name that the page already uses
   * @param always characters of every subset, so that different texts have equal fonts
   */
  constructor(prefix: string, always = '') {
    this.#prefix = prefix;
    this.#always = always;
  }

  /** The resource name of the face and the text as a hexadecimal string of two-byte codes. */
  encode(face: Face, text: string): { readonly name: string; readonly codes: string } {
    const used = this.#use(face);
    const codes = [...text].map((character) => numberOf(used, character).toString(16).padStart(4, '0'));
    return { name: used.name, codes: codes.join('') };
  }

  /** Writes every font through `add`; the result maps resource names to Type 0 fonts. */
  write(add: Add): ReadonlyMap<string, PdfReference> {
    return this.writeEach((build) => build(add));
  }

  /** The same, where each font may exist already. */
  writeEach(share: (build: (add: Add) => PdfReference) => PdfReference): ReadonlyMap<string, PdfReference> {
    const written = new Map<string, PdfReference>();
    for (const used of this.#faces.values()) {
      written.set(
        used.name,
        share((add) => writeFont(used, add)),
      );
    }
    return written;
  }

  #use(face: Face): FaceInUse {
    const known = this.#faces.get(face.id);
    if (known !== undefined) return known;
    const used: FaceInUse = {
      face,
      name: `${this.#prefix}${this.#faces.size}`,
      numbers: new Map(),
    };
    for (const character of this.#always) {
      if (face.hasGlyph(character.codePointAt(0) ?? 0)) numberOf(used, character);
    }
    this.#faces.set(face.id, used);
    return used;
  }
}

function numberOf({ numbers }: FaceInUse, character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  const number = numbers.get(codePoint) ?? numbers.size + 1;
  numbers.set(codePoint, number);
  return number;
}

/**
 * The expensive parts of a font, cached: the same few characters of the same face are drawn on every contract of a day.
 */
interface EncodedSubset {
  readonly fontName: string;
  readonly programLength: number;
  /** Deflated. */
  readonly program: Uint8Array;
  readonly toUnicode: Uint8Array;
  /** Thousandths of the font size, from CID 1 on. */
  readonly widths: readonly number[];
}

/** Per font file, keyed by the characters in order; only small subsets are cached, those of date lines. */
const subsets = new WeakMap<Uint8Array, RecentlyUsed<EncodedSubset>>();
const KEPT_SUBSETS = 32;
const KEPT_CHARACTERS = 64;

function encodedSubset(face: Face, codePoints: readonly number[]): EncodedSubset {
  if (codePoints.length > KEPT_CHARACTERS) return encodeSubset(face, codePoints);
  let ofFace = subsets.get(face.bytes);
  if (ofFace === undefined) {
    ofFace = new RecentlyUsed(KEPT_SUBSETS);
    subsets.set(face.bytes, ofFace);
  }
  const key = codePoints.join();
  const known = ofFace.get(key);
  if (known !== undefined) return known;
  const encoded = encodeSubset(face, codePoints);
  ofFace.set(key, encoded);
  return encoded;
}

function encodeSubset(face: Face, codePoints: readonly number[]): EncodedSubset {
  const font = openTrueType(face.bytes, face.id);
  const glyphs = codePoints.map((codePoint) => font.glyphId(codePoint));
  const program = subsetTrueType(face.bytes, [0, ...glyphs]);
  return {
    fontName: `${subsetTag(program)}+${face.id}`,
    programLength: program.length,
    program: deflateSync(program),
    toUnicode: deflateSync(Buffer.from(unicodeMap(codePoints), 'latin1')),
    widths: glyphs.map((glyph) => thousandths(face, font.advanceOf(glyph))),
  };
}

/** A composite font of Identity-H codes over a TrueType subset (ISO 32000-2 section 9.7). */
function writeFont({ face, numbers }: FaceInUse, add: Add): PdfReference {
  const subset = encodedSubset(face, [...numbers.keys()]);
  const fontName = name(subset.fontName);
  const deflated = name('FlateDecode');
  const fontFile = add(
    stream(dictionary({ Filter: deflated, Length1: subset.programLength }), subset.program),
  );
  const descriptor = add(
    dictionary({
      Type: name('FontDescriptor'),
      FontName: fontName,
      Flags: 4,
      FontBBox: boundingBox(face.bytes).map((units) => thousandths(face, units)),
      ItalicAngle: 0,
      Ascent: thousandths(face, face.ascent),
      Descent: thousandths(face, face.descent),
      CapHeight: thousandths(face, face.ascent),
      StemV: 80,
      FontFile2: fontFile,
    }),
  );
  const descendant = add(
    dictionary({
      Type: name('Font'),
      Subtype: name('CIDFontType2'),
      BaseFont: fontName,
      CIDSystemInfo: dictionary({
        Registry: textString('Adobe'),
        Ordering: textString('Identity'),
        Supplement: 0,
      }),
      FontDescriptor: descriptor,
      DW: 1000,
      W: [1, subset.widths],
      CIDToGIDMap: name('Identity'),
    }),
  );
  const toUnicode = add(stream(dictionary({ Filter: deflated }), subset.toUnicode));
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

/** Converts font units to PDF glyph space. */
function thousandths(face: Face, units: number): number {
  return Math.round((units * 100_000) / face.unitsPerEm) / 100;
}

/** Six capitals prefixed to a subset's name (9.9.2), derived from its content: equal subsets have equal names. */
function subsetTag(program: Uint8Array): string {
  const digest = createHash('sha256').update(program).digest();
  return Array.from(digest.subarray(0, 6), (byte) => String.fromCharCode(0x41 + (byte % 26))).join('');
}

/**
 * A ToUnicode CMap (9.10.3); at most 100 entries a block, as CMap readers expect. Consecutive characters are one range,
 * because every date line has the digits.
 */
function unicodeMap(codePoints: readonly number[]): string {
  const ranges = consecutiveRanges(codePoints);
  const single = ranges.filter(({ length }) => length === 1);
  const several = ranges.filter(({ length }) => length > 1);
  const blocks = [
    ...blocksOf('bfchar', single, ({ cid, codePoint }) => `<${hex(cid)}> <${utf16(codePoint)}>`),
    ...blocksOf(
      'bfrange',
      several,
      ({ cid, codePoint, length }) => `<${hex(cid)}> <${hex(cid + length - 1)}> <${utf16(codePoint)}>`,
    ),
  ];
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

interface CidRange {
  readonly cid: number;
  readonly codePoint: number;
  readonly length: number;
}

/** Only the last byte of a code and of its character may vary within a range (9.7.5.2, 9.10.3). */
function consecutiveRanges(codePoints: readonly number[]): readonly CidRange[] {
  const ranges: CidRange[] = [];
  for (const [index, codePoint] of codePoints.entries()) {
    const cid = index + 1;
    const last = ranges.at(-1);
    const continues = last !== undefined && codePoint === last.codePoint + last.length;
    if (continues && cid % 0x100 !== 0 && codePoint % 0x100 !== 0)
      ranges.splice(-1, 1, { ...last, length: last.length + 1 });
    else ranges.push({ cid, codePoint, length: 1 });
  }
  return ranges;
}

function blocksOf(
  kind: 'bfchar' | 'bfrange',
  ranges: readonly CidRange[],
  print: (range: CidRange) => string,
): readonly string[] {
  const blocks: string[] = [];
  for (let start = 0; start < ranges.length; start += 100) {
    const block = ranges.slice(start, start + 100);
    blocks.push(`${block.length} begin${kind}\n${block.map(print).join('\n')}\nend${kind}`);
  }
  return blocks;
}

const hex = (cid: number): string => cid.toString(16).padStart(4, '0');

const utf16 = (codePoint: number): string =>
  Buffer.from(String.fromCodePoint(codePoint), 'utf16le').swap16().toString('hex');
