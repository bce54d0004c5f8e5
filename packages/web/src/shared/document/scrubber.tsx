import { useRef } from 'react';
import { useTexts } from '../text/language.js';
import { documentTexts } from './document-texts.js';

interface Props {
  readonly page: number;
  readonly total: number;
  readonly jump: (page: number) => void;
}

/** Page indicator at the right edge; dragging it moves through the document. */
export function Scrubber({ page, total, jump }: Props) {
  const t = useTexts(documentTexts);
  const track = useRef<HTMLDivElement>(null);
  const follow = (y: number) => {
    const box = track.current?.getBoundingClientRect();
    if (box === undefined) return;
    const share = Math.min(1, Math.max(0, (y - box.top) / box.height));
    jump(1 + Math.round(share * (total - 1)));
  };
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: page + 1,
    ArrowUp: page - 1,
    PageDown: page + 10,
    PageUp: page - 10,
    Home: 1,
    End: total,
  };
  return (
    <div
      ref={track}
      className="absolute top-3 right-0 bottom-3 z-20 w-11 touch-none lg:top-6 lg:bottom-20"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event.clientY);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event.clientY);
      }}
    >
      <div
        role="slider"
        tabIndex={0}
        aria-label={t.jump}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={total}
        aria-valuenow={page}
        aria-valuetext={t.page(page, total)}
        onKeyDown={(event) => {
          const wished = steps[event.key];
          if (wished === undefined) return;
          event.preventDefault();
          jump(Math.min(total, Math.max(1, wished)));
        }}
        className="figures absolute right-2 flex -translate-y-1/2 flex-col items-center rounded-full bg-n-800 px-2 py-1.5 text-caption leading-4 text-n-0"
        style={{ top: `${((page - 1) / Math.max(1, total - 1)) * 100}%` }}
      >
        <span>{page}</span>
        <span className="h-px w-3 bg-n-400" />
        <span>{total}</span>
      </div>
    </div>
  );
}
