/** How the console says that a contract ended without being completed. */
import { describe, expect, test } from 'vitest';
import { actsOf } from '../../../packages/web/src/console/contract/acts.js';
import { endingOf } from '../../../packages/web/src/console/contract/ending.js';
import type { Task } from '../../../packages/web/src/console/contract/task.js';

const viewer = {
  userId: 1,
  corpId: 10,
  personName: '王芳',
  corpName: '星河科技有限公司',
  managesContracts: false,
};
const parties = [
  { psnName: '王芳', participantCorpName: '星河科技有限公司', signStatus: 3 },
  { psnName: '李雷', participantCorpName: '云帆贸易有限公司', signStatus: 5 },
  { psnName: '陈晨', participantCorpName: '', signStatus: 1 },
] as const;

/** Rules read the given fields alone. */
function task(changed: Partial<Record<keyof Task, unknown>>): Task {
  const fields = {
    ...{ flowStatus: 6, flowDesc: '价格条款需修改', expireDate: '2026-12-01T12:00:00.000+0800' },
    ...{ initiatorId: 1, corpId: 10, encryptFlag: 0, operateStatus: 0, waiting: [] },
    participantList: parties,
    ...changed,
  };
  return fields as unknown as Task;
}

describe('a contract that ended', () => {
  test('by refusal names who refused, and why', () => {
    expect(endingOf(task({}))).toEqual({
      kind: 'refused',
      by: '云帆贸易有限公司 · 李雷',
      reason: '价格条款需修改',
    });
  });

  test('by refusal of a person for themselves names the person, and without words has no reason', () => {
    const [, , person] = parties;
    const participantList = [{ ...person, signStatus: 5 }];
    expect(endingOf(task({ participantList, flowDesc: '' }))).toEqual({
      kind: 'refused',
      by: '陈晨',
      reason: '',
    });
  });

  test('by revocation has its reason, and by time its deadline instead of a stored sentence', () => {
    expect(endingOf(task({ flowStatus: 4 }))).toEqual({ kind: 'revoked', reason: '价格条款需修改' });
    expect(endingOf(task({ flowStatus: 5, flowDesc: '已过截止时间' }))).toEqual({
      kind: 'expired',
      deadline: '2026-12-01T12:00:00.000+0800',
    });
  });

  test.each([0, 1, 2, 3])('does not end with status %i', (flowStatus) => {
    expect(endingOf(task({ flowStatus }))).toBeNull();
  });

  test('offers no remark: the reason of its end is shown in its place', () => {
    expect(actsOf(task({}), viewer, 0).remark).toBe(false);
    expect(actsOf(task({ flowStatus: 3 }), viewer, 0).remark).toBe(true);
  });
});
