import { deflateSync } from 'node:zlib';
import {
  frameOf,
  invert,
  type Matrix,
  type PageFrame,
  rectangle,
  transformedBounds,
} from '../layout/page-geometry.js';
import {
  isDictionary,
  isStream,
  name,
  type PdfDictionary,
  type PdfReference,
  type PdfStream,
  type PdfValue,
  stream,
} from '../syntax/values.js';
import { type ContentBalance, contentBalance } from './content-balance.js';
import type { Copying } from './copying.js';
import { decodeStream, UndecodableStream } from './decode-stream.js';
import { flattenAnnotations } from './flatten-annotations.js';
import type { ObjectCopier } from './object-copier.js';
import type { SourceDocument } from './source-document.js';
import type { SourcePage } from './source-pages.js';

const COPIED = ['BleedBox', 'TrimBox', 'ArtBox', 'Group', 'StructParents', 'Tabs'] as const;
/** US Letter: the default of PDF readers for a page without a size. */
const DEFAULT_MEDIA_BOX: readonly [number, number, number, number] = [0, 0, 612, 792];
/** ISO 32000-2 annex C: readers reject larger sizes. */
const MAX_SIDE = 14_400;

/** Objects that all pages share. */
export interface SharedContent {
  readonly pages: PdfReference;
  /** Content streams of one q, and of one Q. */
  save(): PdfReference;
  restore(): PdfReference;
}

/** Writes one page with direct attributes, its annotations painted, and its graphics state restored at the end. */
export function copyPage(
  copying: Copying,
  page: SourcePage,
  place: PdfReference,
  shared: SharedContent,
): PageFrame {
  const { source, copier } = copying;
  const { media, crop, userUnit, frame } = geometryOf(source, page);
  const entries = new Map<string, PdfValue>([
    ['Type', name('Page')],
    ['Parent', shared.pages],
    ['MediaBox', [...media]],
  ]);
  if (crop !== null) entries.set('CropBox', [...crop]);
  if (frame.rotation !== 0) entries.set('Rotate', frame.rotation);
  if (userUnit > 0 && userUnit !== 1) entries.set('UserUnit', userUnit);
  for (const key of COPIED) {
    const value = page.dictionary.get(key);
    if (value !== undefined) entries.set(key, copier.copyDirect(value));
  }

  const found = source.dictionary(page.inherited.get('Resources'));
  const resources = new Map(asDictionary(copier.copy(found)));
  const own = source.dictionary(found?.get('XObject'));
  const prefix = unusedPrefix([...(own?.keys() ?? [])]);
  const flattened = flattenAnnotations(copying, page.dictionary, place, prefix);
  if (flattened.kept.length > 0) entries.set('Annots', flattened.kept);
  const content = readContent(source, page);
  if (content.confined) {
    const form = confinedContent(copier, content, resources, media);
    entries.set('Resources', new Map([['XObject', new Map([...flattened.xobjects, [`${prefix}P`, form]])]]));
    const shown = `q /${prefix}P Do Q\n${flattened.content}`;
    entries.set('Contents', [copier.add(stream(new Map(), Buffer.from(shown, 'latin1')))]);
  } else {
    if (flattened.xobjects.size > 0) {
      const names = asDictionary(copier.copy(own, 'names'));
      resources.set('XObject', new Map([...names, ...flattened.xobjects]));
    }
    entries.set('Resources', resources);
    entries.set('Contents', balancedContents(copier, content, shared, flattened.content));
  }
  copier.set(place, entries);
  return frame;
}

/**
 * The content of a page as a form XObject, without annotations, clipped to the page. In a form, patterns scale with it;
 * in page content they would not (8.7.3.1).
 * @returns the form, the page as displayed, and the matrix from form space to display space
 */
export function copyPageAsForm(
  source: SourceDocument,
  copier: ObjectCopier,
  page: SourcePage,
): { readonly form: PdfReference; readonly frame: PageFrame; readonly shown: Matrix } {
  const { frame } = geometryOf(source, page);
  const visible = transformedBounds(frame.toUserSpace, [0, 0, frame.width, frame.height]);
  const resources = asDictionary(copier.copy(source.dictionary(page.inherited.get('Resources'))));
  const group = page.dictionary.get('Group');
  const more = group === undefined ? new Map() : new Map([['Group', copier.copyDirect(group)]]);
  const form = confinedContent(copier, readContent(source, page), resources, visible, more);
  return { form, frame, shown: invert(frame.toUserSpace) };
}

export function geometryOf(source: SourceDocument, page: SourcePage) {
  const box = (value: PdfValue | undefined): [number, number, number, number] | null =>
    rectangle(source.array(value)?.map((item) => source.number(item)));
  const media = usable(box(page.inherited.get('MediaBox'))) ?? DEFAULT_MEDIA_BOX;
  const crop = usable(box(page.inherited.get('CropBox')));
  const rotate = source.number(page.inherited.get('Rotate')) ?? 0;
  const userUnit = source.number(page.dictionary.get('UserUnit')) ?? 1;
  return { media, crop, userUnit, frame: frameOf(media, crop, rotate, userUnit) };
}

/** The page's streams between as many q and Q as keep the graphics state clean, then the content of the annotations. */
function balancedContents(
  copier: ObjectCopier,
  content: SourceContent,
  shared: SharedContent,
  painted: string,
): PdfValue {
  const saves = Array.from({ length: 1 + content.balance.surplusRestores }, shared.save);
  const restores = Array.from({ length: 1 + content.balance.openSaves }, shared.restore);
  const after = painted === '' ? [] : [copier.add(stream(new Map(), Buffer.from(`\n${painted}`, 'latin1')))];
  const streams = content.streams.map((part) => copier.copy(part));
  return streams.length === 0 ? after : [...saves, ...streams, ...restores, ...after];
}

/**
 * Page content that would swallow what follows it, as a form XObject: the appearance is unchanged, and the form bounds
 * it. What could not be decoded is omitted, as in every PDF reader.
 */
function confinedContent(
  copier: ObjectCopier,
  content: SourceContent,
  resources: PdfDictionary,
  box: readonly number[],
  more: PdfDictionary = new Map(),
): PdfReference {
  const entries = new Map<string, PdfValue>([
    ...more,
    ['Type', name('XObject')],
    ['Subtype', name('Form')],
    ['BBox', [...box]],
    ['Resources', resources],
    ['Filter', name('FlateDecode')],
  ]);
  const saves = Buffer.from('q\n'.repeat(content.balance.surplusRestores));
  return copier.add(stream(entries, deflateSync(Buffer.concat([saves, content.decoded]))));
}

/** A page's content as written, and decoded. */
interface SourceContent {
  readonly streams: readonly PdfValue[];
  readonly decoded: Uint8Array;
  readonly balance: ContentBalance;
  /** Whether it cannot be followed by other content. */
  readonly confined: boolean;
}

function readContent(source: SourceDocument, page: SourcePage): SourceContent {
  const contents = page.dictionary.get('Contents');
  const parts = source.array(contents) ?? (contents === undefined ? [] : [contents]);
  const streams: PdfValue[] = [];
  const texts: Uint8Array[] = [];
  let damaged = false;
  for (const part of parts) {
    const found = source.resolve(part);
    if (!isStream(found)) continue;
    streams.push(part);
    const text = decodedContent(found, source, () => {
      damaged = true;
    });
    texts.push(text, Buffer.from('\n'));
  }
  const decoded = Buffer.concat(texts);
  const balance = contentBalance(decoded);
  return { streams, decoded, balance, confined: damaged || balance.swallows };
}

/** Content with an image filter is displayed by no PDF reader. */
function decodedContent(content: PdfStream, source: SourceDocument, onDamage: () => void): Uint8Array {
  try {
    return decodeStream(content, source.resolve, onDamage);
  } catch (error) {
    if (!(error instanceof UndecodableStream)) throw error;
    onDamage();
    return new Uint8Array();
  }
}

function usable(box: [number, number, number, number] | null): [number, number, number, number] | null {
  if (box === null) return null;
  const [left, bottom, right, top] = box;
  const sides = [right - left, top - bottom];
  return sides.every((side) => side > 0 && side <= MAX_SIDE) ? box : null;
}

function asDictionary(value: PdfValue): PdfDictionary {
  return isDictionary(value) ? value : new Map();
}

function unusedPrefix(names: readonly string[]): string {
  for (let round = 0; ; round += 1) {
    const prefix = `A${round}X`;
    if (!names.some((used) => used.startsWith(prefix))) return prefix;
  }
}
