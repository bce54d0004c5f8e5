import { memo, type RefObject, useEffect, useRef } from 'react';
import { useTexts } from '../shared/text/language.js';
import { canvasTexts } from './canvas-texts.js';
import type { CanvasControl, CanvasParty } from './canvas-types.js';
import { ControlFace, ControlLetter } from './control-face.js';
import { handles } from './geometry/resizing.js';
import { partyLook, suggestedLook } from './party-look.js';
import { spokenName } from './spoken-name.js';

export interface ControlProps {
  readonly control: CanvasControl;
  readonly parties: readonly CanvasParty[];
  readonly scale: number;
  readonly isSelected: boolean;
  /** Whether it is the only selected control, which shows its handles. */
  readonly isAlone: boolean;
  /** Key of the control that takes the focus as soon as it is rendered. */
  readonly awaited: RefObject<string | null>;
}

const MIN_TARGET = 44;
/** Handles at the middle of edges need room between those at the corners. */
const MIN_FOR_CORNERS = 28;
const MIN_FOR_EDGES = 64;

const handleLooks = {
  nw: '-top-1.5 -left-1.5 cursor-nwse-resize',
  n: '-top-1.5 left-1/2 -ml-1.5 cursor-ns-resize',
  ne: '-top-1.5 -right-1.5 cursor-nesw-resize',
  e: 'top-1/2 -right-1.5 -mt-1.5 cursor-ew-resize',
  se: '-right-1.5 -bottom-1.5 cursor-nwse-resize',
  s: '-bottom-1.5 left-1/2 -ml-1.5 cursor-ns-resize',
  sw: '-bottom-1.5 -left-1.5 cursor-nesw-resize',
  w: 'top-1/2 -left-1.5 -mt-1.5 cursor-ew-resize',
} as const;

/**
 * A control on its page. The canvas handles its events and, while a pointer is down, writes to `data-control`'s style
 * directly: everything inside follows the size of that element.
 */
export const ControlButton = memo(function ControlButton(props: ControlProps) {
  const { control, parties, scale, isSelected, isAlone, awaited } = props;
  const t = useTexts(canvasTexts);
  const button = useRef<HTMLButtonElement>(null);
  const { key, state, sizing } = control;
  useEffect(() => takeFocus(key, button.current, awaited), [key, awaited]);
  const [width, height] = [control.width * scale, control.height * scale];
  const [growX, growY] = [Math.max(0, MIN_TARGET - width) / 2, Math.max(0, MIN_TARGET - height) / 2];
  const isSuggested = state === 'suggested';
  const look = isSuggested ? suggestedLook(control.party) : partyLook(control.party);
  const ring = isSelected
    ? 'ring-2 ring-n-900 ring-offset-1'
    : state === 'mistake'
      ? 'ring-2 ring-danger'
      : state === 'warning'
        ? 'ring-1 ring-warning'
        : '';
  const shortest = Math.min(width, height);
  return (
    <div
      data-control={key}
      className={`absolute data-lifted:opacity-30 ${isSelected ? 'z-20' : 'z-10'}`}
      style={{ left: control.x * scale, top: control.y * scale, width, height }}
    >
      <button
        ref={button}
        type="button"
        data-field={key}
        aria-label={spokenName(control, parties, t)}
        aria-pressed={isSelected}
        className={`absolute touch-none rounded-marker border-0 bg-transparent p-0 select-none ${isSuggested ? 'cursor-pointer' : 'cursor-grab'}`}
        style={{ inset: `${-growY}px ${-growX}px` }}
      >
        <span className={`absolute rounded-marker ${ring}`} style={{ inset: `${growY}px ${growX}px` }}>
          <ControlFace control={control} look={look} width={width} height={height} />
          <ControlLetter look={look} />
        </span>
      </button>
      {isAlone &&
        sizing !== 'fixed' &&
        !isSuggested &&
        handles
          .filter((handle) =>
            handle.length === 2
              ? handle === 'se' || shortest >= MIN_FOR_CORNERS
              : sizing === 'free' &&
                shortest >= MIN_FOR_CORNERS &&
                (handle === 'n' || handle === 's' ? width : height) >= MIN_FOR_EDGES,
          )
          .map((handle) => (
            <span
              key={handle}
              aria-hidden
              data-handle={handle}
              className={`absolute size-3 touch-none rounded-full border-2 border-n-900 bg-n-0 before:absolute before:-inset-2 ${handleLooks[handle]}`}
            />
          ))}
    </div>
  );
});

/** Gives the focus to a control that waits for it, and says so by forgetting it. */
export function takeFocus(
  key: string,
  button: HTMLButtonElement | null,
  awaited: RefObject<string | null>,
): void {
  if (awaited.current !== key || button === null) return;
  awaited.current = null;
  button.focus({ preventScroll: true });
}
