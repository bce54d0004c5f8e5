/** Fields as they are on the pages while they are placed; lengths in px at 96 dpi. Pure. */
import type { contractSend } from '@cinnabar/api/operations/flows.js';
import type { PlacePageView } from '@cinnabar/api/pages/place.js';
import type { BodyOf, Wire } from '../api/wire.js';

export type View = Wire<PlacePageView>;
export type Party = View['placeParties'][number];
export type File = View['files'][number];
export type SentField = NonNullable<BodyOf<typeof contractSend>['components']>[number];

export const fieldTypes = {
  text: 1,
  number: 2,
  date: 3,
  area: 6,
  lines: 8,
  check: 101,
  options: 102,
  picture: 103,
} as const;

export type FieldType = (typeof fieldTypes)[keyof typeof fieldTypes];
export const fonts = ['SimSun', 'FangSong', 'KaiTi', 'SimHei'] as const;
export type Font = (typeof fonts)[number];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Placed extends Box {
  /** The page's own. */
  readonly id: string;
  /** Of whom it is. */
  readonly flag: string;
  readonly fileId: number;
  readonly page: number;
  readonly type: FieldType;
  /** An area across the right edges of all pages. */
  readonly seam: boolean;
  readonly name: string;
  readonly key: string;
  readonly required: boolean;
  readonly value: string;
  readonly font: Font;
  readonly fontSize: number;
  readonly bold: boolean;
  readonly alignment: 0 | 1 | 3;
  /** "" sets no bound. */
  readonly maxLength: string;
  readonly dateFormat: string;
  readonly thousands: boolean;
  /** "" leaves numbers as they are typed. */
  readonly digits: string;
  readonly options: readonly string[];
  readonly showDate: boolean;
  /** The seal is made to fit; else it has its true size. */
  readonly fitted: boolean;
}

/** px; less can neither be seen nor grasped. */
export const MIN_SIDE = 12;

/** Moved into its page, made smaller where that is smaller, in whole px. */
export function within(page: { readonly width: number; readonly height: number }, box: Box): Box {
  const width = Math.round(Math.max(MIN_SIDE, Math.min(box.width, page.width)));
  const height = Math.round(Math.max(MIN_SIDE, Math.min(box.height, page.height)));
  const clamp = (value: number, most: number) => Math.round(Math.max(0, Math.min(value, Math.floor(most))));
  return { x: clamp(box.x, page.width - width), y: clamp(box.y, page.height - height), width, height };
}

/** As people read: file, page, bands of lines, then from the left. */
export function inReadingOrder(files: readonly File[], fields: readonly Placed[]): readonly Placed[] {
  const place = new Map(files.map(({ fileId }, index) => [fileId as number, index]));
  const band = ({ y }: Placed) => Math.floor(y / 24);
  return [...fields].sort(
    (one, other) =>
      (place.get(one.fileId) ?? 0) - (place.get(other.fileId) ?? 0) ||
      one.page - other.page ||
      band(one) - band(other) ||
      one.x - other.x,
  );
}

/** What is sent: the fields in the words of the interface. */
export function sentFields(files: readonly File[], fields: readonly Placed[]): readonly SentField[] {
  return inReadingOrder(files, fields).map((field) => ({
    participantFlag: field.flag,
    fileIndex: files.findIndex(({ fileId }) => fileId === field.fileId),
    ...(field.key.trim() === '' ? {} : { componentKey: field.key.trim() }),
    componentName: field.name.trim(),
    componentType: field.type,
    ...(field.value === '' ? {} : { value: field.value }),
    required: field.required ? 1 : 0,
    positionX: field.x,
    positionY: field.y,
    pageNum: field.page,
    specialAttribute: attributeOf(field),
  }));
}

function attributeOf(field: Placed): SentField['specialAttribute'] {
  const { type, width, height } = field;
  const size = { width, height };
  if (type === fieldTypes.area) {
    return {
      ...size,
      sealSpecs: field.fitted ? 2 : 1,
      showSignDate: field.showDate ? 1 : 0,
      signStyle: field.seam ? 2 : 1,
    };
  }
  if (type === fieldTypes.check || type === fieldTypes.picture) return size;
  const { font, fontSize, bold, alignment } = field;
  const text = { ...size, font, fontSize, bold, alignment };
  const maxLength = field.maxLength.trim();
  switch (type) {
    case fieldTypes.number:
      return {
        ...text,
        numberFormat: field.thousands ? '#,##0' : '',
        ...(field.digits === '' ? {} : { fractionDigits: Number(field.digits) }),
      };
    case fieldTypes.date:
      return { ...text, dateFormat: field.dateFormat };
    case fieldTypes.options:
      return { ...text, options: [...choicesOf(field)] };
    default:
      return maxLength === '' ? text : { ...text, maxLength };
  }
}

/** Without empty lines, each once. */
export function choicesOf({ options }: Placed): readonly string[] {
  return [...new Set(options.map((each) => each.trim()).filter((each) => each !== ''))];
}

/** The key of a copy: the same with a number, the first that is free. */
export function freeKey(key: string, taken: ReadonlySet<string | null>): string {
  if (key === '') return '';
  const stem = key.replace(/_\d+$/, '');
  for (let number = 2; ; number += 1) {
    const wished = `${stem}_${number}`;
    if (!taken.has(wished)) return wished;
  }
}

/** What a draft holds, as far as it can still be placed: parties, files and pages that are there. */
export function readDraft(view: View): readonly Placed[] {
  if (view.draft === null) return [];
  let given: unknown;
  try {
    given = JSON.parse(view.draft);
  } catch {
    return [];
  }
  return Array.isArray(given) ? given.filter(isPlaced).filter((field) => isPossible(view, field)) : [];
}

function isPossible({ files, placeParties }: View, field: Placed): boolean {
  const file = files.find(({ fileId }) => fileId === field.fileId);
  const page = file?.pages[field.page - 1];
  return page !== undefined && placeParties.some(({ flag }) => flag === field.flag);
}

function isPlaced(given: unknown): given is Placed {
  if (typeof given !== 'object' || given === null) return false;
  const fields: Readonly<Record<string, unknown>> = { ...given };
  const are = (type: string, ...names: readonly (keyof Placed)[]) =>
    names.every((name) => typeof fields[name] === type);
  return (
    are('string', 'id', 'flag', 'name', 'key', 'value', 'font', 'maxLength', 'dateFormat', 'digits') &&
    are('number', 'fileId', 'page', 'type', 'x', 'y', 'width', 'height', 'fontSize', 'alignment') &&
    are('boolean', 'seam', 'required', 'bold', 'thousands', 'showDate', 'fitted') &&
    Array.isArray(fields['options']) &&
    fields['options'].every((each) => typeof each === 'string')
  );
}
