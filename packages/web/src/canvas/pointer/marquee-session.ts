/** Drawing a frame: it selects what it touches, or places a control of its size. */
import { type Box, between, type Point } from '../geometry/box.js';
import type { CanvasLayer } from './canvas-layer.js';
import type { Pointer, Session } from './follow-pointer.js';

export interface MarqueeOptions {
  readonly from: Point;
  readonly layer: CanvasLayer;
  readonly scroll: (at: Pointer) => boolean;
  /** By how much the pages have been scrolled since the frame was begun, in screen px. */
  readonly scrolled: () => Point;
  /** In screen px. */
  readonly drop: (frame: Box, at: Pointer) => void;
  readonly tap: (at: Pointer) => void;
}

export function marqueeSession(options: MarqueeOptions): Session {
  const { from, layer } = options;
  const frameTo = (at: Pointer): Box => {
    const { x, y } = options.scrolled();
    return between({ x: from.x - x, y: from.y - y }, at);
  };
  return {
    start: () => undefined,
    move(at) {
      layer.showFrame(frameTo(at));
      return options.scroll(at);
    },
    drop(at) {
      layer.clear();
      options.drop(frameTo(at), at);
    },
    cancel: () => layer.clear(),
    tap: options.tap,
  };
}
