import { ConversionRefused } from '@cinnabar/pdf/convert/conversion-refused.js';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/**
 * Placeholders such as `{{甲方.名称}}` in a Word document (ECMA-376 part 1, section 17.3). Word splits text into runs
 * wherever it likes, so that a placeholder is found in the text of its paragraph, whatever the runs.
 */

const DOCUMENT = 'word/document.xml';
/** A contract of 500 pages has some 5 MB. */
const MAX_DOCUMENT_BYTES = 24 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 96 * 1024 * 1024;
const MAX_PLACEHOLDERS = 500;
const EMU_PER_PX = 9525;
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** Blank room in place of a placeholder, px; null leaves its text as it is. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** The placeholders of the document's body in their order, with their braces; those of broken paragraphs are omitted. */
export function placeholdersIn(docx: Uint8Array): readonly string[] {
  const texts: string[] = [];
  edit(bodyOf(docx).xml, (text) => {
    texts.push(text);
    return null;
  });
  return texts;
}

/**
 * The document with blank room in place of its placeholders.
 * @param rooms one for each placeholder of placeholdersIn
 * @param color fill of each room by its index, as RRGGBB, by which it is found on its page; null: nothing is drawn
 * @throws ConversionRefused
 */
export function withRooms(
  docx: Uint8Array,
  rooms: readonly (Room | null)[],
  color: ((index: number) => string) | null,
): Uint8Array {
  const { xml, entries } = bodyOf(docx);
  let index = -1;
  const edited = edit(xml, () => {
    index += 1;
    const room = rooms[index] ?? null;
    return room === null ? null : drawingOf(index, room, color === null ? null : color(index));
  });
  return zipSync({ ...entries, [DOCUMENT]: strToU8(edited) }, { level: 0 });
}

function bodyOf(docx: Uint8Array): { readonly xml: string; readonly entries: Record<string, Uint8Array> } {
  let unpacked = 0;
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(docx, {
      filter: ({ name, originalSize }) => {
        unpacked += originalSize;
        const isTooLarge = name === DOCUMENT && originalSize > MAX_DOCUMENT_BYTES;
        if (isTooLarge || unpacked > MAX_UNPACKED_BYTES) throw new ConversionRefused('TOO_LARGE', name);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof ConversionRefused) throw error;
    throw new ConversionRefused('BROKEN', error instanceof Error ? error.message : String(error));
  }
  const document = entries[DOCUMENT];
  return { xml: document === undefined ? '' : strFromU8(document), entries };
}

interface TextToken {
  /** Index among the tokens. */
  readonly at: number;
  readonly text: string;
}

/** Calls `replace` for each placeholder and returns the document with its answers; null keeps the text. */
function edit(xml: string, replace: (placeholder: string) => string | null): string {
  // Word writes neither declarations nor comments there; what has them is left alone.
  if (xml.includes('<!')) return xml;
  const tokens = xml.match(/<[^>]*>|[^<]+/g) ?? [];
  const paragraphs: TextToken[][] = [];
  const finished: TextToken[][] = [];
  let fallback = 0;
  for (const [at, token] of tokens.entries()) {
    if (/^<w:p[ >]/.test(token) && !token.endsWith('/>')) {
      const paragraph: TextToken[] = [];
      paragraphs.push(paragraph);
      finished.push(paragraph);
    } else if (token === '</w:p>') paragraphs.pop();
    else if (token.startsWith('<mc:Fallback')) fallback += 1;
    else if (token === '</mc:Fallback>') fallback -= 1;
    else if (/^<w:t[ >]/.test(token) && fallback === 0) {
      const text = tokens[at + 1];
      if (text !== undefined && !text.startsWith('<'))
        paragraphs.at(-1)?.push({ at: at + 1, text: unescaped(text) });
    }
  }
  let count = 0;
  for (const texts of finished) {
    const whole = texts.map(({ text }) => text).join('');
    const found = [...whole.matchAll(PLACEHOLDER)];
    // A nested or broken placeholder leaves braces behind: such a paragraph keeps its text, for a person to see.
    if (found.length === 0 || /\{\{|\}\}/.test(whole.replace(PLACEHOLDER, ''))) continue;
    const cuts = found.flatMap((match) => {
      count += 1;
      const drawing = count > MAX_PLACEHOLDERS ? null : replace(match[0]);
      return drawing === null ? [] : [{ from: match.index, to: match.index + match[0].length, drawing }];
    });
    if (cuts.length === 0) continue;
    let offset = 0;
    for (const { at, text } of texts) {
      tokens[at - 1] = '<w:t xml:space="preserve">';
      tokens[at] = cutText(text, offset, cuts);
      offset += text.length;
    }
  }
  return tokens.join('');
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly drawing: string;
}

/** The part of a paragraph's text in one run, with the drawings that begin in it. */
function cutText(text: string, offset: number, cuts: readonly Cut[]): string {
  let [result, at] = ['', 0];
  for (const { from, to, drawing } of cuts) {
    const [start, end] = [from - offset, to - offset];
    if (end <= 0 || start >= text.length) continue;
    result += escaped(text.slice(at, Math.max(at, start)));
    if (start >= 0) result += `</w:t>${drawing}<w:t xml:space="preserve">`;
    at = Math.max(at, Math.min(text.length, end));
  }
  return result + escaped(text.slice(at));
}

/** A rectangle in the line of the text: unlike spaces, it is neither broken across lines nor compressed. */
function drawingOf(index: number, { width, height }: Room, color: string | null): string {
  const wp = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"';
  const a = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
  const shape = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape';
  const size = `cx="${Math.round(width * EMU_PER_PX)}" cy="${Math.round(height * EMU_PER_PX)}"`;
  const fill = color === null ? '<a:noFill/>' : `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
  const properties = `<wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${fill}<a:ln><a:noFill/></a:ln></wps:spPr>`;
  return `<w:drawing><wp:inline ${wp} distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/><wp:docPr id="${90_000 + index}" name="room${index}"/><a:graphic ${a}><a:graphicData uri="${shape}"><wps:wsp xmlns:wps="${shape}"><wps:cNvSpPr/>${properties}<wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`;
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
