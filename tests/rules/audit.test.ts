import type { LinkKind } from '@cinnabar/api/links.js';
import { originOf } from '@cinnabar/server/areas/audit/audited-act.js';
import { difference, masked } from '@cinnabar/server/areas/audit/rules.js';
import { describe, expect, test } from 'vitest';
import { idOf } from '../support/flow-model.js';

describe('facts of an audit entry', () => {
  test.each([
    ['a password', { signPwd: '246813' }, { signPwd: '***' }],
    ['a secret', { appSecret: 'f00' }, { appSecret: '***' }],
    ['a secret that is a number', { verifyCode: 123456 }, { verifyCode: '***' }],
    ['whether there is a secret', { hasSecret: true }, { hasSecret: true }],
    ['a mobile', { mobile: '13800138000' }, { mobile: '138****8000' }],
    ['an account that is a mobile', { psnAccount: '13800138000' }, { psnAccount: '138****8000' }],
    ['an ID document number', { identNum: '11010519491231002X' }, { identNum: '110***********002X' }],
    ['the number of a card', { bankCardNo: '6222020200112233' }, { bankCardNo: '622*********2233' }],
    [
      'what identifies an object',
      { flowCode: 'HT1', statuses: [1, 2] },
      { flowCode: 'HT1', statuses: [1, 2] },
    ],
    ['a missing value', { mobile: null }, { mobile: null }],
  ] as const)('%s', (_case, facts, kept) => {
    expect(masked(facts)).toEqual(kept);
  });

  test('are those that changed', () => {
    const before = { name: '甲', roles: [1], expireTime: null, same: 1 };
    const after = { name: '乙', roles: [1, 2], expireTime: null, same: 1, added: true };
    expect(difference(before, after)).toEqual({
      before: { name: '甲', roles: [1] },
      after: { name: '乙', roles: [1, 2], added: true },
    });
    expect(difference(before, before)).toEqual({ before: {}, after: {} });
  });
});

describe('the source of an audited act', () => {
  const request = { now: new Date(0), address: '192.0.2.1', device: 'Firefox', requestId: 'r1' };
  const link = (kind: LinkKind) => ({ kind, corpId: idOf<'Corp'>(1), frame: null, participantId: null });

  test.each([
    ['an application', originOf(request), 'interface'],
    ['the page of a link', originOf({ ...request, link: link('sign') }), 'link'],
    ['a session of the console', originOf(request, 'console'), 'console'],
  ] as const)('%s', (_case, origin, source) => {
    expect(origin).toEqual({ ...request, source });
  });
});
