/** A pointer from pressing to releasing it. React renders nothing in between: sessions write to elements directly. */

export interface Pointer {
  readonly x: number;
  readonly y: number;
  readonly isAlt: boolean;
  readonly isShift: boolean;
}

export interface Session {
  /** The pointer has left the place where it was pressed. */
  start(): void;
  /** Called at most once a frame. @returns whether it is to be called again in the next frame, to keep scrolling */
  move(at: Pointer): boolean;
  /** Released after having moved. */
  drop(at: Pointer): void;
  /** Escape, or the browser took the pointer away. */
  cancel(): void;
  /** Released where it was pressed. */
  tap?(at: Pointer): void;
}

/** In screen px. */
const DRAG_FROM = 6;

interface Pressed {
  readonly pointerId: number;
  readonly clientX: number;
  readonly clientY: number;
}

export function followPointer({ pointerId, clientX, clientY }: Pressed, session: Session): void {
  let at: Pointer = { x: clientX, y: clientY, isAlt: false, isShift: false };
  let isDragged = false;
  let frame = 0;
  const draw = () => {
    frame = session.move(at) ? requestAnimationFrame(draw) : 0;
  };
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    at = pointerOf(event);
    if (!isDragged) {
      if (Math.hypot(at.x - clientX, at.y - clientY) < DRAG_FROM) return;
      isDragged = true;
      session.start();
    }
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const onEnd = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    end();
    at = pointerOf(event);
    if (!isDragged) {
      if (event.type === 'pointerup') session.tap?.(at);
      return;
    }
    if (event.type !== 'pointerup') return session.cancel();
    session.move(at);
    session.drop(at);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    end();
    if (isDragged) session.cancel();
  };
  const end = () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', onEnd);
    window.removeEventListener('pointercancel', onEnd);
    window.removeEventListener('keydown', onKey, true);
  };
  window.addEventListener('pointermove', onMove);
  window.addEventListener('pointerup', onEnd);
  window.addEventListener('pointercancel', onEnd);
  window.addEventListener('keydown', onKey, true);
}

function pointerOf(event: PointerEvent): Pointer {
  return { x: event.clientX, y: event.clientY, isAlt: event.altKey, isShift: event.shiftKey };
}
