/** What can be placed, for whom, and how it looks at first. */
import {
  AlignLeft,
  AlignVerticalSpaceAround,
  CalendarDays,
  ChevronDown,
  Hash,
  ImagePlus,
  type LucideIcon,
  PenLine,
  SquareCheck,
  Stamp,
  TextCursorInput,
} from 'lucide-react';
import type { placeTexts } from './place-texts.js';
import { type FieldType, type File, fieldTypes, type Party, type Placed } from './placed.js';

export type Tool = 'sign' | 'seam' | 'text' | 'number' | 'date' | 'lines' | 'check' | 'options' | 'picture';

export const signTools: readonly Tool[] = ['sign', 'seam'];
export const fillTools: readonly Tool[] = ['text', 'number', 'date', 'lines', 'check', 'options', 'picture'];

interface ToolLook {
  readonly type: FieldType;
  readonly Icon: LucideIcon;
  /** px */
  readonly size: readonly [width: number, height: number];
}

const looks: Readonly<Record<Tool, ToolLook>> = {
  sign: { type: fieldTypes.area, Icon: Stamp, size: [159, 159] },
  seam: { type: fieldTypes.area, Icon: AlignVerticalSpaceAround, size: [159, 159] },
  text: { type: fieldTypes.text, Icon: TextCursorInput, size: [160, 24] },
  number: { type: fieldTypes.number, Icon: Hash, size: [160, 24] },
  date: { type: fieldTypes.date, Icon: CalendarDays, size: [120, 24] },
  lines: { type: fieldTypes.lines, Icon: AlignLeft, size: [240, 72] },
  check: { type: fieldTypes.check, Icon: SquareCheck, size: [20, 20] },
  options: { type: fieldTypes.options, Icon: ChevronDown, size: [160, 24] },
  picture: { type: fieldTypes.picture, Icon: ImagePlus, size: [160, 120] },
};

/** Of a person, who signs where an enterprise would seal. px */
const PERSON_AREA = [120, 60] as const;

export function sizeOf(tool: Tool, party: Party): readonly [width: number, height: number] {
  return looks[tool].type === fieldTypes.area && !party.isEnterprise ? PERSON_AREA : looks[tool].size;
}

export function iconOf(tool: Tool, isEnterprise: boolean): LucideIcon {
  return tool === 'sign' && !isEnterprise ? PenLine : looks[tool].Icon;
}

export function toolOf({ type, seam }: Pick<Placed, 'type' | 'seam'>): Tool {
  if (type === fieldTypes.area) return seam ? 'seam' : 'sign';
  return fillTools.find((tool) => looks[tool].type === type) ?? 'text';
}

export function wordOf(tool: Tool, isEnterprise: boolean, t: typeof placeTexts.zh): string {
  if (tool === 'sign') return isEnterprise ? t.seal : t.signature;
  return t[tool];
}

/** Why a party cannot be given such a field here; null: it can. */
export function obstacleTo(
  tool: Tool,
  { flag, signs, fills }: Party,
  fields: readonly Pick<Placed, 'flag' | 'fileId' | 'seam'>[],
  file: File | undefined,
  t: typeof placeTexts.zh,
): string | null {
  if (fillTools.includes(tool)) return fills ? null : t.noFill;
  if (!signs) return t.noSign;
  if (tool !== 'seam' || file === undefined) return null;
  if (file.pages.length < 2) return t.seamShort;
  const isThere = fields.some((field) => field.seam && field.flag === flag && field.fileId === file.fileId);
  return isThere ? t.seamThere : null;
}

/** A new field of a tool, not placed yet. */
export function freshField(tool: Tool, party: Party, name: string): Omit<Placed, 'fileId' | 'page'> {
  const [width, height] = sizeOf(tool, party);
  const { type } = looks[tool];
  return {
    id: crypto.randomUUID(),
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
