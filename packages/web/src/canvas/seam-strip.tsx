import { memo, useEffect, useRef } from 'react';
import { sliceOf } from '../shared/document/seal-geometry.js';
import { useTexts } from '../shared/text/language.js';
import { canvasTexts } from './canvas-texts.js';
import { type ControlProps, takeFocus } from './control-button.js';
import { ControlLetter } from './control-face.js';
import { partyLook } from './party-look.js';
import { spokenName } from './spoken-name.js';

interface Props extends Omit<ControlProps, 'isAlone'> {
  readonly page: number;
  readonly pageCount: number;
}

const MIN_STRIP = 24;
const MIN_TARGET = 44;

/** The part of a seam area on one page: at the right edge, at the same height on every page. Dragging one moves all. */
export const SeamStrip = memo(function SeamStrip(props: Props) {
  const { control, parties, scale, isSelected, awaited, page, pageCount } = props;
  const t = useTexts(canvasTexts);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = control;
  const isFirst = page === 1;
  useEffect(() => {
    if (isFirst) takeFocus(key, button.current, awaited);
  }, [key, isFirst, awaited]);
  const width = Math.max(MIN_STRIP, (control.width / sliceOf(pageCount, page).of) * scale);
  const height = control.height * scale;
  const look = partyLook(control.party);
  return (
    <div
      data-control={key}
      className={`absolute right-0 data-lifted:opacity-30 ${isSelected ? 'z-20' : 'z-10'}`}
      style={{ top: control.y * scale, width: Math.max(MIN_TARGET, width), height }}
    >
      <button
        ref={button}
        type="button"
        data-seam={key}
        // Only the first page's part is in the tab order.
        tabIndex={isFirst ? 0 : -1}
        aria-label={spokenName({ ...control, page }, parties, t)}
        aria-pressed={isSelected}
        className="absolute inset-0 cursor-ns-resize touch-none border-0 bg-transparent p-0 select-none"
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
          <ControlLetter look={look} />
        </span>
      </button>
    </div>
  );
});
