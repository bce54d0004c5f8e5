import { Check, ImagePlus, TriangleAlert } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { ownPicture } from '../shared/document/own-picture.js';
import { useTexts } from '../shared/text/language.js';
import { type Control, kindOf, shownValue } from './controls.js';
import { fillTexts } from './fill-texts.js';

interface Props {
  readonly control: Control;
  readonly value: string;
  readonly scale: number;
  readonly isCurrent: boolean;
  readonly hasError: boolean;
  readonly open: (control: Control) => void;
}

const MIN_TARGET = 44;
const fonts = {
  SimSun: 'SimSun, "Songti SC", "Noto Serif CJK SC", serif',
  FangSong: 'FangSong, STFangsong, serif',
  KaiTi: 'KaiTi, "Kaiti SC", serif',
  SimHei: 'SimHei, "PingFang SC", "Noto Sans CJK SC", sans-serif',
} as const;

/**
 * A control on its page: highlighted while it is empty, without hiding what is printed there; pressing it opens the
 * input.
 */
export function ControlMarker({ control, value, scale, isCurrent, hasError, open }: Props) {
  const t = useTexts(fillTexts);
  const [width, height] = [control.attribute.width * scale, control.attribute.height * scale];
  const [growX, growY] = [Math.max(0, MIN_TARGET - width) / 2, Math.max(0, MIN_TARGET - height) / 2];
  const isEmpty = value === '';
  const spoken =
    kindOf(control) === 'check' ? (value === 'true' ? t.ticked : t.unticked) : shownValue(control, value);
  const label = t.markLabel(
    control.name,
    control.page,
    control.required,
    kindOf(control) === 'picture' && !isEmpty ? t.pictureThere : isEmpty ? '' : spoken,
  );
  const look = hasError ? 'border-danger' : isEmpty ? 'border-todo-edge text-todo-text' : 'border-success/60';
  const ground = hasError ? 'bg-danger-tint' : isEmpty ? 'bg-todo' : null;
  return (
    <>
      {ground !== null && (
        <span
          aria-hidden
          className={`pointer-events-none absolute rounded-marker mix-blend-multiply ${ground}`}
          style={{ left: control.x * scale, top: control.y * scale, width, height }}
        />
      )}
      <AriaButton
        aria-label={label}
        data-control={control.componentId}
        onPress={() => open(control)}
        // Keyboard users reach the field list instead, since pages outside the viewport are not rendered.
        excludeFromTabOrder
        className={`absolute select-none ${isCurrent ? 'z-20' : 'z-10'}`}
        style={{
          left: control.x * scale - growX,
          top: control.y * scale - growY,
          width: width + 2 * growX,
          height: height + 2 * growY,
        }}
      >
        <span
          className={`absolute overflow-hidden rounded-marker border-[1.5px] ${look} ${
            !control.required && isEmpty ? 'border-dashed' : ''
          } ${isCurrent ? 'animate-pulse-once ring-2 ring-n-900 ring-offset-1' : ''}`}
          style={{ left: growX, top: growY, width, height }}
        >
          {isEmpty ? (
            <EmptyFace control={control} height={height} width={width} />
          ) : (
            <ValueFace control={control} text={shownValue(control, value)} scale={scale} />
          )}
        </span>
        {!isEmpty && (
          <span
            aria-hidden
            className={`absolute flex size-4 items-center justify-center rounded-full text-n-0 ${hasError ? 'bg-danger' : 'bg-success'}`}
            style={{ left: growX + width - 8, top: growY - 8 }}
          >
            {hasError ? <TriangleAlert size={11} strokeWidth={2.5} /> : <Check size={12} strokeWidth={2.5} />}
          </span>
        )}
      </AriaButton>
    </>
  );
}

/** Shows the name of an empty control, where there is room for it. */
function EmptyFace({
  control,
  width,
  height,
}: {
  readonly control: Control;
  readonly width: number;
  readonly height: number;
}) {
  if (kindOf(control) === 'check') return null;
  if (kindOf(control) === 'picture' && width >= 40 && height >= 40) {
    return (
      <span className="flex size-full flex-col items-center justify-center gap-1 p-1 text-center text-caption">
        <ImagePlus size={20} strokeWidth={1.75} aria-hidden />
        <bdi className="max-w-full truncate">{control.name}</bdi>
      </span>
    );
  }
  if (height < 15 || width < 32) return null;
  return (
    <span
      className="flex size-full items-center justify-start px-1 leading-none font-medium"
      style={{ fontSize: Math.min(13, Math.max(11, height * 0.6)) }}
    >
      <bdi className="truncate">{control.name}</bdi>
    </span>
  );
}

/** A value as the server answers it is a text already, except a tick. */
function drawnText(control: Control, value: string): string {
  return kindOf(control) === 'check' ? shownValue(control, value) : value;
}

interface ValueFaceProps {
  readonly control: Control;
  /** As it will be drawn. */
  readonly text: string;
  readonly scale: number;
}

/** Approximates how the value will be drawn. */
function ValueFace({ control, text, scale }: ValueFaceProps) {
  const { attribute } = control;
  const kind = kindOf(control);
  if (kind === 'picture') {
    return control.pictureUrl === null ? null : (
      <img
        src={ownPicture(control.pictureUrl)}
        alt=""
        className="size-full object-contain"
        draggable={false}
      />
    );
  }
  const decoration = [attribute.underLine ? 'underline' : '', attribute.lineThrough ? 'line-through' : ''];
  const style: CSSProperties = {
    fontFamily: fonts[attribute.font],
    fontSize: attribute.fontSize * scale,
    lineHeight: kind === 'lines' ? 1.3 : 1.2,
    color: attribute.textColor,
    fontWeight: attribute.bold ? 700 : 400,
    fontStyle: attribute.italic ? 'italic' : 'normal',
    textDecorationLine: decoration.join(' ').trim() || 'none',
    textAlign: ({ 0: 'left', 1: 'center', 3: 'right' } as const)[attribute.alignment],
    justifyContent: ({ 0: 'flex-start', 1: 'center', 3: 'flex-end' } as const)[attribute.alignment],
  };
  return (
    <span
      className={
        kind === 'lines'
          ? 'block size-full overflow-hidden text-left whitespace-pre-wrap'
          : 'flex size-full items-center overflow-hidden whitespace-nowrap'
      }
      style={style}
    >
      <bdi>{text}</bdi>
    </span>
  );
}

interface ReadOnlyProps {
  readonly control: Control;
  readonly value: string;
  readonly scale: number;
}

/** A control of another party, or a computed one; not interactive. */
export function ReadOnlyControl({ control, value, scale }: ReadOnlyProps) {
  const { attribute } = control;
  const isEmpty = value === '';
  return (
    <span
      aria-hidden={isEmpty}
      className={`pointer-events-none absolute overflow-hidden ${isEmpty ? 'rounded-marker border border-dashed border-n-400' : ''}`}
      style={{
        left: control.x * scale,
        top: control.y * scale,
        width: attribute.width * scale,
        height: attribute.height * scale,
      }}
    >
      {!isEmpty && <ValueFace control={control} text={drawnText(control, value)} scale={scale} />}
    </span>
  );
}
