/** Fields during placing; lengths are px at 96 dpi. Pure. */
import type { contractSend } from '@cinnabar/api/operations/flows.js';
import type { PlacePageView } from '@cinnabar/api/pages/place.js';
import type { BodyOf, Wire } from '../api/wire.js';
import type { Box } from '../canvas/geometry/box.js';
import { inReadingOrder } from '../canvas/geometry/reading-order.js';

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

export interface Placed extends Box {
  /** Assigned by the page, not by the server. */
  readonly id: string;
  /** Flag of the party that the field belongs to. */
  readonly flag: string;
  readonly fileId: number;
  readonly page: number;
  readonly type: FieldType;
  /** A seam area, across the right edges of all pages. */
  readonly seam: boolean;
  readonly name: string;
  readonly key: string;
  readonly required: boolean;
  readonly value: string;
  readonly font: Font;
  readonly fontSize: number;
  readonly bold: boolean;
  readonly alignment: 0 | 1 | 3;
  /** An empty text sets no limit. */
  readonly maxLength: string;
  readonly dateFormat: string;
  readonly thousands: boolean;
  /** An empty text keeps numbers as typed. */
  readonly digits: string;
  readonly options: readonly string[];
  readonly showDate: boolean;
  /** Whether the seal is scaled to the area; otherwise it keeps its true size. */
  readonly fitted: boolean;
}

/** The fields as components of the request. */
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

/** The options without empty lines and duplicates. */
export function choicesOf({ options }: Placed): readonly string[] {
  return [...new Set(options.map((each) => each.trim()).filter((each) => each !== ''))];
}

/** Key of a copy: the original key with the first free number. */
export function freeKey(key: string, taken: ReadonlySet<string | null>): string {
  if (key === '') return '';
  const stem = key.replace(/_\d+$/, '');
  for (let number = 2; ; number += 1) {
    const wished = `${stem}_${number}`;
    if (!taken.has(wished)) return wished;
  }
}

/** Reads a draft, and omits fields whose party, file or page no longer exists. */
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
