import { Check, PenLine, Stamp } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { sliceOf } from '../shared/document/seal-geometry.js';
import { useTexts } from '../shared/text/language.js';
import type { Area, Mark } from './marks.js';
import { SealFace } from './seal-face.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly area: Area;
  readonly mark: Mark | undefined;
  readonly scale: number;
  readonly isEnterprise: boolean;
  readonly index: number;
  readonly total: number;
  readonly isCurrent: boolean;
  /** Page count of the file and width of the page, in px. */
  readonly page: { readonly width: number; readonly count: number };
  readonly open: (area: Area) => void;
}

const MIN_TARGET = 44;
/** Minimum width of a seam area, whose slice on each page may be narrow. */
const MIN_SEAM = 22;
/** Height of the label outside an area, and the width that it may need. */
const LABEL = { height: 22, width: 104 } as const;

/**
 * A signature area: highlighted while it is empty, then only the seal. The highlight is multiplied with the page, and its
 * label stands outside, so that the text below can be read.
 */
export function AreaMarker(props: Props) {
  const { area, mark, scale, isEnterprise, index, total, isCurrent, page, open } = props;
  const t = useTexts(signTexts);
  const seamWidth = Math.max(MIN_SEAM, (area.width / sliceOf(page.count, area.page).of) * scale);
  const [width, height] = [area.seam ? seamWidth : area.width * scale, area.height * scale];
  const left = area.seam ? page.width * scale - width : area.x * scale;
  const top = area.y * scale;
  const [growX, growY] = [Math.max(0, MIN_TARGET - width) / 2, Math.max(0, MIN_TARGET - height) / 2];
  const isDone = mark !== undefined;
  const Icon = isEnterprise ? Stamp : PenLine;
  return (
    <>
      {!isDone && (
        <span
          aria-hidden
          className="pointer-events-none absolute rounded-marker bg-todo mix-blend-multiply"
          style={{ left, top, width, height }}
        />
      )}
      <AriaButton
        data-area={area.componentId}
        onPress={() => open(area)}
        className="absolute z-10 select-none"
        style={{
          left: left - growX * (area.seam ? 2 : 1),
          top: top - growY,
          width: width + 2 * growX,
          height: height + 2 * growY,
        }}
      >
        <span
          className={`absolute flex flex-col items-center justify-center rounded-marker border-[1.5px] ${
            isDone
              ? 'border-success/60'
              : `border-todo-edge text-todo-text ${isCurrent ? 'animate-pulse-once ring-2 ring-n-900' : ''}`
          } ${area.required ? '' : 'border-dashed'}`}
          style={{ left: growX * (area.seam ? 2 : 1), top: growY, width, height }}
        >
          {mark !== undefined && !area.seam && <SealFace mark={mark} scale={scale} />}
          {isDone ? (
            <span className="absolute -top-2 -right-2 flex size-4 items-center justify-center rounded-full bg-success text-n-0">
              <Check size={12} strokeWidth={2.5} aria-hidden />
            </span>
          ) : area.seam ? (
            <span
              className={height >= 72 ? 'text-caption font-medium [writing-mode:vertical-rl]' : 'sr-only'}
            >
              {t.seamHere}
            </span>
          ) : (
            <span
              className="absolute flex items-center gap-1 rounded-marker border border-todo-edge bg-todo px-1 text-caption leading-5 font-medium whitespace-nowrap"
              style={{
                ...(left + LABEL.width > page.width * scale ? { right: -1.5 } : { left: -1.5 }),
                ...(top < LABEL.height ? { top: height } : { bottom: height }),
              }}
            >
              <Icon size={14} strokeWidth={1.75} aria-hidden />
              <span>{isEnterprise ? t.stampHere : t.signHere}</span>
              {total > 1 && (
                <span className="figures">
                  {index}/{total}
                </span>
              )}
              {!area.required && <span className="font-normal">{t.optional}</span>}
            </span>
          )}
          <span className="sr-only">{t.areaState(area.page, area.required, isDone)}</span>
        </span>
      </AriaButton>
    </>
  );
}

/** Area of another signer; not interactive. */
export function ForeignMarker({
  area,
  name,
  scale,
}: {
  readonly area: Area;
  readonly name: string;
  readonly scale: number;
}) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute flex items-center justify-center overflow-hidden rounded-marker border border-dashed border-n-400 p-1 text-center text-caption text-n-500"
      style={{
        left: area.x * scale,
        top: area.y * scale,
        width: area.width * scale,
        height: area.height * scale,
      }}
    >
      <bdi className="line-clamp-3 names">{name}</bdi>
    </span>
  );
}
