/** The kinds of controls of the palette, with what each can be given and starts as. Pure. */
import type { Attribute, Control, Design, Party, TemplateFile } from './design.js';

export const controlTypes = {
  text: 1,
  number: 2,
  date: 3,
  area: 6,
  lines: 8,
  check: 101,
  options: 102,
  picture: 103,
} as const;

export type ControlKind =
  | 'text'
  | 'lines'
  | 'number'
  | 'date'
  | 'check'
  | 'options'
  | 'picture'
  | 'area'
  | 'seam';

export const signKinds: readonly ControlKind[] = ['area', 'seam'];
export const fillKinds: readonly ControlKind[] = [
  ...(['text', 'lines', 'number', 'date', 'check', 'options', 'picture'] as const),
];

/** Values of specialAttribute.signStyle and sealSpecs. */
const SEAM = 2;
const TRUE_SIZE = 1;
const FITTED = 2;
/** Width and height of a seal at its true size, in px. */
const SEAL_SIDE = 159;
/** The interface takes at most this many areas of a party in a file. */
const MAX_AREAS = 50;

interface Size {
  readonly width: number;
  readonly height: number;
}

const sizes: Readonly<Record<ControlKind, Size>> = {
  text: { width: 160, height: 24 },
  lines: { width: 240, height: 72 },
  number: { width: 160, height: 24 },
  date: { width: 120, height: 24 },
  check: { width: 20, height: 20 },
  options: { width: 160, height: 24 },
  picture: { width: 160, height: 120 },
  area: { width: SEAL_SIDE, height: SEAL_SIDE },
  seam: { width: SEAL_SIDE, height: SEAL_SIDE },
};

/** Area of a person, who signs by hand or name seal instead of an enterprise's seal. */
const PERSON_AREA: Size = { width: 120, height: 60 };

/** Unknown types are null: they are kept, and their type is locked. */
export function kindOf({ type, attribute }: Pick<Control, 'type' | 'attribute'>): ControlKind | null {
  if (type === controlTypes.area) return attribute.signStyle === SEAM ? 'seam' : 'area';
  return fillKinds.find((kind) => typeOf(kind) === type) ?? null;
}

export function typeOf(kind: ControlKind): number {
  return kind === 'seam' ? controlTypes.area : controlTypes[kind];
}

export function isArea({ type }: Pick<Control, 'type'>): boolean {
  return type === controlTypes.area;
}

/** Whether it is drawn as text: it has font, size, colour and alignment. */
export function hasText({ type }: Pick<Control, 'type'>): boolean {
  return type !== controlTypes.area && type !== controlTypes.check && type !== controlTypes.picture;
}

export function sizeOf(control: Pick<Control, 'type' | 'attribute'>): Size {
  const { width: first, height: second } = sizes[kindOf(control) ?? 'text'];
  const { width = first, height = second } = control.attribute;
  return { width: width ?? first, height: height ?? second };
}

/** Whether its size follows from the seal, which is drawn at its true size. */
export function isFixedSize({ type, attribute }: Pick<Control, 'type' | 'attribute'>): boolean {
  return type === controlTypes.area && attribute.sealSpecs === TRUE_SIZE;
}

export function firstSizeOf(kind: ControlKind, { isEnterprise }: Pick<Party, 'isEnterprise'>): Size {
  return kind === 'area' && !isEnterprise ? PERSON_AREA : sizes[kind];
}

export function firstAttribute(kind: ControlKind, party: Pick<Party, 'isEnterprise'>): Attribute {
  const size = firstSizeOf(kind, party);
  switch (kind) {
    case 'area':
      // A name seal at its true size is larger than the area of a person.
      return { ...size, signStyle: 1, sealSpecs: party.isEnterprise ? TRUE_SIZE : FITTED, showSignDate: 0 };
    case 'seam':
      return { ...size, signStyle: SEAM, sealSpecs: TRUE_SIZE };
    case 'check':
    case 'picture':
      return { ...size };
    case 'date':
      return { ...size, ...plainText, dateFormat: 'yyyy-MM-dd' };
    case 'number':
      return { ...size, ...plainText, numberFormat: '' };
    case 'options':
      return { ...size, ...plainText, options: [] };
    case 'text':
    case 'lines':
      return { ...size, ...plainText };
  }
}

const plainText = { font: 'SimSun', fontSize: 14, alignment: 0 } as const;

/** Why a party cannot be given such a control; each value is also a key of the texts. */
export type Obstacle = 'noFill' | 'noSign' | 'seamShort' | 'seamThere' | 'areasFull';

export function obstacleTo(
  design: Pick<Design, 'controls'>,
  kind: ControlKind,
  party: Party,
  file: TemplateFile | undefined,
): Obstacle | null {
  if (fillKinds.includes(kind)) return party.fills ? null : 'noFill';
  if (!party.signs) return 'noSign';
  if (file === undefined) return null;
  if (kind === 'seam' && file.totalPage < 2) return 'seamShort';
  const own = design.controls.filter(
    (control) => control.party === party.key && control.file === file.key && isArea(control),
  );
  if (kind === 'seam' && own.some((control) => kindOf(control) === 'seam')) return 'seamThere';
  return own.length >= MAX_AREAS ? 'areasFull' : null;
}
