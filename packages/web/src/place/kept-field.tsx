import type { PartyLook } from './party-look.js';
import type { View } from './placed.js';

interface Props {
  readonly field: View['kept'][number];
  readonly look: PartyLook;
  readonly scale: number;
  readonly pageCount: number;
  readonly pageWidth: number;
}

const MIN_STRIP = 24;

/** A field that the draft already contained; it is shown but cannot be moved. */
export function KeptField({ field, look, scale, pageCount, pageWidth }: Props) {
  const width = field.seam ? Math.max(MIN_STRIP, (field.width / pageCount) * scale) : field.width * scale;
  const left = field.seam ? pageWidth * scale - width : field.x * scale;
  return (
    <span
      aria-hidden
      className={`pointer-events-none absolute flex items-center justify-center overflow-hidden rounded-marker border border-dashed text-caption ${look.edge} ${look.words}`}
      style={{ left, top: field.y * scale, width, height: field.height * scale }}
    >
      {!field.seam && field.height * scale >= 15 && <bdi className="truncate px-1">{field.name}</bdi>}
    </span>
  );
}
