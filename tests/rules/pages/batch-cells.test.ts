/** What the cells of a batch mean: mended where it is certain, refused where digits may be lost. */
import { batchColumns, type ColumnUse } from '@cinnabar/api/batch-columns.js';
import { describe, expect, test } from 'vitest';
import { Refused, Unanswered } from '../../../packages/web/src/api/refused.js';
import { columnAt, itemOf } from '../../../packages/web/src/console/batch/batch-item.js';
import {
  isKeyValid,
  type PlannedCall,
  planCalls,
} from '../../../packages/web/src/console/batch/batch-plan.js';
import {
  judgedCells,
  matchColumns,
  rowsOf,
  unusedHeaders,
} from '../../../packages/web/src/console/batch/batch-table.js';
import { judgeRows } from '../../../packages/web/src/console/batch/judged-rows.js';
import { mendCell } from '../../../packages/web/src/console/batch/mend-cell.js';
import { type Sender, sendCalls } from '../../../packages/web/src/console/batch/send-calls.js';

const mobile: ColumnUse = { kind: 'party', participantId: 1, field: 'psnAccount' };
const value = (componentType: number, options: readonly string[] = [], maxLength: number | null = null) =>
  ({ kind: 'value', componentId: 9, componentType, options, maxLength }) as const;

describe('a cell', () => {
  test.each([
    ['13800138000', '13800138000', null],
    ['１３８００１３８０００', '13800138000', 'width'],
    ['138 0013-8000', '13800138000', 'spaces'],
    ['+86 13800138000', '13800138000', 'spaces'],
    ['008613800138000', '13800138000', 'spaces'],
    ['13800138000.0', '13800138000', 'spaces'],
    ['1.3800138000E+10', '13800138000', 'scientific'],
    ['+14155550100', '+14155550100', null],
  ])('mobile %s is %s', (given, expected, mend) => {
    expect(mendCell(mobile, true, given)).toEqual({ value: expected, mend, fault: null });
  });

  test.each([
    ['1.38E+10', 'digitsLost'],
    ['1380013800', 'mobile'],
    ['12800138000', 'mobile'],
    ['无', 'mobile'],
    ['', 'empty'],
  ])('mobile %s is refused: %s', (given, fault) => {
    expect(mendCell(mobile, true, given).fault).toBe(fault);
  });

  test.each([
    [value(2), '１２，０００。５', '12,000.5', 'width'],
    [value(2), '￥12,000元', '12,000', 'money'],
    [value(2), '1.2000E+4', '12000', 'scientific'],
    [value(3), '2026年1月5日', '2026-01-05', 'day'],
    [value(3), '20260105', '2026-01-05', 'day'],
    [value(3), '46357', '2026-12-01', 'serial'],
    [value(101), '√', 'true', 'tick'],
    [value(102, ['Ａ 类', 'B']), 'A 类', 'Ａ 类', 'width'],
    [value(1), '两\n行', '两 行', null],
    [value(8), '两\n行', '两\n行', null],
  ] as const)('%o takes %s as %s', (use, given, expected, mend) => {
    expect(mendCell(use, true, given)).toEqual({ value: expected, mend, fault: null });
  });

  test.each([
    [value(2), '1万2', 'number'],
    [value(2), '1.2E+6', 'digitsLost'],
    [value(3), '2026-02-30', 'date'],
    [value(3), '下周', 'date'],
    [value(101), '也许', 'tick'],
    [value(102, ['A']), 'C', 'option'],
    [value(1, [], 2), '三个字', 'tooLong'],
    [value(1), 'a\u0007', 'control'],
  ] as const)('%o refuses %s: %s', (use, given, fault) => {
    expect(mendCell(use, true, given).fault).toBe(fault);
  });
});

const template = {
  participantList: [
    { participantId: 1, participantFlag: '甲方', participantType: 1, participantSetMode: 3 },
    { participantId: 2, participantFlag: '乙方', participantType: 0, participantSetMode: 0 },
  ],
  componentList: [
    {
      componentId: 9,
      componentKey: 'salary',
      componentName: '月薪',
      componentType: 2,
      participantId: 1,
      required: 1,
      value: null,
      specialAttribute: { maxLength: null, options: null },
    },
    {
      componentId: 10,
      componentKey: null,
      componentName: '年薪',
      componentType: 2,
      participantId: 1,
      required: 1,
      value: null,
      specialAttribute: { maxLength: null, options: null, formula: '=salary*12' },
    },
  ],
} as const;
const columns = batchColumns(template);

describe('the table', () => {
  const source = {
    headers: ['部门', 'SALARY', '手机号（乙方）', '乙方 姓名', '乙方手机号*'],
    rows: [
      {
        line: 2,
        isHidden: false,
        cells: ['研发', '１２０００', '', '张三', '13800138000'].map((text) => ({ text, note: null })),
      },
    ],
    otherSheets: [],
  };

  test('has no column for what the service computes', () => {
    expect(columns.map(({ key }) => key)).toEqual([
      'title',
      '乙方.psnName',
      '乙方.psnAccount',
      'salary',
      'order',
      'deadline',
    ]);
  });

  test('finds its columns by name and key, and names the others', () => {
    const mapping = matchColumns(source.headers, columns);
    expect(mapping).toEqual([null, 3, 4, 1, null, null]);
    expect(unusedHeaders(source, mapping)).toEqual(['部门', '手机号（乙方）']);
  });

  test('becomes the items of a start, and a path leads back to the cell', () => {
    const [row] = rowsOf(source, matchColumns(source.headers, columns));
    if (row === undefined) throw new Error('no row');
    const item = itemOf(columns, judgedCells(row, columns));
    expect(item).toEqual({
      participantList: [{ participantId: 2, psnName: '张三', psnAccount: '13800138000' }],
      autoFill: 2,
      fillComponents: [{ componentId: 9, componentValue: '12000' }],
    });
    const at = (path: string | null) => columnAt(path, item, columns);
    expect(
      [
        'participantList[0].psnAccount',
        'participantList[0]',
        'fillComponents[0].componentValue',
        'expireDate',
      ].map(at),
    ).toEqual([2, 1, 3, 5]);
    expect([at(null), at('fillComponents'), at('remark')]).toEqual([null, null, null]);
  });

  test('judges a row as faulty, unknown or fine, and finds the same person twice', () => {
    const rows = ['张三', '', '张三'].map((name, index) => ({
      line: index + 2,
      isHidden: false,
      isSkipped: false,
      cells: ['', name, '13800138000', '1', '', ''].map((text) => ({ text, note: null })),
    }));
    const unknown = judgeRows(rows, columns, new Map());
    expect(unknown.map(({ state, isDuplicate }) => [state, isDuplicate])).toEqual([
      ['unknown', false],
      ['faulty', true],
      ['unknown', true],
    ]);
    const verdict = {
      index: 0,
      flowId: null,
      flowCode: null,
      code: '400',
      reason: 'NAME_MISMATCH',
      msg: '姓名与该账号不一致',
      path: 'participantList[0].psnName',
      contracts: 1,
      problems: [
        { path: 'participantList[0].psnName', code: '400', reason: null, msg: '姓名与该账号不一致' },
      ],
      warnings: [],
    };
    const [judged] = judgeRows(rows, columns, new Map([[unknown[0]?.asked ?? '', verdict]]));
    expect([judged?.state, judged?.said.get(1)]).toEqual(['faulty', '姓名与该账号不一致']);
  });
});

const item = (title: string) => ({ templateName: title, participantList: [] });

describe('the plan', () => {
  test('has calls of at most 500 rows and 700 kB, each with a key', () => {
    let keys = 0;
    const many = Array.from({ length: 1201 }, (_, line) => ({ line, item: item('a') }));
    const calls = planCalls(many, () => `key ${++keys}`);
    expect(calls.map(({ key, lines }) => [key, lines.length])).toEqual([
      ['key 1', 500],
      ['key 2', 500],
      ['key 3', 201],
    ]);
    const large = Array.from({ length: 4 }, (_, line) => ({ line, item: item('长'.repeat(100_000)) }));
    expect(planCalls(large, () => 'k').map(({ lines }) => lines.length)).toEqual([2, 2]);
  });

  const HOUR = 3_600_000;
  const calls = () =>
    planCalls(
      Array.from({ length: 700 }, (_, line) => ({ line, item: item('a') })),
      () => crypto.randomUUID(),
    );
  const result = { batchId: 1, successCount: 1, failedCount: 0 };

  /** A sender that records what happens, over a service that answers as told. */
  function recorded(
    answers: readonly (Error | typeof result)[],
    found: { readonly batchId: number } | null = null,
  ) {
    const left = [...answers];
    const events: string[] = [];
    const kept: (readonly PlannedCall[])[] = [];
    const answer = () => {
      const next = left.shift();
      if (next === undefined) throw new Error('asked too often');
      if (next instanceof Error) throw next;
      return next;
    };
    const sender: Sender = {
      send: async ({ key }) => {
        events.push(`send ${key}`);
        return answer();
      },
      find: async () => {
        events.push('find');
        return found;
      },
      resume: async (batchId) => {
        events.push(`resume ${batchId}`);
        return answer();
      },
      keep: async (next) => {
        events.push('keep');
        kept.push(next);
      },
      pause: async () => void events.push('pause'),
      now: () => 100 * HOUR,
      isStopped: () => false,
    };
    return { sender, events, kept };
  }

  test('is kept before the first call and after each answer', async () => {
    const planned = calls();
    const { sender, events, kept } = recorded([result, result]);
    await sendCalls(planned, sender);
    const [one, two] = planned.map(({ key }) => `send ${key}`);
    expect(events).toEqual(['keep', one, 'keep', 'keep', two, 'keep']);
    expect(kept[0]?.[0]).toMatchObject({ sentAt: 100 * HOUR, result: null });
  });

  test('repeats a call under its key until it has an answer', async () => {
    const [first] = calls();
    if (first === undefined) throw new Error('no call');
    const running = new Refused('409', '', 'IDEMPOTENCY_KEY_RUNNING', null, 1);
    const { sender, events } = recorded([
      new Unanswered(),
      new Refused('503', '', null, null, null),
      running,
      result,
    ]);
    await sendCalls([first], sender);
    expect(events.filter((event) => event === `send ${first.key}`)).toHaveLength(4);
    expect(events.filter((event) => event === 'pause')).toHaveLength(3);
  });

  test('sends nothing that has an answer, and ends with a refusal of the whole call', async () => {
    const [first, second] = calls();
    if (first === undefined || second === undefined) throw new Error('no calls');
    const { sender, events } = recorded([new Refused('403', '', 'TEMPLATE_DISABLED', null, null)]);
    await expect(sendCalls([{ ...first, result }, second], sender)).rejects.toThrow(Refused);
    expect(events).toEqual(['keep', `send ${second.key}`]);
  });

  test.each([
    ['continues the batch that the service has', { batchId: 7 }, ['find', 'resume 7', 'keep']],
    ['sends what never arrived', null, ['find', 'send', 'keep']],
  ])('after a day, %s', async (_, found, expected) => {
    const [first] = calls();
    if (first === undefined) throw new Error('no call');
    const old = { ...first, sentAt: 70 * HOUR };
    expect(isKeyValid(old, 100 * HOUR)).toBe(false);
    const { sender, events } = recorded([result], found);
    await sendCalls([old], sender);
    expect(events.map((event) => (event.startsWith('send') ? 'send' : event))).toEqual(expected);
  });
});
