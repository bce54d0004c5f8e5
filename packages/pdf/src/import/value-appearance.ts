import { EmbeddedFonts } from '../fonts/embedded-fonts.js';
import { PT_PER_PX, quarterTurns, type Rotation, uprightMatrix } from '../layout/page-geometry.js';
import { layoutText } from '../layout/text-layout.js';
import { paintText } from '../layout/text-operators.js';
import { DrawingRefused, type TextStyle } from '../model.js';
import {
  dictionary,
  isArray,
  isString,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
  stream,
  textOf,
} from '../syntax/values.js';
import { printNumber, printValue } from '../syntax/write-value.js';
import type { Copying } from './copying.js';
import { fontForText, type TextFont } from './field-font.js';
import type { SourceDocument } from './source-document.js';

const MULTI_LINE = 1 << 12;
const PASSWORD = 1 << 13;
const COMBO = 1 << 17;
const COMB = 1 << 24;
const MARGIN = 2;
const MAX_VALUE_LENGTH = 20_000;
const MAX_FIELD_DEPTH = 32;

type Rectangle = readonly [number, number, number, number];

interface TextFieldLook {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** Placement of the field on its page. */
  readonly turned: Rotation;
  readonly multiLine: boolean;
  /** Cells of a comb field; 0 if it is none. */
  readonly cells: number;
  readonly alignment: 'left' | 'center' | 'right';
}

/**
 * Appearance of a text or drop-down field with a value but no appearance stream, or whose form sets /NeedAppearances
 * (ISO 32000-2 section 12.7.4.3): the value alone, or null if there is nothing to draw. Without this the value would
 * vanish with its field.
 */
export function valueAppearance(
  copying: Copying,
  form: PdfDictionary,
  widget: PdfDictionary,
  [left, bottom, right, top]: Rectangle,
  hasAppearance: boolean,
): PdfStream | null {
  const { source, copier } = copying;
  if (source.name(widget.get('Subtype')) !== 'Widget') return null;
  if (hasAppearance && source.resolve(form.get('NeedAppearances')) !== true) return null;
  const inherited = (key: string): PdfValue | undefined => inheritedEntry(source, widget, key);
  const flags = source.number(inherited('Ff')) ?? 0;
  const text = shownText(source, inherited, flags);
  if (text === '' || text.length > MAX_VALUE_LENGTH || !(right > left && top > bottom)) return null;

  const turned = quarterTurns(source.number(source.dictionary(widget.get('MK'))?.get('R')) ?? 0);
  const sideways = turned === 90 || turned === 270;
  const comb = (flags & COMB) !== 0 ? (source.number(inherited('MaxLen')) ?? 0) : 0;
  const quadding = source.number(inherited('Q') ?? form.get('Q')) ?? 0;
  const look: TextFieldLook = {
    text: (flags & PASSWORD) === 0 ? text : '*'.repeat(text.length),
    width: sideways ? top - bottom : right - left,
    height: sideways ? right - left : top - bottom,
    turned,
    multiLine: (flags & MULTI_LINE) !== 0,
    cells: comb > 0 && comb < 1000 ? comb : 0,
    alignment: quadding === 1 ? 'center' : quadding === 2 ? 'right' : 'left',
  };
  const given = source.string(inherited('DA') ?? form.get('DA'));
  const setup = defaultAppearance(given === null ? '' : Buffer.from(given).toString('latin1'));
  const background = backgroundOf(source, widget, look);
  const font = fontForText(source, widget, form, setup.font, look.text);
  if (font === null) return inLibraryFont(copying, look, setup, background);
  const content = `${background}${inOwnFont(look, setup, font)}`;
  return formOf(look, content, new Map([[setup.font, copier.copy(font.font)]]));
}

/** An entry of a field, its own or that of a field above it (12.7.4.1). */
export function inheritedEntry(
  source: SourceDocument,
  widget: PdfDictionary,
  key: string,
): PdfValue | undefined {
  let field: PdfDictionary | null = widget;
  for (let depth = 0; field !== null && depth < MAX_FIELD_DEPTH; depth += 1) {
    const value: PdfValue | undefined = field.get(key);
    if (value !== undefined) return value;
    field = source.dictionary(field.get('Parent'));
  }
  return undefined;
}

function shownText(
  source: SourceDocument,
  inherited: (key: string) => PdfValue | undefined,
  flags: number,
): string {
  const kind = source.name(inherited('FT'));
  const value = source.resolve(inherited('V'));
  if (kind === 'Tx') return isString(value) ? textOf(value) : '';
  if (kind !== 'Ch' || (flags & COMBO) === 0) return '';
  const chosen = isArray(value) ? source.resolve(value[0]) : value;
  if (!isString(chosen)) return '';
  for (const option of source.array(inherited('Opt')) ?? []) {
    const [exported, shown] = source.array(option) ?? [];
    const known = source.string(exported);
    const text = source.string(shown);
    if (known !== null && text !== null && Buffer.from(known).equals(chosen.bytes)) {
      return textOf({ kind: 'string', bytes: text });
    }
  }
  return textOf(chosen);
}

interface DefaultAppearance {
  readonly font: string;
  /** 0: the largest size that fits. */
  readonly size: number;
  /** The colour operator. */
  readonly color: string;
}

/** /DA is a content fragment: `/Helv 12 Tf 0 g`. */
function defaultAppearance(text: string): DefaultAppearance {
  const font = /\/([^\s/()<>[\]{}%]+)\s+(-?[\d.]+)\s+Tf/.exec(text);
  const color = [...text.matchAll(/(?:[\d.]+\s+){3}rg|(?:[\d.]+\s+){4}k|[\d.]+\s+g(?![a-z])/g)].at(-1);
  return {
    font: font?.[1] ?? 'Helv',
    size: Math.abs(Number(font?.[2] ?? 0)) || 0,
    color: color?.[0] ?? '0 g',
  };
}

function inOwnFont(look: TextFieldLook, setup: DefaultAppearance, font: TextFont): string {
  const { width, height } = look;
  const room = width - 2 * MARGIN;
  const size = setup.size > 0 ? setup.size : sizeThatFits(look, font, room);
  const lines = look.multiLine ? wrapped(look.text, font, room / size) : [look.text.replace(/[\r\n]+/g, ' ')];
  let top = look.multiLine ? height - 3 - size : height / 2 - 0.4 * size;
  let content = '';
  const show = (text: string, x: number): void => {
    content += `1 0 0 1 ${printNumber(x)} ${printNumber(top)} Tm ${printValue(font.encode(text))} Tj\n`;
  };
  for (const line of lines) {
    if (look.cells > 0) {
      const cell = width / look.cells;
      [...line].slice(0, look.cells).forEach((character, index) => {
        show(character, (index + 0.5) * cell - (font.width(character) * size) / 2);
      });
    } else {
      const spare = width - font.width(line) * size;
      show(
        line,
        look.alignment === 'left' ? MARGIN : look.alignment === 'center' ? spare / 2 : spare - MARGIN,
      );
    }
    top -= size;
  }
  const clip = `1 1 ${printNumber(width - 2)} ${printNumber(height - 2)} re W n`;
  return `/Tx BMC q ${clip} BT ${setup.color} /${setup.font} ${printNumber(size)} Tf\n${content}ET Q EMC\n`;
}

function sizeThatFits(look: TextFieldLook, font: TextFont, room: number): number {
  if (look.multiLine) return 12;
  const natural = font.width(look.text);
  const tall = 0.67 * look.height;
  return Math.max(2, Math.min(tall, natural > 0 && look.cells === 0 ? room / natural : tall));
}

/** Lines of at most that width, in multiples of the font size. */
function wrapped(text: string, font: TextFont, room: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r\n|\r|\n/)) {
    let line = '';
    for (const word of paragraph.split(/(?<= )/)) {
      if (line !== '' && font.width((line + word).trimEnd()) > room) {
        lines.push(line);
        line = '';
      }
      line += word;
    }
    lines.push(line);
  }
  return lines;
}

/** Characters that the field's font lacks, above all Chinese ones, are written in a bundled font. */
function inLibraryFont(
  { copier, fonts: library }: Copying,
  look: TextFieldLook,
  setup: DefaultAppearance,
  background: string,
): PdfStream | null {
  const width = (look.width - 2 * MARGIN) / PT_PER_PX;
  const height = look.height / PT_PER_PX;
  const points = setup.size > 0 ? setup.size : Math.min(12, 0.67 * look.height);
  const style: TextStyle = {
    font: 'SimSun',
    fontSize: points / PT_PER_PX,
    color: '#000000',
    bold: false,
    italic: false,
    underline: false,
    lineThrough: false,
    alignment: look.alignment,
  };
  const { text, multiLine } = look;
  try {
    const layout = layoutText(library, { text, style, width, height, multiLine, label: 'field' });
    const fonts = new EmbeddedFonts('F');
    const content = paintText(fonts, layout, style, MARGIN, look.height);
    const written = fonts.write((object) => copier.add(object));
    return formOf(look, `${background}q\n${content}Q\n`, written);
  } catch (error) {
    if (error instanceof DrawingRefused) return null;
    throw error;
  }
}

/** /MK: background and border of the value. */
function backgroundOf(source: SourceDocument, widget: PdfDictionary, look: TextFieldLook): string {
  const looks = source.dictionary(widget.get('MK'));
  const colorOf = (key: string, operators: readonly string[]): string | null => {
    const parts = source.array(looks?.get(key))?.map((part) => source.number(part) ?? 0) ?? [];
    const operator = operators[[1, 3, 4].indexOf(parts.length)];
    return operator === undefined ? null : `${parts.map(printNumber).join(' ')} ${operator}`;
  };
  const fill = colorOf('BG', ['g', 'rg', 'k']);
  const line = colorOf('BC', ['G', 'RG', 'K']);
  const thick = source.number(source.dictionary(widget.get('BS'))?.get('W')) ?? 1;
  const [width, height] = [look.width, look.height].map(printNumber);
  const inner = [look.width - thick, look.height - thick].map(printNumber).join(' ');
  const filled = fill === null ? '' : `q ${fill} 0 0 ${width} ${height} re f Q\n`;
  const half = printNumber(thick / 2);
  const stroked =
    line === null || thick <= 0 ? '' : `q ${line} ${printNumber(thick)} w ${half} ${half} ${inner} re S Q\n`;
  return filled + stroked;
}

function formOf(look: TextFieldLook, content: string, fonts: ReadonlyMap<string, PdfValue>): PdfStream {
  return stream(
    dictionary({
      BBox: [0, 0, look.width, look.height],
      Matrix: uprightMatrix(look.turned, look.width, look.height),
      Resources: dictionary({ Font: new Map(fonts) }),
    }),
    Buffer.from(content, 'latin1'),
  );
}
