/** What a cell of the matrix of seals says. */
import { describe, expect, it } from 'vitest';
import { cellOf, recordsOf } from '../../../packages/web/src/console/seals/matrix-cells.js';
import type { Authorisation } from '../../../packages/web/src/shared/seals/authorisation.js';
import { idOf } from '../../support/flow-model.js';

const record = (id: number, more: Partial<Authorisation> = {}): Authorisation => ({
  id: idOf<'SealAuthorisation'>(id),
  sealId: idOf<'Seal'>(1),
  userId: idOf<'User'>(2),
  userName: '王芳',
  authorRole: 'SEAL_USER',
  authorRange: 0,
  autoSign: 0,
  autoSignStatus: 'none',
  effectiveTime: '2026-01-02T00:00:00.000+0800',
  expireTime: null,
  examinerNotify: 0,
  status: 1,
  templates: '[]',
  templateName: '',
  createTime: '2026-01-02T00:00:00.000+0800',
  ...more,
});
const line = {
  id: 1,
  role: 'SEAL_USER',
  from: null,
  until: null,
  templates: 0,
  isAutomatic: false,
  isNotified: false,
};

describe('a cell of the matrix', () => {
  it.each([
    ['use without an end', record(1), line],
    [
      'use until a day',
      record(1, { expireTime: '2026-12-31T23:59:59.999+0800' }),
      { ...line, until: '2026-12-31' },
    ],
    ['use that has not begun', record(1, { status: 2 }), { ...line, from: '2026-01-02' }],
    ['use for two templates', record(1, { authorRange: 1, templates: '[7,8]' }), { ...line, templates: 2 }],
    ['automatic use', record(1, { autoSignStatus: 'inForce' }), { ...line, isAutomatic: true }],
    ['automatic use that awaits consent', record(1, { autoSignStatus: 'awaitingMember' }), line],
    [
      'an examiner who is notified',
      record(1, { authorRole: 'SEAL_EXAMINER', examinerNotify: 1 }),
      { ...line, role: 'SEAL_EXAMINER', isNotified: true },
    ],
  ] as const)('says %s', (_, held, says) => {
    expect(cellOf([held], 1)).toEqual({ lines: [says], more: 0 });
  });

  it('is empty for a seal without authorisations', () => {
    expect(cellOf([record(1)], 9)).toEqual({ lines: [], more: 0 });
  });

  it('has those in force first, examining before using, and counts what it does not show', () => {
    const held = [
      record(1, { status: 2 }),
      record(2),
      record(3, { authorRole: 'SEAL_EXAMINER' }),
      record(4),
      record(5, { sealId: idOf<'Seal'>(9) }),
    ];
    expect(recordsOf(held, 1).map(({ id }) => id)).toEqual([3, 4, 2, 1]);
    expect(cellOf(held, 1)).toMatchObject({ lines: [{ id: 3 }, { id: 4 }], more: 2 });
  });
});
