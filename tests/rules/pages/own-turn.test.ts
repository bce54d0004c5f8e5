import { describe, expect, test } from 'vitest';
import { actsOf, awaitsViewer } from '../../../packages/web/src/console/contract/acts.js';
import type { Task, Waiting } from '../../../packages/web/src/console/contract/task.js';
import { instantOf } from '../../../packages/web/src/console/shell/format.js';
import { isOwnTurn } from '../../../packages/web/src/console/shell/own-turn.js';

const viewer = {
  userId: 1,
  corpId: 10,
  personName: '王芳',
  corpName: '星河科技有限公司',
  managesContracts: false,
};

test.each([
  {
    whose: 'the person for the enterprise in sight',
    psnName: '王芳',
    corpName: '星河科技有限公司',
    own: true,
  },
  { whose: 'a colleague', psnName: '李明', corpName: '星河科技有限公司', own: false },
  { whose: 'a namesake elsewhere', psnName: '王芳', corpName: '云帆贸易有限公司', own: false },
  { whose: 'somebody for themselves', psnName: '王芳', corpName: '', own: false },
  { whose: 'an enterprise without a person yet', psnName: '', corpName: '星河科技有限公司', own: false },
])('the turn of $whose is one’s own: $own', ({ psnName, corpName, own }) => {
  expect(isOwnTurn({ psnName, corpName }, viewer)).toBe(own);
});

const parts = {
  mine: { participantId: 1, psnId: 1, participantType: 1, participantCorpId: 10 },
  minePersonally: { participantId: 2, psnId: 1, participantType: 0, participantCorpId: null },
  mineElsewhere: { participantId: 3, psnId: 1, participantType: 1, participantCorpId: 20 },
  namesake: { participantId: 4, psnId: 4, participantType: 1, participantCorpId: 10 },
  theirs: { participantId: 5, psnId: 5, participantType: 1, participantCorpId: 20 },
} as const;
type Part = keyof typeof parts;

/** Rules read the given fields alone. */
function given<T>(fields: Partial<Record<keyof T, unknown>>): T {
  return fields as unknown as T;
}

function awaited(part: Part): Waiting {
  const { participantId } = parts[part];
  return given<Waiting>({ participantId, for: 2, psnName: '王芳', corpName: '星河科技有限公司' });
}

/** Somebody is asked for consent to the act of the part. */
function asked(part: Part, psnName: string): Waiting {
  return given<Waiting>({
    participantId: parts[part].participantId,
    for: 3,
    psnName,
    corpName: '星河科技有限公司',
  });
}

function task(waiting: readonly Waiting[], changed: Partial<Record<keyof Task, unknown>> = {}): Task {
  return given<Task>({
    flowStatus: 2,
    operateStatus: 0,
    expireDate: null,
    initiatorId: 1,
    corpId: 10,
    encryptFlag: 0,
    participantList: Object.values(parts),
    waiting,
    ...changed,
  });
}

const now = instantOf('2026-11-23T12:00:00.000+0800');

describe('the page of a contract', () => {
  test.each([
    ['mine', true],
    ['minePersonally', true],
    ['mineElsewhere', false],
    ['namesake', false],
    ['theirs', false],
  ] as const)('takes the part %s for that of the person at the console: %s', (part, own) => {
    expect(awaitsViewer(task([]), awaited(part), viewer)).toBe(own);
  });

  test('asks the approver by name, whose part it is or not', () => {
    expect(awaitsViewer(task([]), asked('mine', '张伟'), viewer)).toBe(false);
    expect(awaitsViewer(task([]), asked('namesake', '王芳'), viewer)).toBe(true);
  });

  test.each([
    { whom: 'the viewer alone', waiting: [awaited('mine')], remind: false },
    { whom: 'the viewer, twice', waiting: [awaited('mine'), awaited('minePersonally')], remind: false },
    { whom: 'the viewer as approver', waiting: [asked('namesake', '王芳')], remind: false },
    { whom: 'nobody', waiting: [], remind: false },
    { whom: 'somebody else', waiting: [awaited('theirs')], remind: true },
    { whom: 'the viewer and somebody else', waiting: [awaited('mine'), awaited('theirs')], remind: true },
    { whom: 'the viewer for another enterprise', waiting: [awaited('mineElsewhere')], remind: true },
    { whom: 'the approver of the viewer', waiting: [asked('mine', '张伟')], remind: true },
  ])('offers to remind $whom: $remind', ({ waiting, remind }) => {
    expect(actsOf(task(waiting), viewer, now).remind).toBe(remind);
  });

  test.each([
    { what: 'a contract of somebody else', changed: { initiatorId: 2 } },
    { what: 'a draft', changed: { flowStatus: 0 } },
    { what: 'a contract past its deadline', changed: { expireDate: '2026-11-20T12:00:00.000+0800' } },
  ])('offers no reminder for $what', ({ changed }) => {
    expect(actsOf(task([awaited('theirs')], changed), viewer, now).remind).toBe(false);
  });
});
