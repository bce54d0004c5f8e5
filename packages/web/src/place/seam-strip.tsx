import type { KeyboardEvent, PointerEvent } from 'react';
import { useTexts } from '../shared/text/language.js';
import { FieldLetter } from './field-face.js';
import type { PartyLook } from './party-look.js';
import { placeTexts } from './place-texts.js';
import type { Placed } from './placed.js';
import type { Grip } from './placed-field.js';

interface Props {
  readonly field: Placed;
  readonly look: PartyLook;
  /** Number and width of this page, in page px, and the page count of the file. */
  readonly page: { readonly number: number; readonly width: number; readonly count: number };
  readonly scale: number;
  readonly isSelected: boolean;
  readonly wantsFocus: boolean;
  readonly select: (field: Placed) => void;
  readonly open: (field: Placed) => void;
  readonly drag: (field: Placed, event: PointerEvent<HTMLElement>, grip: Grip) => void;
  readonly keyed: (field: Placed, event: KeyboardEvent) => void;
}

const MIN_STRIP = 24;
const MIN_TARGET = 44;

/** The part of a seam area on one page: at the right edge, at the same height on every page. Dragging one moves all. */
export function SeamStrip({ field, look, page, scale, isSelected, wantsFocus, ...acts }: Props) {
  const t = useTexts(placeTexts);
  const width = Math.max(MIN_STRIP, (field.width / page.count) * scale);
  const height = field.height * scale;
  const target = Math.max(MIN_TARGET, width);
  const isFirst = page.number === 1;
  return (
    <button
      ref={(element) => {
        if (wantsFocus && isFirst) element?.focus({ preventScroll: true });
      }}
      type="button"
      data-seam={field.id}
      // Only the first page's part is in the tab order.
      tabIndex={isFirst ? 0 : -1}
      aria-label={t.field(look.letter, field.name, t.seam, page.number)}
      aria-pressed={isSelected}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        const place = event.currentTarget.getBoundingClientRect();
        acts.drag(field, event, { x: field.width / 2, y: (event.clientY - place.top) / scale });
      }}
      onFocus={() => acts.select(field)}
      onKeyDown={(event) => acts.keyed(field, event)}
      onClick={(event) => (event.detail === 0 ? acts.open(field) : acts.select(field))}
      className={`absolute right-0 cursor-ns-resize touch-none border-0 bg-transparent p-0 select-none ${isSelected ? 'z-20' : 'z-10'}`}
      style={{ top: field.y * scale, width: target, height }}
    >
      <span
        className={`absolute right-0 flex items-center justify-center rounded-marker border-[1.5px] ${look.edge} ${look.dash} ${look.tint} ${look.words} ${isSelected ? 'ring-2 ring-n-900 ring-offset-1' : ''}`}
        style={{ width, height }}
      >
        {height >= 72 && (
          <span className="rounded-marker bg-n-0/85 py-1 text-caption font-medium [writing-mode:vertical-rl]">
            {t.seam}
          </span>
        )}
        <FieldLetter look={look} />
      </span>
    </button>
  );
}
