import type { ReadPlaceholder } from '@cinnabar/api/schemas/uploaded-file.js';
import type { ImportedDocument } from '@cinnabar/pdf/engine/engine.js';
import type { PageLayout } from '@cinnabar/pdf/render/page-layout.js';
import type { FilledBox } from '@cinnabar/pdf/render/read-filled-boxes.js';
import { placeholdersIn, type Room, withRooms } from '../../conversion/docx-placeholders.js';
import type { MemberContext } from '../../operation/context.js';
import { proposedComponentOf } from './proposed-component.js';
import { readPages } from './read-layouts.js';
import type { Area } from './suggest/found-control.js';
import { type Placeholder, readPlaceholder } from './suggest/placeholder.js';

export interface PlacedPlaceholders {
  /** With blank room in place of the placeholders that can be read. */
  readonly imported: ImportedDocument;
  readonly placeholders: readonly ReadPlaceholder[];
}

const UNREADABLE = { zh: '无法识别，保留原文', en: 'cannot be read, and stays in the text' };
const OTHER_FORMAT = {
  zh: '只识别 docx 文件中的占位符，保留原文',
  en: 'stays in the text: placeholders are read in docx files only',
};
const HIDDEN = { zh: '在文件中没有显示', en: 'is not displayed in the file' };

/** px: a room as high as a line does not move the lines beside it. */
const LINE_HEIGHT = 20;
/** Tools higher than this are not written in a line of text, and have room of their own height; seals cover lines. */
const HIGH = 60;
const SEAL = 159;
/** px: the middle of a value in the size that tools begin with is this far above its baseline. */
const VALUE_MIDDLE = 5;

/**
 * Converts a Word document with blank room in place of its placeholders. It is converted twice: once with coloured rooms,
 * to find them on their pages, and once with nothing in them.
 */
export async function placePlaceholders(ctx: MemberContext, docx: Uint8Array): Promise<PlacedPlaceholders> {
  const texts = placeholdersIn(docx);
  const read = texts.map(readPlaceholder);
  const rooms = read.map((each) => (each === null ? null : roomOf(each)));
  const { documents, converter } = ctx.services;
  const convert = async (color: ((index: number) => string) | null): Promise<ImportedDocument> =>
    documents.importPdf(await converter.toPdf(withRooms(docx, rooms, color), 'docx', ctx.corpId));
  const imported = await convert(null);
  const layouts = await layoutsOf(ctx, imported);
  const boxes = rooms.some((room) => room !== null)
    ? await documents.readFilledBoxes((await convert(colorOf)).bytes)
    : [];
  const placed = texts.flatMap((text, index): readonly ReadPlaceholder[] => {
    const [placeholder, room] = [read[index] ?? null, rooms[index] ?? null];
    if (placeholder === null || room === null) return [];
    const box = boxes.find((each) => isRoom(each, index, room)) ?? null;
    return [box === null ? hidden(text, ctx.language) : shown(text, placeholder, box, layouts)];
  });
  return { imported, placeholders: [...placed, ...leftIn(layouts, UNREADABLE[ctx.language])] };
}

/** Placeholders of other formats stay in the text: only Word documents (docx) are changed. */
export async function listPlaceholders(
  ctx: MemberContext,
  imported: ImportedDocument,
): Promise<readonly ReadPlaceholder[]> {
  return leftIn(await layoutsOf(ctx, imported), OTHER_FORMAT[ctx.language]);
}

function layoutsOf({ services }: MemberContext, { bytes, pages }: ImportedDocument) {
  return readPages(services.documents, bytes, pages.length);
}

function roomOf({ attribute: { width, height } }: Placeholder): Room {
  return { width, height: height > HIGH && height !== SEAL ? height : LINE_HEIGHT };
}

const BLUE = 0xa4;
const STEP = 8;
const LEVELS = 32;

function colorOf(index: number): string {
  const levels = [(index % LEVELS) * STEP, (Math.floor(index / LEVELS) % LEVELS) * STEP, BLUE];
  return levels.map((level) => level.toString(16).padStart(2, '0')).join('');
}

/** px: converters round lengths. */
const NEAR = 2;

function isRoom({ red, green, blue, width, height }: FilledBox, index: number, room: Room): boolean {
  const level = Math.round(red / STEP) + LEVELS * Math.round(green / STEP);
  const isSize = Math.abs(width - room.width) <= NEAR && Math.abs(height - room.height) <= NEAR;
  return level === index && Math.abs(blue - BLUE) <= NEAR && isSize;
}

function hidden(text: string, language: MemberContext['language']): ReadPlaceholder {
  const nowhere = { page: null, x: null, y: null, width: null, height: null, line: null };
  return { text, ...nowhere, problem: HIDDEN[language], component: null };
}

function shown(
  text: string,
  placeholder: Placeholder,
  box: FilledBox,
  layouts: readonly PageLayout[],
): ReadPlaceholder {
  const { page, x, y, width, height } = box;
  const tool = placeholder.attribute;
  // A room in a line stands on its baseline, and so does the value that will be drawn.
  const isInLine = tool.height <= HIGH;
  const middle = isInLine ? y + height - VALUE_MIDDLE : y + height / 2;
  const component = proposedComponentOf({
    ...placeholder,
    ...{ page, fileIndex: 0 },
    box: { x, y: Math.max(0, middle - tool.height / 2), width: tool.width, height: tool.height },
  });
  const line = lineAt(layouts[page - 1], middle);
  return { text, page, ...rounded({ x, y, width, height }), line, problem: null, component };
}

/** The line that a room stands in, counted from 1. */
function lineAt(layout: PageLayout | undefined, y: number): number {
  return (layout?.lines ?? []).filter(({ bottom }) => bottom < y).length + 1;
}

/** Whatever of placeholders is still to be read on the pages: unreadable, nested and broken ones. */
function leftIn(layouts: readonly PageLayout[], problem: string): readonly ReadPlaceholder[] {
  return layouts.flatMap(({ lines }, index) =>
    lines.flatMap(({ characters, top, bottom }, at): readonly ReadPlaceholder[] => {
      const whole = characters.map(({ text }) => text).join('');
      if (!/\{\{|\}\}/.test(whole)) return [];
      const [left, right] = [characters[0]?.left ?? 0, characters.at(-1)?.right ?? 0];
      const box = { x: left, y: top, width: right - left, height: bottom - top };
      const found = [/\{\{.*\}\}/, /\{\{.*/, /.*\}\}/]
        .map((each) => whole.match(each)?.[0])
        .find((each) => each !== undefined);
      const place = { page: index + 1, ...rounded(box), line: at + 1 };
      return [{ text: (found ?? whole).slice(0, 400), ...place, problem, component: null }];
    }),
  );
}

function rounded({ x, y, width, height }: Area): Area {
  const [left, top, across, along] = [x, y, width, height].map((length) => Math.round(length * 100) / 100);
  return { x: left ?? x, y: top ?? y, width: across ?? width, height: along ?? height };
}
