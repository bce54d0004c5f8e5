/**
 * Blocks: selections of controls that a person keeps to put them on pages again. A block is a kept clipboard, so that it
 * is read and matched to parties as what is pasted. Pure.
 */
import { MAX_BLOCKS, MAX_BLOCKS_BYTES } from '@cinnabar/api/pages/block-limits.js';
import type { Block } from '@cinnabar/api/pages/template-blocks.js';
import { readClipboard, writeClipboard } from '../canvas/clipboard.js';
import { around, clampedMove, type Size } from '../canvas/geometry/box.js';
import type { DocumentPoint } from '../shared/document/document-handle.js';
import { freePlace } from './canvas-bridge.js';
import { kindOf, sizeOf } from './control-kinds.js';
import { type Control, controlOf, type Design, UNPLACED, type WireControl } from './design.js';
import { readControls } from './read-controls.js';

export const MAX_BLOCK_CONTROLS = 50;

/** Those of the selection that a block can contain: a seam runs over all pages, and what waits for a place has none. */
export function keepableKeys({ controls }: Design, selection: readonly Control['key'][]): readonly string[] {
  return controls
    .filter(
      (control) => selection.includes(control.key) && control.page !== UNPLACED && kindOf(control) !== 'seam',
    )
    .map(({ key }) => key);
}

/** Why blocks cannot be kept like this; each value is also a key of the texts. */
export type Fault = 'taken' | 'full' | 'tooLarge';

export function faultIn(blocks: readonly Block[]): Fault | null {
  const names = new Set(blocks.map(({ blockName }) => blockName));
  if (names.size < blocks.length) return 'taken';
  if (blocks.length > MAX_BLOCKS) return 'full';
  return new TextEncoder().encode(JSON.stringify(blocks)).length > MAX_BLOCKS_BYTES ? 'tooLarge' : null;
}

export function renamed(blocks: readonly Block[], from: string, to: string): readonly Block[] {
  return blocks.map((block) => (block.blockName === from ? { ...block, blockName: to } : block));
}

export function controlsOf({ content }: Pick<Block, 'content'>): readonly WireControl[] {
  return readControls(readClipboard(content) ?? []);
}

/**
 * The content of a block, moved so that its middle is at a point of a page: further down where its controls would hide
 * others, and within the page if it has room.
 */
export function contentAt(
  content: string,
  { controls }: Pick<Design, 'controls'>,
  at: DocumentPoint,
  page: Size,
): string {
  const kept = controlsOf({ content });
  const boxes = kept.map((each) => {
    const control = controlOf(each);
    return { x: control.x, y: control.y, ...sizeOf(control) };
  });
  const whole = around(boxes);
  if (whole === null) return content;
  const there = controls.filter((each) => each.file === at.fileId && each.page === at.page);
  const x = at.x - whole.x - whole.width / 2;
  const y = at.y - whole.y - whole.height / 2;
  const down = boxes.map((box) => freePlace(there, { x: box.x + x, y: box.y + y }).y - box.y - y);
  const move = clampedMove(page, boxes, { x, y: y + Math.max(...down) });
  // Rounded once for all of them, which keeps their distances; down, because pages have broken sizes.
  const [dx, dy] = [Math.floor(move.x), Math.floor(move.y)];
  return writeClipboard(
    kept.map((each) => ({
      ...each,
      positionX: (each.positionX ?? 0) + dx,
      positionY: (each.positionY ?? 0) + dy,
    })),
  );
}
