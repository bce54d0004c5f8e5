import type { Role } from '@cinnabar/api/permissions.js';
import {
  admit,
  namesMatch,
  readAuthInfo,
  roleChange,
  rolesSetBy,
} from '@cinnabar/server/areas/members/rules.js';
import { describe, expect, it } from 'vitest';

describe('whether a given name is a person’s', () => {
  const rows = [
    ['王小明', '王小明', null, true],
    ['王 小 明', '王小明', null, true],
    ['王小明', '王　小明', null, true],
    ['小王', '王小明', '小王', true],
    ['小王', null, '小王', true],
    ['阿卜杜拉·买买提', '阿卜杜拉•买买提', null, true],
    ['阿卜杜拉买买提', '阿卜杜拉・买买提', null, true],
    ['阿卜杜拉･买买提', '阿卜杜拉·买买提', null, true],
    ['ＪＯＨＮ Smith', 'JOHN Smith', null, true],
    ['john smith', 'JOHN Smith', null, false],
    ['王大明', '王小明', '小王', false],
    ['', null, '', false],
    [' · ', '·', null, false],
    ['王小明', null, null, false],
  ] as const;

  it.each(rows)('%j for real name %j, user name %j: %s', (given, realName, userName, matches) => {
    expect(namesMatch(given, { realName, userName })).toBe(matches);
  });
});

describe('valid identity data', () => {
  const good = { realName: '王小明', identNum: '11010519491231002x', signPwd: '246813' };

  it('has the number in upper case and the name without surrounding spaces', () => {
    expect(readAuthInfo({ ...good, realName: ' 王小明 ', identNum: ' 11010519491231002x ' })).toEqual({
      realName: '王小明',
      identNum: '11010519491231002X',
      signPwd: '246813',
    });
  });

  const rows = [
    ['any six digits', { signPwd: '000000' }, true],
    ['five digits', { signPwd: '12345' }, false],
    ['seven digits', { signPwd: '1234567' }, false],
    ['letters', { signPwd: '12345a' }, false],
    ['wide digits', { signPwd: '１２３４５６' }, false],
    ['a number of 6', { identNum: 'E12345' }, true],
    ['a number of 5', { identNum: 'E1234' }, false],
    ['a number of 32', { identNum: '1'.repeat(32) }, true],
    ['a number of 33', { identNum: '1'.repeat(33) }, false],
    ['a number with a hyphen', { identNum: '110105-1949' }, false],
    ['a name of 2', { realName: '王明' }, true],
    ['a name of 1', { realName: '王' }, false],
    ['a name of 2 beyond the basic plane', { realName: '𬭎𠮷' }, true],
    ['a name of 50', { realName: '王'.repeat(50) }, true],
    ['a name of 51', { realName: '王'.repeat(51) }, false],
    ['a name with a line feed', { realName: '王\n明' }, false],
    ['a name written backwards', { realName: '王\u202e明' }, false],
    ['a name of dots', { realName: '···' }, false],
  ] as const;

  it.each(rows)('%s', (_name, change, taken) => {
    expect(readAuthInfo({ ...good, ...change }) !== null).toBe(taken);
  });
});

describe('adding a person to an enterprise', () => {
  const rows = [
    ['unknown', null, false, 'valid'],
    ['proven elsewhere', null, true, 'invited'],
    ['a valid member', { state: 'valid' }, true, 'exists'],
    ['a valid member of whom nothing is proven', { state: 'valid' }, false, 'exists'],
    ['an invited member', { state: 'invited' }, true, 'exists'],
    ['deleted, nothing proven', { state: 'deleted' }, false, 'invited'],
    ['deleted, and proven', { state: 'deleted' }, true, 'invited'],
  ] as const;

  it.each(rows)('%s', (_name, membership, verified, admission) => {
    expect(admit(membership, verified)).toBe(admission);
  });
});

describe('changing a role', () => {
  const valid = (...roles: readonly Role[]) => ({ state: 'valid', roles }) as const;

  it('grants it once, and removes it', () => {
    expect(roleChange(valid(), { role: 'SEAL_ADMIN', held: true })).toEqual(['SEAL_ADMIN']);
    expect(roleChange(valid('SEAL_ADMIN'), { role: 'SEAL_ADMIN', held: true })).toEqual(['SEAL_ADMIN']);
    expect(roleChange(valid('ADMIN', 'SEAL_ADMIN'), { role: 'ADMIN', held: false })).toEqual(['SEAL_ADMIN']);
    expect(roleChange(valid('ADMIN'), { role: 'SEAL_ADMIN', held: false })).toEqual(['ADMIN']);
  });

  it('the owner’s role moves, and is never merely removed', () => {
    expect(roleChange(valid('ADMIN'), { role: 'OWNER', held: true })).toBe('handOver');
    expect(roleChange(valid('OWNER'), { role: 'OWNER', held: true })).toEqual(['OWNER']);
    expect(roleChange(valid('OWNER'), { role: 'OWNER', held: false })).toBe('lastOwner');
    expect(roleChange(valid('ADMIN'), { role: 'OWNER', held: false })).toEqual(['ADMIN']);
    expect(roleChange({ state: 'invited', roles: [] }, { role: 'OWNER', held: true })).toBe('notValid');
    expect(roleChange(valid('OWNER'), { role: 'ADMIN', held: true })).toEqual(['OWNER', 'ADMIN']);
  });
});

describe('the roles of a member after somebody has set them', () => {
  const rows = [
    [['OWNER'], [], ['SEAL_ADMIN', 'SEAL_ADMIN'], ['SEAL_ADMIN']],
    [['OWNER'], ['SEAL_ADMIN'], [], []],
    [['OWNER'], [], ['ADMIN'], ['ADMIN']],
    [['OWNER'], ['ADMIN', 'SEAL_ADMIN'], ['SEAL_ADMIN'], ['SEAL_ADMIN']],
    [['OWNER'], ['OWNER'], ['AUDITOR', 'OWNER'], ['OWNER', 'AUDITOR']],
    [['OWNER'], ['OWNER'], [], 'ownership'],
    [['OWNER'], [], ['OWNER'], 'ownership'],
    [['ADMIN'], [], ['AUDITOR', 'MEMBER_ADMIN'], ['MEMBER_ADMIN', 'AUDITOR']],
    [['ADMIN'], ['ADMIN'], ['ADMIN', 'SEAL_ADMIN'], ['ADMIN', 'SEAL_ADMIN']],
    [['ADMIN'], [], ['ADMIN'], 'beyond'],
    [['ADMIN'], ['ADMIN'], [], 'beyond'],
    [['ADMIN'], ['OWNER'], ['OWNER', 'SEAL_ADMIN'], 'beyond'],
    [['MEMBER_ADMIN'], [], ['SEAL_ADMIN'], 'beyond'],
    [['MEMBER_ADMIN'], [], ['MEMBER_ADMIN'], ['MEMBER_ADMIN']],
    [['MEMBER_ADMIN'], ['SEAL_ADMIN'], [], 'beyond'],
    [['AUDITOR'], [], ['MEMBER_ADMIN'], 'beyond'],
  ] as const satisfies readonly (readonly [
    readonly Role[],
    readonly Role[],
    readonly Role[],
    readonly Role[] | 'beyond' | 'ownership',
  ])[];

  it.each(rows)('%j set the roles of one with %j to %j: %j', (held, present, wanted, outcome) => {
    expect(rolesSetBy(held, present, wanted)).toEqual(outcome);
  });
});
