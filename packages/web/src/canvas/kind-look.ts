import {
  AlignLeft,
  AlignVerticalSpaceAround,
  CalendarDays,
  ChevronDown,
  Hash,
  ImagePlus,
  type LucideIcon,
  PenLine,
  Shapes,
  SquareCheck,
  Stamp,
  TextCursorInput,
} from 'lucide-react';
import type { ControlKind } from './canvas-types.js';

export const kindIcons: Readonly<Record<ControlKind, LucideIcon>> = {
  seal: Stamp,
  signature: PenLine,
  seam: AlignVerticalSpaceAround,
  text: TextCursorInput,
  number: Hash,
  date: CalendarDays,
  lines: AlignLeft,
  check: SquareCheck,
  options: ChevronDown,
  picture: ImagePlus,
  unknown: Shapes,
};
