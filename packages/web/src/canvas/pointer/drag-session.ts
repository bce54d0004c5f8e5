/** Dragging controls, or a new one from a palette, over the pages. */
import type { Placement } from '../canvas-types.js';
import { around, type Box, clampedMove, type Point, within } from '../geometry/box.js';
import { grouped } from '../geometry/grouped.js';
import { type Scene, snap } from '../geometry/snapping.js';
import type { CanvasLayer } from './canvas-layer.js';
import type { Pointer, Session } from './follow-pointer.js';
import { pageAt, pointOn, type RenderedPage } from './rendered-pages.js';

/** Snapping distance in screen px. */
const SNAP = 6;

export interface DragOptions {
  /** All controls that are moved. */
  readonly moved: readonly Placement[];
  /** The one under the pointer. */
  readonly grabbed: Placement;
  /** Where the pointer holds it, in document px from its corner. */
  readonly grip: Point;
  /** Seam areas stay at the right edge. */
  readonly isSeam: boolean;
  /** A new control is on no page yet. */
  readonly isNew: boolean;
  readonly layer: CanvasLayer;
  readonly pages: () => readonly RenderedPage[];
  readonly sceneOf: (page: RenderedPage) => Scene;
  readonly sizeOf: (place: Placement) => { readonly width: number; readonly height: number } | undefined;
  /** The drawn face of a control; null while its page is not rendered. */
  readonly faceOf: (place: Placement) => Element | null;
  /** The element of a control on its page. */
  readonly elementsOf: (place: Placement) => readonly HTMLElement[];
  readonly scroll: (at: Pointer) => boolean;
  readonly drop: (places: readonly Placement[]) => void;
  readonly tap: (at: Pointer) => void;
}

interface Target {
  readonly page: RenderedPage;
  readonly by: Point;
}

export function dragSession(options: DragOptions): Session {
  const { moved, grabbed, grip, isSeam, isNew, layer } = options;
  const home = moved.filter(({ fileId, page }) => fileId === grabbed.fileId && page === grabbed.page);
  // A selection on several pages moves within them; on one page it can be carried to another.
  const isSpread = home.length < moved.length;
  const group: Box = around(home) ?? grabbed;
  let target: Target | null = null;
  let scale = options.pages()[0]?.scale ?? 1;
  const restored: (() => void)[] = [];

  function start() {
    const faces = isSpread
      ? []
      : home.flatMap((place) => {
          const face = options.faceOf(place);
          return face === null ? [] : [{ face, at: scaled(place, scale) }];
        });
    for (const element of moved.flatMap(options.elementsOf)) {
      if (isSpread) element.style.willChange = 'transform';
      else element.dataset['lifted'] = '';
      restored.push(() => {
        element.style.transform = '';
        element.style.willChange = '';
        delete element.dataset['lifted'];
      });
    }
    layer.showGhost(faces, scaled(group, scale));
  }

  function move(at: Pointer): boolean {
    const pages = options.pages();
    const isHome = ({ fileId, page }: RenderedPage) => fileId === grabbed.fileId && page === grabbed.page;
    const page = isSpread ? pages.find(isHome) : pageAt(pages, at);
    if (page !== undefined) scale = page.scale;
    target = page === undefined ? null : targetOn(page, at);
    if (target === null) {
      const held = { x: grip.x + grabbed.x - group.x, y: grip.y + grabbed.y - group.y };
      layer.moveGhost({ x: at.x - held.x * scale, y: at.y - held.y * scale }, true);
      layer.showGuides(null, []);
    }
    return options.scroll(at);
  }

  function targetOn(page: RenderedPage, at: Pointer): Target {
    const { size } = page;
    const pointer = pointOn(page, at);
    const wished = {
      ...group,
      x: isSeam ? size.width - group.width : pointer.x - grip.x - (grabbed.x - group.x),
      y: pointer.y - grip.y - (grabbed.y - group.y),
    };
    const inside = onPage(size, wished);
    const snapped = at.isAlt
      ? { ...inside, guides: [] }
      : snap(inside, options.sceneOf(page), SNAP / page.scale);
    const place = onPage(size, { ...group, x: isSeam ? inside.x : snapped.x, y: snapped.y });
    const by = { x: place.x - group.x, y: place.y - group.y };
    const allowed = isSpread ? clampedOnAll(by) : by;
    if (isSpread) {
      for (const element of moved.flatMap(options.elementsOf))
        element.style.transform = `translate(${allowed.x * scale}px, ${allowed.y * scale}px)`;
    } else {
      const { left, top } = page.rect;
      layer.moveGhost({ x: left + place.x * page.scale, y: top + place.y * page.scale }, false);
    }
    layer.showGuides(page, isSeam ? snapped.guides.filter(({ axis }) => axis === 'y') : snapped.guides);
    return { page, by: allowed };
  }

  function clampedOnAll(by: Point): Point {
    let allowed = by;
    for (const places of grouped(moved, ({ fileId, page }) => `${fileId}/${page}`).values()) {
      const size = places[0] === undefined ? undefined : options.sizeOf(places[0]);
      if (size !== undefined) allowed = clampedMove(size, places, allowed);
    }
    return allowed;
  }

  function end() {
    for (const restore of restored) restore();
    layer.clear();
  }

  return {
    start,
    move,
    drop() {
      end();
      if (target === null) return;
      const { page, by } = target;
      // A seam area belongs to its file, whichever page it is dropped on.
      if (isSeam && !isNew && page.fileId !== grabbed.fileId) return;
      options.drop(
        moved.map((place) => {
          const isCarried = !isSpread && (isNew || !isSeam);
          const on = isCarried ? { fileId: page.fileId, page: page.page } : {};
          const size = isSpread ? (options.sizeOf(place) ?? page.size) : page.size;
          return {
            ...place,
            ...on,
            ...within(size, { ...place, x: place.x + by.x, y: place.y + by.y }),
          };
        }),
      );
    },
    cancel: end,
    tap: options.tap,
  };
}

/** Moved onto the page as far as it fits; it is not shrunk. */
function onPage(page: { readonly width: number; readonly height: number }, box: Box): Box {
  return {
    ...box,
    x: Math.max(0, Math.min(box.x, page.width - box.width)),
    y: Math.max(0, Math.min(box.y, page.height - box.height)),
  };
}

function scaled({ x, y, width, height }: Box, by: number): Box {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}
