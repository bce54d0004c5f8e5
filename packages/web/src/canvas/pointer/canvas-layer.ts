/** What is drawn over the pages while a pointer is down: ghosts, guides with distances, the selection frame. */
import { PX_PER_MM } from '../../shared/document/seal-geometry.js';
import type { Box, Point } from '../geometry/box.js';
import type { Guide } from '../geometry/guide.js';
import type { RenderedPage } from './rendered-pages.js';

const labelLook =
  'absolute top-0 left-0 rounded-marker bg-info px-1 text-caption leading-4 text-n-0 figures whitespace-nowrap';

export class CanvasLayer {
  readonly #root: HTMLElement;
  readonly #wordLength: (millimetres: string) => string;
  readonly #guides: { readonly line: HTMLElement; readonly label: HTMLElement }[] = [];
  #ghost: HTMLElement | null = null;
  #frame: HTMLElement | null = null;

  constructor(root: HTMLElement, wordLength: (millimetres: string) => string) {
    this.#root = root;
    this.#wordLength = wordLength;
  }

  /** The element that follows the pointer; its children are the faces of what is dragged. */
  showGhost(faces: readonly { readonly face: Element; readonly at: Box }[], { x, y }: Point): void {
    const ghost = document.createElement('div');
    ghost.className =
      'absolute top-0 left-0 opacity-90 will-change-transform *:data-ghost:rounded-marker *:data-ghost:shadow-menu data-[off=true]:*:data-ghost:ring-2 data-[off=true]:*:data-ghost:ring-danger';
    for (const { face, at } of faces) {
      const place = document.createElement('div');
      place.dataset['ghost'] = '';
      place.className = 'absolute';
      place.style.left = `${at.x - x}px`;
      place.style.top = `${at.y - y}px`;
      place.style.width = `${at.width}px`;
      place.style.height = `${at.height}px`;
      place.append(face);
      ghost.append(place);
    }
    this.#root.append(ghost);
    this.#ghost = ghost;
  }

  /** @param isOff dropped here, it would return to where it was */
  moveGhost({ x, y }: Point, isOff: boolean): void {
    if (this.#ghost === null) return;
    this.#ghost.style.transform = `translate(${x}px, ${y}px)`;
    this.#ghost.dataset['off'] = String(isOff);
  }

  showGuides(page: RenderedPage | null, guides: readonly Guide[]): void {
    for (const [index, guide] of guides.entries()) {
      if (page === null) break;
      const { line, label } = this.#guideAt(index);
      drawGuide(line, page, guide);
      const isLabelled = guide.distance !== null && guide.distance >= 1;
      label.hidden = !isLabelled;
      if (guide.distance === null || !isLabelled) continue;
      label.textContent = this.#wordLength((guide.distance / PX_PER_MM).toFixed(1));
      const middle = (guide.from + guide.to) / 2;
      const [x, y] = guide.axis === 'x' && guide.kind === 'line' ? [guide.at, middle] : [middle, guide.at];
      const [left, top] = guide.kind === 'gap' && guide.axis === 'y' ? [y, x] : [x, y];
      label.style.transform = `translate(${page.rect.left + left * page.scale + 4}px, ${page.rect.top + top * page.scale + 4}px)`;
    }
    for (const { line, label } of this.#guides.slice(page === null ? 0 : guides.length)) {
      line.hidden = true;
      label.hidden = true;
    }
  }

  showFrame({ x, y, width, height }: Box): void {
    if (this.#frame === null) {
      this.#frame = document.createElement('div');
      this.#frame.className = 'absolute top-0 left-0 border border-info bg-info/10';
      this.#root.append(this.#frame);
    }
    this.#frame.style.transform = `translate(${x}px, ${y}px)`;
    this.#frame.style.width = `${width}px`;
    this.#frame.style.height = `${height}px`;
  }

  clear(): void {
    this.#root.replaceChildren();
    this.#guides.length = 0;
    this.#ghost = null;
    this.#frame = null;
  }

  #guideAt(index: number) {
    const known = this.#guides[index];
    if (known !== undefined) return known;
    const line = document.createElement('div');
    line.className = 'absolute top-0 left-0 bg-info';
    const label = document.createElement('div');
    label.className = labelLook;
    this.#root.append(line, label);
    const made = { line, label };
    this.#guides[index] = made;
    return made;
  }
}

function drawGuide(
  line: HTMLElement,
  { rect, scale }: RenderedPage,
  { kind, axis, at, from, to }: Guide,
): void {
  line.hidden = false;
  // The line of an edge is across its axis; that of a gap is along it.
  const isUpright = (axis === 'x') === (kind === 'line');
  const [x, y] = isUpright ? [at, from] : [from, at];
  line.style.width = isUpright ? '1px' : `${(to - from) * scale}px`;
  line.style.height = isUpright ? `${(to - from) * scale}px` : '1px';
  line.style.transform = `translate(${rect.left + x * scale}px, ${rect.top + y * scale}px)`;
}
