import { describe, expect, test } from 'vitest';
import {
  contentAt,
  controlsOf,
  faultIn,
  keepableKeys,
  renamed,
} from '../../../packages/web/src/designer/blocks.js';
import { clipboardTextOf, pastedControls } from '../../../packages/web/src/designer/canvas-bridge.js';
import type { Design } from '../../../packages/web/src/designer/design.js';
import { area, control, design, file, party } from './given-design.js';

const page = { width: 794, height: 1123 };
const middle = { fileId: 1, page: 2, x: 397, y: 500 };

const signed = design({
  controls: [
    control('seal', { ...area, x: 100, y: 700, attribute: { width: 160, height: 160 } }),
    control('date', { x: 280, y: 760, componentKey: 'date', attribute: { width: 120, height: 24 } }),
    control('seam', { type: 6, attribute: { signStyle: 2 } }),
    control('waiting', { page: 0 }),
  ],
});

function placed(into: Design, content: string, at = middle) {
  let made = 0;
  const text = contentAt(content, into, at, page);
  const pasted = pastedControls(
    into,
    text,
    at,
    () => undefined,
    () => `new${++made}`,
  );
  if (pasted === null) throw new Error('no block');
  return pasted;
}

describe('a block', () => {
  const keys = keepableKeys(signed, ['seal', 'date', 'seam', 'waiting']);
  const content = clipboardTextOf(signed, keys);

  test('contains what stands on a page: no seams, nothing that waits for a place', () => {
    expect(keys).toEqual(['seal', 'date']);
    expect(controlsOf({ content })).toMatchObject([{ componentType: 6 }, { componentKey: 'date' }]);
  });

  test('is placed around the middle of the page, with distances, properties, and keys of its own', () => {
    const { controls } = placed(signed, content);
    expect(controls).toMatchObject([
      { key: 'new1', party: 'A', file: 1, page: 2, x: 247, y: 420, attribute: { width: 160, height: 160 } },
      { key: 'new2', party: 'A', file: 1, page: 2, x: 427, y: 480, componentKey: 'date_2' },
    ]);
  });

  test('hides nothing: a second one stands below the first', () => {
    const first = placed(signed, content).controls;
    const second = placed({ ...signed, controls: [...signed.controls, ...first] }, content).controls;
    expect(second.map(({ x }) => x)).toEqual(first.map(({ x }) => x));
    const below = (second[0]?.y ?? 0) - (first[0]?.y ?? 0);
    expect(below).toBeGreaterThan(160);
    expect((second[1]?.y ?? 0) - (first[1]?.y ?? 0)).toBe(below);
  });

  test('stays on its page, near an edge too', () => {
    const { controls } = placed(signed, content, { ...middle, x: 10, y: 1120 });
    expect(controls).toMatchObject([
      { x: 0, y: 1123 - 160 },
      { x: 180, y: 1123 - 100 },
    ]);
  });

  test('names the parties that another template does not have', () => {
    const other = design({ parties: [party('B')], files: [file(1)], controls: [] });
    expect(placed(other, content)).toMatchObject({ controls: [], unknownFlags: ['A'] });
  });

  test('that is no block puts nothing anywhere', () => {
    expect(controlsOf({ content: '盖章' })).toEqual([]);
    expect(contentAt('盖章', signed, middle, page)).toBe('盖章');
  });
});

describe('the blocks of a person', () => {
  const block = (blockName: string, content = '{}') => ({ blockName, content });
  const many = (count: number) => Array.from({ length: count }, (_, index) => block(`${index}`));

  test.each([
    ['twenty of them', many(20), null],
    ['one more', many(21), 'full'],
    ['two of the same name', [block('签章'), block('签章')], 'taken'],
    ['64 KiB together', [block('签章', 'x'.repeat(64 * 1024))], 'tooLarge'],
    ['64 KiB of Chinese', [block('签章', '章'.repeat(22 * 1024))], 'tooLarge'],
  ] as const)('%s', (_, blocks, fault) => {
    expect(faultIn(blocks)).toBe(fault);
  });

  test('one is renamed where it stands', () => {
    expect(renamed(many(3), '1', '签章').map(({ blockName }) => blockName)).toEqual(['0', '签章', '2']);
  });
});
