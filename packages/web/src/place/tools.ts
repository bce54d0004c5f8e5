/** Kinds of fields that can be placed, for whom, and their initial sizes. Pure. */
import { type FieldType, type File, fieldTypes, type Party, type Placed } from './placed.js';

export type Tool = 'sign' | 'seam' | 'text' | 'number' | 'date' | 'lines' | 'check' | 'options' | 'picture';

export const signTools: readonly Tool[] = ['sign', 'seam'];
export const fillTools: readonly Tool[] = ['text', 'number', 'date', 'lines', 'check', 'options', 'picture'];

interface ToolSize {
  readonly type: FieldType;
  /** In px. */
  readonly size: readonly [width: number, height: number];
}

const sizes: Readonly<Record<Tool, ToolSize>> = {
  sign: { type: fieldTypes.area, size: [159, 159] },
  seam: { type: fieldTypes.area, size: [159, 159] },
  text: { type: fieldTypes.text, size: [160, 24] },
  number: { type: fieldTypes.number, size: [160, 24] },
  date: { type: fieldTypes.date, size: [120, 24] },
  lines: { type: fieldTypes.lines, size: [240, 72] },
  check: { type: fieldTypes.check, size: [20, 20] },
  options: { type: fieldTypes.options, size: [160, 24] },
  picture: { type: fieldTypes.picture, size: [160, 120] },
};

/** Area of a person, who signs by hand or name seal instead of an enterprise seal. In px. */
const PERSON_AREA = [120, 60] as const;

function sizeOf(tool: Tool, party: Party): readonly [width: number, height: number] {
  return sizes[tool].type === fieldTypes.area && !party.isEnterprise ? PERSON_AREA : sizes[tool].size;
}

export function toolOf({ type, seam }: Pick<Placed, 'type' | 'seam'>): Tool {
  if (type === fieldTypes.area) return seam ? 'seam' : 'sign';
  return fillTools.find((tool) => sizes[tool].type === type) ?? 'text';
}

/** Why a field cannot be placed for a party; each value is also a key of the texts. */
export type Obstacle = 'noFill' | 'noSign' | 'seamShort' | 'seamThere';

/** Why a party cannot receive such a field here; null if it can. */
export function obstacleTo(
  tool: Tool,
  { flag, signs, fills }: Party,
  fields: readonly Pick<Placed, 'flag' | 'fileId' | 'seam'>[],
  file: File | undefined,
): Obstacle | null {
  if (fillTools.includes(tool)) return fills ? null : 'noFill';
  if (!signs) return 'noSign';
  if (tool !== 'seam' || file === undefined) return null;
  if (file.pages.length < 2) return 'seamShort';
  const isThere = fields.some((field) => field.seam && field.flag === flag && field.fileId === file.fileId);
  return isThere ? 'seamThere' : null;
}

/** A new field of a tool, without a position. */
export function freshField(
  tool: Tool,
  party: Party,
  { id, name }: Pick<Placed, 'id' | 'name'>,
): Omit<Placed, 'fileId' | 'page'> {
  const [width, height] = sizeOf(tool, party);
  const { type } = sizes[tool];
  return {
    id,
    flag: party.flag,
    type,
    seam: tool === 'seam',
    name,
    key: '',
    required: type !== fieldTypes.check,
    x: 0,
    y: 0,
    width,
    height,
    value: '',
    font: 'SimSun',
    fontSize: 14,
    bold: false,
    alignment: 0,
    maxLength: '',
    dateFormat: 'yyyy-MM-dd',
    thousands: false,
    digits: '',
    options: [],
    showDate: false,
    // A name seal is larger than a person's area.
    fitted: type === fieldTypes.area && !party.isEnterprise,
  };
}
