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
import type { Tool } from './tools.js';

const icons: Readonly<Record<Tool, LucideIcon>> = {
  sign: Stamp,
  seam: AlignVerticalSpaceAround,
  text: TextCursorInput,
  number: Hash,
  date: CalendarDays,
  lines: AlignLeft,
  check: SquareCheck,
  options: ChevronDown,
  picture: ImagePlus,
};

export function iconOf(tool: Tool, isEnterprise: boolean): LucideIcon {
  return tool === 'sign' && !isEnterprise ? PenLine : icons[tool];
}

export function wordOf(tool: Tool, isEnterprise: boolean, t: typeof placeTexts.zh): string {
  if (tool === 'sign') return isEnterprise ? t.seal : t.signature;
  return t[tool];
}
