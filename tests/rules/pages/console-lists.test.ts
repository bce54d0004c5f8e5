import { describe, expect, test } from 'vitest';
import {
  chipsOf,
  corpListInput,
  isReversed,
  noFilters,
  ownListInput,
  withoutChip,
} from '../../../packages/web/src/console/contracts/filters.js';
import {
  type Actor,
  chargesOf,
  divide,
  obstacleTo,
} from '../../../packages/web/src/console/contracts/possible.js';
import type { Row } from '../../../packages/web/src/console/contracts/row.js';
import { runEach } from '../../../packages/web/src/console/contracts/run-each.js';
import { ageOf, instantOf } from '../../../packages/web/src/console/shell/format.js';
import { remedyOf } from '../../../packages/web/src/console/shell/remedy.js';
import { maskedMobile } from '../../../packages/web/src/shared/format/masked-mobile.js';
import { stateIn } from '../../../packages/web/src/shared/router/state-in.js';

describe('the filters of the list of contracts', () => {
  test('are read from the address, and become one request', () => {
    const filters = stateIn('consoleContracts', '?tab=5&status=1,2&party=云帆&days=3&time=2&from=2026-11-01');
    expect(ownListInput(filters)).toEqual({
      docQueryType: 5,
      flowStatusList: [1, 2],
      participantType: 1,
      participantName: '云帆',
      waitingDays: 3,
      queryTimeType: 2,
      flowStartTime: '2026-11-01',
      listPageNo: 1,
      listPageSize: 20,
      countLimit: 1000,
      withReasons: 1,
    });
  });

  test('of the enterprise have no tab', () => {
    expect(corpListInput({ tab: 4, title: '合同' })).not.toHaveProperty('docQueryType');
  });

  test.each([
    ['13800138000', { mobile: '13800138000' }],
    ['HT2026112000000017', { flowCode: 'HT2026112000000017' }],
    ['软件服务', { flowTitle: '软件服务' }],
  ])('one field searches by what %s looks like', (text, expected) => {
    expect(ownListInput({ text })).toMatchObject(expected);
  });

  test('that the page cannot have written are dropped', () => {
    const input = ownListInput({ tab: 77, status: '9,x', size: 7, from: 'soon', days: 99_999 });
    expect(input).toEqual({
      docQueryType: 0,
      listPageNo: 1,
      listPageSize: 20,
      countLimit: 1000,
      withReasons: 1,
    });
  });

  test('a period that ends before it begins is marked and not asked for', () => {
    const filters = { from: '2026-11-20', to: '2026-11-01' };
    expect(isReversed(filters)).toBe(true);
    expect(ownListInput(filters)).not.toHaveProperty('flowStartTime');
  });

  test('are shown as chips, and each is removed with what belongs to it', () => {
    const filters = {
      scope: 'corp',
      status: '2',
      party: '李雷',
      partyType: 0,
      to: '2026-11-01',
      time: 2,
    } as const;
    expect(chipsOf(filters)).toEqual(['status', 'party', 'from']);
    expect(withoutChip('party')).toEqual({ party: undefined, partyType: undefined, page: undefined });
    expect(chipsOf({ ...filters, ...noFilters })).toEqual([]);
    expect({ ...filters, ...noFilters }.scope).toBe('corp');
  });
});

const now = instantOf('2026-11-23T12:00:00.000+0800');
const me: Actor = { userId: 1, personName: '王芳', corpName: '星河', managesContracts: false };
const mine = { psnName: '王芳', corpName: '星河' };
const theirs = { psnName: '李雷', corpName: '云帆' };

function row(part: Partial<Record<keyof Row, unknown>>): Row {
  const given = {
    flowId: 5,
    flowStatus: 2,
    initiatorId: 1,
    corpName: '星河',
    remindTime: null,
    operateStatus: 0,
    waiting: [theirs],
    ...part,
  };
  // Rules read these fields alone.
  return given as unknown as Row;
}

describe('an act on several contracts', () => {
  test.each([
    ['remind', {}, null],
    ['remind', { flowStatus: 0 }, 'notStarted'],
    ['remind', { flowStatus: 3 }, 'completed'],
    ['remind', { flowStatus: 5 }, 'ended'],
    ['remind', { remindTime: '2026-11-23T11:55:00.000+0800' }, 'reminded'],
    ['remind', { remindTime: '2026-11-23T11:45:00.000+0800' }, null],
    ['remind', { initiatorId: 2 }, 'notInitiator'],
    ['remind', { waiting: [mine] }, 'ownTurn'],
    ['remind', { waiting: [mine, mine] }, 'ownTurn'],
    ['remind', { waiting: [mine, theirs] }, null],
    ['remind', { waiting: [mine, theirs], operateStatus: 2 }, null],
    ['remind', { waiting: [{ psnName: '王芳', corpName: '' }], operateStatus: 2 }, 'ownTurn'],
    ['remind', { waiting: [{ psnName: '王芳', corpName: '' }] }, null],
    ['remind', { waiting: [] }, null],
    ['extend', { waiting: [mine] }, null],
    ['revoke', { flowStatus: 3 }, 'completed'],
    ['revoke', { flowStatus: 4 }, 'ended'],
    ['revoke', { initiatorId: 2 }, 'notInitiator'],
    ['extend', { flowStatus: 0 }, null],
    ['remove', {}, 'stillOpen'],
    ['remove', { flowStatus: 4 }, null],
    ['remove', { flowStatus: 3 }, 'completed'],
    ['download', { initiatorId: 2, flowStatus: 5 }, null],
  ] as const)('%s of %o: %s', (act, part, obstacle) => {
    expect(obstacleTo(act, row(part), me, now)).toBe(obstacle);
  });

  test('who manages contracts also acts on those of colleagues, but does not revoke them', () => {
    const manager = { ...me, managesContracts: true };
    expect(obstacleTo('remind', row({ initiatorId: 2 }), manager, now)).toBeNull();
    expect(obstacleTo('revoke', row({ initiatorId: 2 }), manager, now)).toBe('notInitiator');
    expect(obstacleTo('remind', row({ initiatorId: 2, corpName: '云帆' }), manager, now)).toBe(
      'notInitiator',
    );
  });

  test.each([
    [[{ flowStatus: 1, signedNum: 0 }], { returned: 1, kept: 0 }],
    [[{ flowStatus: 2, signedNum: 1 }], { returned: 0, kept: 1 }],
    [[{ flowStatus: 0, signedNum: 0 }], { returned: 0, kept: 0 }],
    [[{ flowStatus: 2, signedNum: null }], { returned: 0, kept: 0 }],
    [
      [
        { flowStatus: 2, signedNum: 0 },
        { flowStatus: 2, signedNum: 0 },
        { flowStatus: 2, signedNum: 2 },
      ],
      { returned: 2, kept: 1 },
    ],
  ] as const)('revoking %o returns the charges that nobody has used: %o', (rows, expected) => {
    expect(chargesOf(rows)).toEqual(expected);
  });

  test('names how many are possible, and why the others are not', () => {
    const rows = [row({}), row({ flowStatus: 3 }), row({ flowStatus: 3 }), row({ flowStatus: 0 })];
    const { possible, others } = divide('remind', rows, me, now);
    expect(possible).toHaveLength(1);
    expect([...others]).toEqual([
      ['completed', 2],
      ['notStarted', 1],
    ]);
  });

  test('runs four at once, tells each outcome, and a failure stops no other', async () => {
    let running = 0;
    let most = 0;
    const told: string[] = [];
    const act = async (item: number) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (item % 3 === 0) throw new Error('refused');
    };
    await runEach(
      [1, 2, 3, 4, 5, 6, 7],
      act,
      ({ item, ok }) => told.push(`${item} ${ok}`),
      () => false,
    );
    expect(most).toBe(4);
    expect(told.sort()).toEqual(['1 true', '2 true', '3 false', '4 true', '5 true', '6 false', '7 true']);
  });

  test('stops before the next act', async () => {
    let done = 0;
    const act = async () => {
      done += 1;
    };
    await runEach(
      [1, 2, 3, 4, 5, 6],
      act,
      () => undefined,
      () => done >= 4,
    );
    expect(done).toBe(4);
  });
});

describe('a reason why a contract waits', () => {
  test.each([
    ['linkNotOpened', 'remind'],
    ['messageNotDelivered', 'replace'],
    ['wrongPerson', 'replace'],
    ['sealApprovalPending', 'approvals'],
    ['contractApprovalPending', 'approvals'],
    ['joinPending', 'requests'],
    ['sealNotUsable', 'seals'],
    ['opened', 'remind'],
  ] as const)('%s has the remedy %s beside it', (why, remedy) => {
    expect(remedyOf(why)).toBe(remedy);
  });

  test('has an age in words', () => {
    const since = '2026-11-20T09:00:00.000+0800';
    expect(ageOf(since, now, 'zh')).toBe('3 天');
    expect(ageOf('2026-11-22T10:00:00.000+0800', now, 'zh')).toBe('26 小时');
    expect(ageOf('2026-11-23T11:59:30.000+0800', now, 'en')).toBe('under a minute');
  });
});

test('lists mask mobile numbers', () => {
  expect(maskedMobile('13800138000')).toBe('138****8000');
  expect(maskedMobile('138****8000')).toBe('138****8000');
});
