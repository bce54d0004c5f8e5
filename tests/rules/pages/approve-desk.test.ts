import { describe, expect, test } from 'vitest';
import type { Item, Mark, Results } from '../../../packages/web/src/approve/approvals.js';
import {
  afterOutcome,
  approveDesk,
  firstApproveDesk,
  selectedOf,
} from '../../../packages/web/src/approve/approve-desk-state.js';
import type { Decision } from '../../../packages/web/src/approve/decision.js';
import { deskAfter } from './desk-after.js';
import { idOf } from './given-views.js';

const sent = deskAfter(approveDesk);
const empty = () => firstApproveDesk(null);
const [one, two, three] = [idOf<'Approval'>(1), idOf<'Approval'>(2), idOf<'Approval'>(3)];

function item(approvalId: typeof one): Item {
  return {
    approvalId,
    kind: 'seal',
    flowTitle: `合同 ${approvalId}`,
    requesterName: '李雷',
    sealName: '合同专用章',
    createTime: '',
    expireTime: '',
    shown: `shown ${approvalId}`,
  };
}

const items = [item(one), item(two), item(three)];

function decision(...approvalIds: readonly (typeof one)[]): Decision {
  return { verdict: 'pass', approvalIds, shown: approvalIds.map((id) => `shown ${id}`), reason: null };
}

function results(...codes: readonly (readonly [typeof one, string])[]): Results {
  return codes.map(([approvalId, code]) => ({
    approvalId,
    code,
    flowId: idOf<'Flow'>(1),
    flowTitle: '合同',
    flowStatus: 2,
    flowDesc: '',
    reason: null,
  }));
}

describe('a decision', () => {
  test('to consent asks for confirmation; a rejection for its reason first', () => {
    const asked = { type: 'asked', approvalIds: [one], shown: ['shown 1'] } as const;
    expect(sent(empty(), { ...asked, verdict: 'pass' }).desk.sheet).toEqual({
      kind: 'decision',
      decision: decision(one),
    });
    expect(sent(empty(), { ...asked, verdict: 'reject' }).desk.sheet).toEqual({
      kind: 'reason',
      of: { approvalIds: [one], shown: ['shown 1'] },
    });
  });

  test('to reject with a proof proceeds to confirmation', () => {
    const rejection = { ...decision(one), verdict: 'reject', reason: '条款有误' } as const;
    const { desk } = sent(empty(), { type: 'proofAsked', decision: rejection });
    expect(desk.sheet).toEqual({ kind: 'decision', decision: rejection });
  });

  test('that succeeds needs no page of its own', () => {
    const event = { type: 'decided', decision: decision(one), results: results([one, '0']), items } as const;
    expect(sent(empty(), event).desk).toMatchObject({ sheet: null, outcome: null });
  });

  test('that fails, or over several approvals, has its result displayed', () => {
    const failed = results([one, 'FLOW_STATE']);
    const event = { type: 'decided', decision: decision(one), results: failed, items } as const;
    expect(sent(empty(), event).desk.outcome).toEqual({ results: failed, items });
    const both = results([one, '0'], [two, '0']);
    const many = { type: 'decided', decision: decision(one, two), results: both, items } as const;
    const { desk } = sent(empty(), many);
    expect(desk.outcome?.results).toEqual(both);
    expect(sent(desk, { type: 'outcomeClosed' }).desk.outcome).toBeNull();
  });

  test('keeps undecided approvals selected', () => {
    const { desk } = sent(
      empty(),
      { type: 'selected', selected: new Set([one, two]) },
      { type: 'decided', decision: decision(one, two), results: results([one, '0'], [two, '500']), items },
    );
    expect([...desk.selected]).toEqual([two]);
  });

  test('resumed after a face check is open again, with its approvals selected', () => {
    const returned = decision(one, two);
    const desk = firstApproveDesk(returned);
    expect(desk.sheet).toEqual({ kind: 'decision', decision: returned });
    expect([...desk.selected]).toEqual([one, two]);
    expect([...firstApproveDesk(decision(one)).selected]).toEqual([]);
  });
});

test('by somebody else clears the selection', () => {
  const { desk } = sent(empty(), { type: 'selected', selected: new Set([one, two]) });
  expect([...selectedOf(desk, [item(two), item(three)])]).toEqual([two]);
});

describe('the positions of the seals', () => {
  const mark = (page: number): Mark => ({
    fileId: idOf(1),
    page,
    x: 0,
    y: 0,
    width: 100,
    height: 100,
    kind: 'seal',
    seam: false,
    fitted: false,
    sealId: idOf(1),
    text: null,
  });
  const asked = { type: 'placeAsked', marks: [mark(1), mark(9)] } as const;

  test('are shown one after another, cyclically', () => {
    const shown = [1, 2, 3].map((times) => sent(empty(), ...Array.from({ length: times }, () => asked)));
    expect(shown.map(({ effects }) => effects[0]?.mark.page)).toEqual([1, 9, 1]);
  });

  test('are empty if nothing is sealed', () => {
    expect(sent(empty(), { type: 'placeAsked', marks: [] }).effects).toEqual([]);
  });

  test('close overlays', () => {
    const { desk, effects } = sent(empty(), { type: 'moreAsked' }, { type: 'placeShown', mark: mark(9) });
    expect(desk.sheet).toBeNull();
    expect(effects).toEqual([{ kind: 'show', mark: mark(9) }]);
  });
});

describe('another approval', () => {
  test('is loaded only on request, and begins at its first position', () => {
    const read = sent(empty(), { type: 'readingAsked' }).desk;
    expect(sent(read, { type: 'turned' }).desk).toEqual(empty());
    expect(sent(read, { type: 'readingEnded' }).desk.isReading).toBe(false);
  });

  test.each([
    ['several on a phone', items, false, null],
    ['several on a desktop', items, true, one],
    ['one', [item(two)], false, two],
    ['none', [], true, null],
  ] as const)('follows the results: %s', (_what, left, isWide, next) => {
    expect(afterOutcome(left, isWide)).toBe(next);
  });
});
