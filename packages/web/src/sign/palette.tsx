import { AlignVerticalSpaceAround, CalendarDays, PenLine, Stamp, TextCursorInput } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { iconSize } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import type { Tool } from './sign-desk-state.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly tools: readonly Tool[];
  readonly pick: (tool: Tool) => void;
}

const icons = {
  seal: Stamp,
  signature: PenLine,
  date: CalendarDays,
  remark: TextCursorInput,
  seam: AlignVerticalSpaceAround,
} as const;

/** Marks that can be placed freely if the contract has no areas. */
export function Palette({ tools, pick }: Props) {
  const t = useTexts(signTexts);
  return (
    <div
      role="toolbar"
      aria-label={t.palette}
      className="flex shrink-0 justify-center gap-1 border-b border-n-200 bg-n-0 px-2 py-1"
    >
      {tools.map((tool) => {
        const Icon = icons[tool];
        return (
          <AriaButton
            key={tool}
            onPress={() => pick(tool)}
            className="flex h-13 min-w-15 flex-col items-center justify-center gap-0.5 rounded-control px-2 text-caption text-n-700 select-none hover:bg-n-100"
          >
            <Icon {...iconSize} />
            {t[tool]}
          </AriaButton>
        );
      })}
    </div>
  );
}
