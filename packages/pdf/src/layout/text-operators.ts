import type { EmbeddedFonts } from '../fonts/embedded-fonts.js';
import type { TextStyle } from '../model.js';
import { printNumber } from '../syntax/write-value.js';
import { PT_PER_PX } from './page-geometry.js';
import type { TextLayout, TextLine } from './text-layout.js';

/** tan of 12 degrees: slant of a synthetic italic. */
const ITALIC_SHEAR = 0.2126;
/** Stroke width of a synthetic bold as a fraction of the font size; more looks smeared. */
const BOLD_STROKE = 0.017;
const RULE_THICKNESS = 0.055;
const UNDERLINE_DEPTH = 0.13;

/**
 * A laid out text as content operators, in points with y up.
 * @param left, top position of the layout's top left corner, pt
 */
export function paintText(
  fonts: EmbeddedFonts,
  layout: TextLayout,
  style: TextStyle,
  left: number,
  top: number,
): string {
  const size = layout.fontSize * PT_PER_PX;
  const color = rgb(style.color);
  let content = `q ${color} rg\n`;
  for (const line of layout.lines) content += paintLine(fonts, line, style, size, left, top);
  return `${content}Q\n`;
}

/** `#RRGGBB` as three PDF numbers. */
export function rgb(color: string): string {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff].map((part) => printNumber(part / 255)).join(' ');
}

function paintLine(
  fonts: EmbeddedFonts,
  line: TextLine,
  style: TextStyle,
  size: number,
  left: number,
  top: number,
): string {
  const baseline = top - line.y * PT_PER_PX;
  let content = 'BT\n';
  for (const run of line.runs) {
    const { name, codes } = fonts.encode(run.face, run.text);
    const thickened = style.bold && run.face.syntheticBold;
    const rendering = thickened ? `2 Tr ${printNumber(size * BOLD_STROKE)} w ${rgb(style.color)} RG` : '0 Tr';
    const shear = style.italic ? printNumber(ITALIC_SHEAR) : '0';
    const x = printNumber(left + run.x * PT_PER_PX);
    content += `/${name} ${printNumber(size)} Tf ${rendering} 1 0 ${shear} 1 ${x} ${printNumber(baseline)} Tm <${codes}> Tj\n`;
  }
  content += 'ET\n';
  const first = line.runs[0];
  if (first === undefined) return content;
  const rule = (height: number): string => {
    const start = printNumber(left + first.x * PT_PER_PX);
    const width = printNumber(line.width * PT_PER_PX);
    return `${start} ${printNumber(height)} ${width} ${printNumber(size * RULE_THICKNESS)} re f\n`;
  };
  if (style.underline) content += rule(baseline - size * UNDERLINE_DEPTH);
  if (style.lineThrough) {
    const middle = first.face.ideographMiddle / first.face.unitsPerEm - RULE_THICKNESS / 2;
    content += rule(baseline + size * middle);
  }
  return content;
}
