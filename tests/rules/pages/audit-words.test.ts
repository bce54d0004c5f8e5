import { corpSettings } from '@cinnabar/api/schemas/enterprise.js';
import { operationActs } from '@cinnabar/server/areas/audit/operation-acts.js';
import { expect, test } from 'vitest';
import { factWords } from '../../../packages/web/src/shared/audit/fact-words.js';
import { fieldName } from '../../../packages/web/src/shared/audit/field-names.js';

const zh = {
  language: 'zh',
  ...{ empty: '无', yes: '是', no: '否', between: '、' },
  roles: new Map([
    ['ADMIN', '管理员'],
    ['SEAL_ADMIN', '印章管理员'],
  ]),
} as const;
const en = {
  language: 'en',
  ...{ empty: 'none', yes: 'yes', no: 'no', between: ', ' },
  roles: new Map([
    ['ADMIN', 'administrator'],
    ['SEAL_ADMIN', 'seal administrator'],
  ]),
} as const;

test.each([
  ['method', 'sms', '短信验证码', 'SMS code'],
  ['way', 'totp', '动态口令', 'authenticator app'],
  ['categoryType', 'CONTRACT', '合同专用章', 'contract seal'],
  ['authorRole', 'SEAL_EXAMINER', '审批人', 'approves its use'],
  ['authorRange', '1', '指定模板', 'certain templates'],
  ['status', '4', '停用', 'suspended'],
  ['autoSign', '1', '是', 'yes'],
  ['autoSign', 'true', '是', 'yes'],
  ['roles', 'ADMIN,SEAL_ADMIN', '管理员、印章管理员', 'administrator, seal administrator'],
  ['loginMethods', 'sms, passkey', '短信验证码、通行密钥', 'SMS code, passkey'],
  ['smsNotices', 'turn, refusal', '轮到签署、拒签', 'turn, refusal'],
  ['roles', '', '无', 'none'],
  ['act', 'seal.create', '新建印章', 'Create a seal'],
  // Words of one field mean nothing in another, and what has none is shown as it is.
  ['sealName', 'CONTRACT', 'CONTRACT', 'CONTRACT'],
  ['status', 'constructor', 'constructor', 'constructor'],
  ['jobNum', '1', '1', '1'],
])('of %s, %s is read as %s', (field, value, chinese, english) => {
  expect([factWords(field, value, zh), factWords(field, value, en)]).toEqual([chinese, english]);
});

test('a time is read in the zone of the reader', () => {
  const moment = new Date(2027, 10, 28, 9, 5, 0);
  expect(factWords('expireTime', moment.toISOString(), zh)).toBe('2027-11-28 09:05:00');
});

test('every field that operations keep has a name', () => {
  const kept = [...operationActs.values()].flatMap(({ facts = [], texts = [] }) => [...facts, ...texts]);
  const fields = new Set([...kept, ...Object.keys(corpSettings.fields)]);
  expect([...fields].filter((field) => fieldName(field, 'zh') === field)).toEqual([]);
});
