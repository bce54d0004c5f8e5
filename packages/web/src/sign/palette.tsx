import {
  AlignVerticalSpaceAround,
  CalendarDays,
  PenLine,
  Redo2,
  Stamp,
  TextCursorInput,
  Undo2,
} from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import type { Tool } from './sign-desk-state.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly tools: readonly Tool[];
  readonly pick: (tool: Tool) => void;
  /** null if there is nothing to undo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}

const icons = {
  seal: Stamp,
  signature: PenLine,
  date: CalendarDays,
  remark: TextCursorInput,
  seam: AlignVerticalSpaceAround,
} as const;

/** Marks that can be placed freely if the contract has no areas. */
export function Palette({ tools, pick, undo, redo }: Props) {
  const t = useTexts(signTexts);
  return (
    <div
      role="toolbar"
      aria-label={t.palette}
      className="flex shrink-0 items-center justify-center-safe gap-x-1 overflow-x-auto border-b border-n-200 bg-n-0 px-1 py-1"
    >
      {tools.map((tool) => {
        const Icon = icons[tool];
        return (
          <AriaButton
            key={tool}
            onPress={() => pick(tool)}
            className="flex min-h-13 min-w-12 shrink-0 flex-col items-center justify-center gap-0.5 rounded-control px-1 text-caption text-n-700 select-none hover:bg-n-100 sm:min-w-15 sm:px-2"
          >
            <Icon {...iconSize} />
            {t[tool]}
          </AriaButton>
        );
      })}
      <span className="flex shrink-0 border-l border-n-200 pl-1">
        <IconButton label={t.undo} isDisabled={undo === null} onPress={() => undo?.()}>
          <Undo2 {...iconSize} />
        </IconButton>
        {redo !== null && (
          <IconButton label={t.redo} onPress={redo}>
            <Redo2 {...iconSize} />
          </IconButton>
        )}
      </span>
    </div>
  );
}
