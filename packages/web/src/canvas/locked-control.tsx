import type { CanvasControl } from './canvas-types.js';
import { partyLook } from './party-look.js';

interface Props {
  readonly control: CanvasControl;
  readonly scale: number;
  readonly pageCount: number;
  readonly pageWidth: number;
}

const MIN_STRIP = 24;

/** A control that is shown but cannot be moved here. */
export function LockedControl({ control, scale, pageCount, pageWidth }: Props) {
  const look = partyLook(control.party);
  const isSeam = control.kind === 'seam';
  const width = isSeam ? Math.max(MIN_STRIP, (control.width / pageCount) * scale) : control.width * scale;
  const left = isSeam ? pageWidth * scale - width : control.x * scale;
  return (
    <span
      aria-hidden
      className={`pointer-events-none absolute flex items-center justify-center overflow-hidden rounded-marker border border-dashed text-caption ${look.edge} ${look.words}`}
      style={{ left, top: control.y * scale, width, height: control.height * scale }}
    >
      {!isSeam && control.height * scale >= 15 && <bdi className="truncate px-1">{control.name}</bdi>}
    </span>
  );
}
