import type { Role } from '@cinnabar/api/permissions.js';
import { registry } from '@cinnabar/api/registry.js';
import { InvalidField, id } from '@cinnabar/api/schema.js';
import { webAddress } from '@cinnabar/api/schemas/web-address.js';
import { canBeEntered, kindRules, type Link, type LinkKind } from '@cinnabar/server/areas/links/index.js';
import { mayActAs } from '@cinnabar/server/areas/members/rules.js';
import { refusalToDelete } from '@cinnabar/server/areas/offboarding/rules.js';
import { permits } from '@cinnabar/server/pages/rules/link-scopes.js';
import { describe, expect, test } from 'vitest';

const zone = { zone: 'UTC' };
const now = new Date('2026-03-01T08:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const numbered = <Kind extends string>(number: number) => id<Kind>().read(number, '', zone);

function link(kind: LinkKind, change: Partial<Link> = {}): Link {
  return {
    linkId: numbered(1),
    kind,
    corpId: numbered(2),
    userId: numbered(3),
    subject: {},
    returnUrl: null,
    expireTime: new Date(now.getTime() + kindRules[kind].lifeMs),
    enteredAt: null,
    endedAt: null,
    ...change,
  };
}

describe('validity of a link', () => {
  test.each([
    ['personalAuth', 30],
    ['seals', 30],
    ['templates', 30],
    ['access', 5],
    ['invitation', 7 * 24 * 60],
  ] as const)('%s: %d minutes', (kind, minutes) => {
    expect(canBeEntered(link(kind), now)).toBe(true);
    expect(canBeEntered(link(kind), new Date(later(minutes).getTime() - 1))).toBe(true);
    expect(canBeEntered(link(kind), later(minutes))).toBe(false);
  });

  test('repeatedly with a code, once without', () => {
    expect(canBeEntered(link('sign', { enteredAt: now }), later(1))).toBe(true);
    expect(canBeEntered(link('access', { enteredAt: now }), later(1))).toBe(false);
  });

  test('not after it was ended', () => {
    for (const kind of ['sign', 'access'] as const)
      expect(canBeEntered(link(kind, { endedAt: now }), now)).toBe(false);
  });
});

describe('operations permitted to a session', () => {
  const facts = {
    subject: { flowId: numbered<'Flow'>(7), participantId: numbered<'Participant'>(8) },
    mobile: '13800138000',
    requests: [numbered<'Approval'>(3)],
  };
  const sms = (mobile: string, smsType: string) => ({ mobile, smsType });
  const operationAt = (wanted: string) => {
    const found = registry.find(({ path }) => path === wanted);
    if (found === undefined) throw new Error(`no operation at ${wanted}`);
    return found;
  };

  test.each<[LinkKind, string, unknown, boolean]>([
    ['sign', '/signTask/signContract', { flowId: 7 }, true],
    ['sign', '/signTask/signContract', { flowId: 7, participantId: 8 }, true],
    ['sign', '/signTask/signContract', { flowId: 7, participantId: 9 }, false],
    ['sign', '/signTask/signContract', { flowId: 6 }, false],
    ['sign', '/signTask/signContract', {}, false],
    ['sign', '/signTask/signContract', [], false],
    ['sign', '/signTask/signContract', null, false],
    ['sign', '/signTask/signWish', { flowId: 7 }, false],
    ['sign', '/signTask/fillSignForm', { flowId: 7 }, false],
    ['sign', '/signTask/contract/cancel', { flowId: 7 }, false],
    ['sign', '/sms/sendSmsVerifyCode', sms('13800138000', 'sign'), true],
    ['sign', '/sms/sendSmsVerifyCode', sms('13800138001', 'sign'), false],
    ['sign', '/sms/sendSmsVerifyCode', sms('13800138000', 'signPwd'), true],
    ['sign', '/sms/sendSmsVerifyCode', sms('13800138001', 'signPwd'), false],
    ['sign', '/sms/sendSmsVerifyCode', sms('13800138000', 'approval'), false],
    ['sign', '/seal/personal/createByHandwriting', {}, true],
    ['sign', '/seal/createSealByImage', {}, false],
    ['approval', '/sms/sendSmsVerifyCode', sms('13800138000', 'signPwd'), true],
    ['approval', '/sms/sendSmsVerifyCode', sms('13800138000', 'sign'), false],
    ['access', '/sms/sendSmsVerifyCode', sms('13800138000', 'signPwd'), false],
    ['sign', '/fetchAuth/faceAuth', { authType: 'signContract', id: '7' }, true],
    ['sign', '/fetchAuth/faceAuth', { authType: 'signContract', id: '7,6' }, false],
    ['sign', '/fetchAuth/faceAuth', { authType: 'receiveCorp', id: '7' }, false],
    ['sign', '/pay/payOrder/add', { signerId: 8 }, true],
    ['sign', '/pay/payOrder/add', { signerId: 9 }, false],
    ['fill', '/signTask/fillSignForm', { flowId: 7 }, true],
    ['fill', '/signTask/signContract', { flowId: 7 }, false],
    ['personalAuth', '/member/memberAuth', {}, true],
    ['personalAuth', '/corp/baseInfo', {}, false],
    ['invitation', '/member/memberAuth', {}, false],
    ['sign', '/signTask/approvalCancel', { approvalId: 3 }, true],
    ['sign', '/signTask/approvalCancel', { approvalId: 4 }, false],
    ['draft', '/signTask/approvalCancel', { approvalId: 3 }, true],
    ['fill', '/signTask/approvalCancel', { approvalId: 3 }, false],
    ['access', '/signTask/startSignFlow', {}, true],
    ['access', '/signTask/contract/cancel', { flowId: 7 }, false],
    ['access', '/signTask/signWish', { flowId: 7, authType: 'sms' }, true],
    ['access', '/signTask/signWish', { flowId: 7, authType: 'pwd' }, false],
    ['access', '/member/accessAuth', { userId: 1 }, false],
    ['access', '/member/memberAuth', {}, false],
    ['seals', '/seal/modify', { sealId: 1 }, true],
    ['seals', '/template/addTemplate', {}, false],
    ['templates', '/template/addTemplate', {}, true],
    ['templates', '/seal/modify', {}, false],
  ])('%s: %s %j is %s', (kind, path, input, expected) => {
    expect(permits(kind, operationAt(path), input, facts)).toBe(expected);
  });

  test('of one template only that one', () => {
    const bound = { ...facts, subject: { templateId: numbered<'Template'>(5) } };
    expect(permits('templates', operationAt('/template/addComponent'), { templateId: 5 }, bound)).toBe(true);
    expect(permits('templates', operationAt('/template/addComponent'), { templateId: 6 }, bound)).toBe(false);
    expect(permits('templates', operationAt('/template/addTemplate'), {}, bound)).toBe(false);
    expect(permits('templates', operationAt('/template/list'), {}, bound)).toBe(false);
  });
});

describe('who may open the pages as which member', () => {
  test.each<[readonly Role[], readonly Role[], boolean]>([
    [['OWNER'], ['OWNER'], true],
    [['OWNER'], ['ADMIN', 'SEAL_ADMIN'], true],
    [['ADMIN'], ['OWNER'], false],
    [['ADMIN'], ['ADMIN'], true],
    [['ADMIN'], ['SEAL_ADMIN', 'CONTRACT_ADMIN'], true],
    [['MEMBER_ADMIN'], [], true],
    [['MEMBER_ADMIN'], ['MEMBER_ADMIN'], true],
    [['MEMBER_ADMIN'], ['SEAL_ADMIN'], false],
    [['MEMBER_ADMIN', 'SEAL_ADMIN'], ['SEAL_ADMIN'], true],
    [['MEMBER_ADMIN'], ['ADMIN'], false],
    [['MEMBER_ADMIN'], ['OWNER'], false],
  ])('%j as %j: %s', (held, roles, expected) => {
    expect(mayActAs(held, roles)).toBe(expected);
  });
});

describe('who cannot be deleted', () => {
  const manager = numbered<'User'>(1);
  const other = { userId: numbered<'User'>(2), roles: [] };
  const part = { flowCode: 'HT1', title: '采购', confidential: false };

  test('the owner, oneself, and members with unfinished tasks', () => {
    const nothing = { unfinished: [], sealName: null };
    expect(refusalToDelete(manager, other, nothing)).toBeNull();
    expect(refusalToDelete(manager, { ...other, roles: ['OWNER'] }, nothing)?.en).toBe('the owner');
    expect(refusalToDelete(manager, { ...other, userId: manager }, nothing)?.en).toBe('the acting member');
    // Members may leave by themselves.
    expect(refusalToDelete('themselves', other, nothing)).toBeNull();
    expect(refusalToDelete('themselves', { ...other, roles: ['OWNER'] }, nothing)?.en).toBe(
      'you are its owner',
    );
    const named = (unfinished: readonly (typeof part)[]) =>
      refusalToDelete(manager, other, { ...nothing, unfinished })?.zh;
    expect(named([part])).toBe('尚有未完成的合同 《采购》(HT1)');
    expect(named([{ ...part, confidential: true }])).toBe('尚有未完成的合同 HT1');
    expect(refusalToDelete(manager, other, { ...nothing, sealName: '公章' })?.zh).toContain('公章');
  });
});

describe('a return address', () => {
  test.each([
    ['https://erp.example.com/back?a=1#x', 'https://erp.example.com/back?a=1#x'],
    ['HTTP://127.0.0.1:8080', 'HTTP://127.0.0.1:8080'],
    ['https%3A%2F%2Ferp.example.com%2Fa%3Fb%3Dc%2526d', 'https://erp.example.com/a?b=c%26d'],
    [' https://erp.example.com ', 'https://erp.example.com'],
    ['https://企业.中国/返回', 'https://企业.中国/返回'],
  ])('%s', (given, read) => {
    expect(webAddress().read(given, 'returnUrl', zone)).toBe(read);
  });

  test.each([
    'erp.example.com',
    '/back',
    '//erp.example.com',
    'javascript:alert(1)',
    'javascript%3Aalert(1)',
    'data:text/html,x',
    'https:/erp',
    'https://',
    'https://[',
    'https://a:b@erp.example.com',
    'https://erp.example.com/\u0000',
    'https://erp.example.com/\nLocation:x',
    'https://erp.example.com/%0a b',
    '%',
    `https://erp.example.com/${'a'.repeat(2000)}`,
  ])('none: %j', (given) => {
    expect(() => webAddress().read(given, 'returnUrl', zone)).toThrow(InvalidField);
  });
});
