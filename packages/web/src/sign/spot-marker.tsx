import { PenLine, Stamp } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { DocumentPoint } from '../shared/document/document-handle.js';
import { useTexts } from '../shared/text/language.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly spot: DocumentPoint;
  readonly scale: number;
  readonly isEnterprise: boolean;
  readonly place: () => void;
}

/** Side of the box around a place, in document px, and on the screen at least. */
const SIDE = 120;
const MIN_TARGET = 44;

/** A place at which the text of the contract asks for a signature; pressing it places one. */
export function SpotMarker({ spot, scale, isEnterprise, place }: Props) {
  const t = useTexts(signTexts);
  const Icon = isEnterprise ? Stamp : PenLine;
  const side = Math.max(MIN_TARGET, SIDE * scale);
  const box = { left: spot.x * scale - side / 2, top: spot.y * scale - side / 2, width: side, height: side };
  return (
    <>
      <span
        aria-hidden
        className="pointer-events-none absolute rounded-marker bg-todo mix-blend-multiply"
        style={box}
      />
      <AriaButton
        data-spot
        onPress={place}
        className="absolute z-10 rounded-marker border-[1.5px] border-dashed border-todo-edge select-none"
        style={box}
      >
        <span className="absolute top-full left-1/2 mt-0.5 flex -translate-x-1/2 items-center gap-1 rounded-marker border border-todo-edge bg-todo px-1 text-caption leading-5 font-medium whitespace-nowrap text-todo-text">
          <Icon size={14} strokeWidth={1.75} aria-hidden />
          {t.spot}
        </span>
      </AriaButton>
    </>
  );
}
