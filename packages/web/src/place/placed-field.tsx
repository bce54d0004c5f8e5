import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../shared/text/language.js';
import { FieldFace, FieldLetter } from './field-face.js';
import type { PartyLook } from './party-look.js';
import { placeTexts } from './place-texts.js';
import { type Box, MIN_SIDE, type Placed } from './placed.js';
import { wordOf } from './tool-look.js';
import { toolOf } from './tools.js';

interface Props {
  readonly field: Placed;
  readonly look: PartyLook;
  readonly isEnterprise: boolean;
  readonly scale: number;
  readonly isSelected: boolean;
  /** Whether the field takes the focus once it is rendered. */
  readonly wantsFocus: boolean;
  readonly isLifted: boolean;
  readonly hasMistake: boolean;
  readonly select: (field: Placed) => void;
  readonly open: (field: Placed) => void;
  readonly drag: (field: Placed, event: PointerEvent<HTMLElement>, grip: Grip) => void;
  readonly resize: (field: Placed, box: Box) => void;
  readonly keyed: (field: Placed, event: KeyboardEvent) => void;
}

export interface Grip {
  readonly x: number;
  readonly y: number;
}

const MIN_TARGET = 44;
const corners = [
  { name: 'nw', right: false, bottom: false, place: '-top-1.5 -left-1.5 cursor-nwse-resize' },
  { name: 'ne', right: true, bottom: false, place: '-top-1.5 -right-1.5 cursor-nesw-resize' },
  { name: 'sw', right: false, bottom: true, place: '-bottom-1.5 -left-1.5 cursor-nesw-resize' },
  { name: 'se', right: true, bottom: true, place: '-right-1.5 -bottom-1.5 cursor-nwse-resize' },
] as const;

/** A field on its page: dragged by pointer, moved by keys, resized at its corners. */
export function PlacedField(props: Props) {
  const { field, look, isEnterprise, scale, isSelected, wantsFocus, isLifted, hasMistake } = props;
  const t = useTexts(placeTexts);
  const button = useRef<HTMLButtonElement>(null);
  const wasDragged = useRef(false);
  const [resized, setResized] = useState<Box | null>(null);
  const box = resized ?? field;
  const [width, height] = [box.width * scale, box.height * scale];
  const [growX, growY] = [Math.max(0, MIN_TARGET - width) / 2, Math.max(0, MIN_TARGET - height) / 2];
  useEffect(() => {
    if (wantsFocus) button.current?.focus({ preventScroll: true });
  }, [wantsFocus]);
  const kind = wordOf(toolOf(field), isEnterprise, t);
  // The accessible name begins with the visible label (WCAG 2.5.3).
  const shownName = `${field.name === '' ? kind : field.name}${field.required ? ' *' : ''}`;
  // A seal at its true size cannot be resized.
  const canResize = isSelected && (field.type !== 6 || field.fitted);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    const place = event.currentTarget.getBoundingClientRect();
    wasDragged.current = false;
    props.drag(field, event, {
      x: (event.clientX - place.left - growX) / scale,
      y: (event.clientY - place.top - growY) / scale,
    });
  }

  function onResize(event: PointerEvent<HTMLElement>, right: boolean, bottom: boolean) {
    event.stopPropagation();
    event.preventDefault();
    const { pointerId, clientX, clientY } = event;
    let next: Box = field;
    const onMove = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      const [dx, dy] = [(moved.clientX - clientX) / scale, (moved.clientY - clientY) / scale];
      const wide = Math.max(MIN_SIDE, right ? field.width + dx : field.width - dx);
      const high = Math.max(MIN_SIDE, bottom ? field.height + dy : field.height - dy);
      const ratio = moved.shiftKey ? Math.max(wide / field.width, high / field.height) : null;
      const [newWidth, newHeight] =
        ratio === null ? [wide, high] : [field.width * ratio, field.height * ratio];
      next = {
        x: right ? field.x : field.x + field.width - newWidth,
        y: bottom ? field.y : field.y + field.height - newHeight,
        width: newWidth,
        height: newHeight,
      };
      setResized(next);
    };
    const onEnd = (ended: globalThis.PointerEvent) => {
      if (ended.pointerId !== pointerId) return;
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onEnd);
      window.removeEventListener('pointercancel', onEnd);
      setResized(null);
      if (ended.type === 'pointerup') props.resize(field, next);
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onEnd);
    window.addEventListener('pointercancel', onEnd);
  }

  return (
    <div
      className={`absolute ${isSelected ? 'z-20' : 'z-10'} ${isLifted ? 'opacity-30' : ''}`}
      style={{ left: box.x * scale, top: box.y * scale, width, height }}
    >
      <button
        ref={button}
        type="button"
        data-field={field.id}
        aria-label={t.field(look.letter, shownName, kind, field.page)}
        aria-pressed={isSelected}
        onPointerDown={onPointerDown}
        onFocus={() => props.select(field)}
        onKeyDown={(event) => props.keyed(field, event)}
        onClick={(event) => {
          // Enter opens the properties; a pointer has already selected the field.
          if (event.detail === 0) props.open(field);
          else props.select(field);
        }}
        className={`absolute cursor-grab touch-none rounded-marker border-0 bg-transparent p-0 select-none`}
        style={{ left: -growX, top: -growY, width: width + 2 * growX, height: height + 2 * growY }}
      >
        <span
          className={`absolute rounded-marker ${isSelected ? 'ring-2 ring-n-900 ring-offset-1' : hasMistake ? 'ring-2 ring-danger' : ''}`}
          style={{ left: growX, top: growY, width, height }}
        >
          <FieldFace field={field} look={look} isEnterprise={isEnterprise} width={width} height={height} />
          <FieldLetter look={look} />
        </span>
      </button>
      {canResize &&
        corners
          .filter(({ name }) => name === 'se' || Math.min(width, height) >= 28)
          .map(({ name, right, bottom, place }) => (
            <span
              key={name}
              aria-hidden
              onPointerDown={(event) => onResize(event, right, bottom)}
              className={`absolute size-3 touch-none rounded-full border-2 border-n-900 bg-n-0 before:absolute before:-inset-2 ${place}`}
            />
          ))}
    </div>
  );
}
