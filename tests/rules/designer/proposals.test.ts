import { describe, expect, test } from 'vitest';
import type { Proposals, Proposed } from '../../../packages/web/src/canvas/suggestions/suggested-control.js';
import { applied } from '../../../packages/web/src/designer/commands.js';
import type { Design } from '../../../packages/web/src/designer/design.js';
import { done, newHistory, undoneTo } from '../../../packages/web/src/designer/history.js';
import {
  acceptedControls,
  canvasSuggestions,
  openSuggestions,
} from '../../../packages/web/src/designer/proposals.js';
import { control, design, file, party } from './given-design.js';

const nothing = {
  ...{ dateFormat: null, numberFormat: null, fractionDigits: null, maxLength: null },
  ...{ fontSize: null, sealSpecs: null, options: null },
};

function proposal(part: Partial<Proposed> = {}): Proposals[number] {
  const component: Proposed = {
    ...{ participantFlag: 'A', fileIndex: 0, componentName: '日期', componentType: 3, required: 0 },
    ...{ pageNum: 1, positionX: 300.4, positionY: 500.6 },
    specialAttribute: { width: 120, height: 24, ...nothing, dateFormat: 'yyyy年MM月dd日' },
    ...part,
  };
  return { component, by: 'date', score: 0.9 };
}

function open(given: Design, proposals: Proposals, dismissed: readonly string[] = [], chosen = 'B') {
  return openSuggestions(given, new Map([['files/1.pdf', proposals]]), new Set(dismissed), chosen);
}

const namesOf = (found: ReturnType<typeof open>) => found.map(({ control: { name } }) => name);

describe('a proposal', () => {
  test('is drawn as a suggestion, and becomes a control with what it states over what its kind starts as', () => {
    const given = design();
    const found = open(given, [proposal()]);
    const [drawn] = canvasSuggestions(given, found);
    expect(drawn).toMatchObject({
      state: 'suggested',
      sizing: 'fixed',
      kind: 'date',
      party: 0,
      x: 300,
      y: 501,
    });
    expect(acceptedControls(given, found)).toMatchObject([
      { party: 'A', name: '日期', attribute: { dateFormat: 'yyyy年MM月dd日', font: 'SimSun', width: 120 } },
    ]);
  });

  test('gets a number if its name is taken, also by another that is accepted with it', () => {
    const given = design({ controls: [control('日期')] });
    const found = open(given, [proposal(), proposal({ positionY: 600 })]);
    expect(acceptedControls(given, found).map(({ name }) => name)).toEqual(['日期2', '日期3']);
  });

  test('belongs to the party that it names, else to the chosen one, if they can have it', () => {
    const parties = [party('A'), party('B', { fills: false }), party('C')];
    const of = (flag: string, chosen: string) =>
      open(design({ parties }), [proposal({ participantFlag: flag })], [], chosen)[0]?.control.party;
    expect([of('A', 'C'), of('', 'C'), of('', 'B'), of('B', 'C'), of('丙方', 'A')]).toEqual([
      'A',
      'C',
      'A',
      'C',
      'A',
    ]);
  });

  test('that nobody can have is left out', () => {
    expect(open(design({ parties: [party('A', { fills: false })] }), [proposal()])).toEqual([]);
  });

  test('over an existing control is left out; beside one, on another page or under a seam it stays', () => {
    const seam = { type: 6, attribute: { signStyle: 2 as const, width: 159, height: 159 } };
    const here = { x: 290, y: 495 };
    const left = (part: Parameters<typeof control>[1]) =>
      open(design({ controls: [control('other', part)] }), [proposal()]).length;
    expect([
      left(here),
      left({ x: 10, y: 495 }),
      left({ ...here, page: 2 }),
      left({ ...here, page: 0 }),
    ]).toEqual([0, 1, 1, 1]);
    expect(left({ ...here, ...seam })).toBe(1);
  });

  test('stays open when its neighbour is accepted, though they overlap', () => {
    const neighbours = [proposal(), proposal({ positionY: 505 })];
    const [first] = open(design(), neighbours);
    const given = design({ controls: first === undefined ? [] : [first.control] });
    expect(open(given, neighbours)).toHaveLength(1);
  });

  test('is closed once accepted, wherever its control is moved, and open again after an undo', () => {
    const given = design();
    const found = open(given, [proposal()]);
    const added = { type: 'controlsAdded', controls: acceptedControls(given, found) } as const;
    const history = done(newHistory(given), added, { selection: [], page: null });
    const [{ key } = { key: '' }] = history.now.design.controls;
    const moved = applied(history.now.design, { type: 'controlsMoved', moves: [{ key, x: 10, y: 10 }] });
    expect(open(moved, [proposal()])).toEqual([]);
    expect(open(undoneTo(history).now.design, [proposal()])).toHaveLength(1);
  });

  test('stays dismissed when the same file is read again in another place of the template', () => {
    const [{ control: one } = { control: control('none') }] = open(design(), [proposal()]);
    const later = design({
      files: [file(7, { fileUrl: 'files/7.pdf' }), file(9, { fileUrl: 'files/1.pdf' })],
    });
    expect(open(later, [proposal()], [one.key])).toEqual([]);
    expect(open(later, [proposal()])).toHaveLength(1);
  });

  test('comes in reading order', () => {
    const found = open(design(), [
      proposal({ componentName: '三', pageNum: 2, positionY: 10 }),
      proposal({ componentName: '二', positionX: 400 }),
      proposal({ componentName: '一', positionX: 20 }),
    ]);
    expect(namesOf(found)).toEqual(['一', '二', '三']);
  });
});
