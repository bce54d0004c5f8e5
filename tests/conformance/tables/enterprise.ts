/** Credentials, members, enterprise, SMS: specification 4.1, 4.3 to 4.5; decisions 1, 2, 4, 9. */
import {
  credentialsWrong,
  denied,
  forbidden,
  invalid,
  limited,
  named,
  notFound,
  notMember,
} from '../support/expected.js';
import type { TableMaker } from '../support/operation-table.js';
import { accepted, characters, fineValues, type Row, refused, wrongValues } from '../support/rows.js';

const getAccessToken: TableMaker = ({ app, home, foreign, credentials: { disabled } }) => {
  const { appId, appSecret } = home;
  const wrong = (what: string, body: { readonly appId: string; readonly appSecret: string }): Row =>
    refused(what, { body }, credentialsWrong);
  const guess = { appId: 'guessed', appSecret: 'guess' };
  return {
    path: '/service/getAccessToken',
    caller: 'none',
    source: 'optional',
    needsRight: false,
    writes: true,
    good: { by: app.client, body: { appId, appSecret } },
    rows: [
      wrong('wrong secret', { appId, appSecret: 'wrong' }),
      wrong('secret of another application', { appId, appSecret: foreign.appSecret }),
      wrong('secret in other case', { appId, appSecret: swapCase(appSecret) }),
      wrong('secret with a space', { appId, appSecret: `${appSecret} ` }),
      wrong('unknown application', { appId: 'nobody', appSecret }),
      wrong('application and secret swapped', { appId: appSecret, appSecret: appId }),
      wrong('disabled application', { appId: disabled.appId, appSecret: disabled.appSecret }),
      wrong('SQL for an id', { appId: "' or '1'='1", appSecret }),
      ...Array.from({ length: 10 }, (_, index) => wrong(`guess ${index + 1}`, guess)),
      refused('guess 11', { body: guess }, limited('CREDENTIALS_LIMITED')),
      refused('guess 12', { body: { ...guess, appSecret: 'another' } }, limited('CREDENTIALS_LIMITED')),
      wrong('another application is not held up', { appId: 'guessed too', appSecret: 'guess' }),
      ...wrongValues('appId', ' ', '\t\n'),
      ...wrongValues('appSecret', ' '),
    ],
  };
};

function swapCase(text: string): string {
  return text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase();
}

const memberCreate: TableMaker = ({ home, plain, invited, unverified, newcomer }) => ({
  path: '/member/create',
  caller: 'member',
  source: 'required',
  needsRight: true,
  writes: true,
  good: { by: home.owner.client, body: { userName: '王小明', mobile: '15612340001', jobNum: 'A1' } },
  rows: [
    ...wrongValues('userName', ' ', characters(101)),
    ...wrongValues('jobNum', ' ', characters(101)),
    ...wrongValues(
      'mobile',
      ' ',
      '12345678901',
      '1561234000',
      '156123400011',
      '1561234000a',
      15612340,
      '+86 123',
      '+0123456789',
      '+1',
      '+1234567890123456',
      '０１５６１２３４０００１',
      '15612340001;drop table members',
    ),
    ...[
      ['a valid member', plain.mobile],
      ['the owner', home.owner.mobile],
      ['a member who is not verified', newcomer.mobile],
      ['another administrator', unverified.mobile],
      ['a member who has not confirmed', invited.mobile],
      ['a valid member, with the country code', `+86${plain.mobile}`],
    ].map(([who, mobile]) =>
      refused(`mobile of ${who}`, { change: { mobile: mobile ?? '' } }, named('MEMBER_MOBILE_EXIST')),
    ),
    refused(
      'a bad mobile before the missing right',
      { by: plain.client, change: { mobile: 'x' } },
      invalid('mobile'),
    ),
    refused(
      'the missing right before a taken mobile',
      { by: plain.client, change: { mobile: home.owner.mobile } },
      denied,
    ),
  ],
});

const infoByCorpId: TableMaker = ({ home, plain, partner, foreign, deleted, unknownId }) => {
  const nobody = (what: string, body: Readonly<Record<string, string | number>>): Row =>
    refused(what, { body }, named('MEMBER_NOT_FOUND'));
  return {
    path: '/member/infoByCorpId',
    caller: 'application',
    source: 'optional',
    needsRight: false,
    writes: false,
    good: { by: home.owner.client, body: { userId: plain.userId } },
    rows: [
      ...[{}, { userName: '' }, { mobile: ' ', userName: '' }, { userId: null, realNameStatus: null }].map(
        (body) =>
          refused(
            `nothing to look for: ${JSON.stringify(body)}`,
            { body },
            invalid('userId', 'userName', 'mobile', 'realNameStatus'),
          ),
      ),
      nobody('userId of nobody', { userId: unknownId }),
      nobody('userId of the counterparty', { userId: partner.owner.userId }),
      nobody('mobile of another enterprise', {
        mobile: foreign.owner.mobile,
        userName: foreign.owner.realName,
      }),
      nobody('part of a name', { userName: plain.realName.slice(0, 2) }),
      nobody('any character', { userName: '_'.repeat(plain.realName.length) }),
      nobody('any text', { userName: '%' }),
      nobody('part of a mobile', { mobile: plain.mobile.slice(0, 10) }),
      nobody('conditions of two people', { userId: plain.userId, mobile: home.owner.mobile }),
      nobody('a verified person among those who are not', { userId: plain.userId, realNameStatus: 0 }),
      ...wrongValues('realNameStatus', '2', 2, -1, 'verified'),
      ...wrongValues('userId', 0, -5, '0'),
      accepted('without an operator', { headers: { userId: null } }),
      accepted('a deleted member', { body: { userId: deleted.userId } }),
      accepted('realNameStatus as a number', { body: { realNameStatus: 1 } }),
      accepted('realNameStatus as a text', { body: { realNameStatus: '1' } }),
      accepted('mobile as a number', { body: { mobile: Number(plain.mobile) } }),
      accepted('mobile with the country code', { body: { mobile: `+86 ${plain.mobile}` } }),
    ],
  };
};

const infoByMobileOrName: TableMaker = ({ home, plain }) => ({
  path: '/member/infoByMobileOrName',
  caller: 'application',
  source: 'optional',
  needsRight: false,
  writes: false,
  good: { by: home.owner.client, body: { paramString: plain.mobile.slice(3, 9) } },
  rows: [
    ...[{}, { paramString: null }, { paramString: '' }, { paramString: ' \t' }].map((body) =>
      refused(`nothing to look for: ${JSON.stringify(body)}`, { body }, named('PARAM_EMPTY')),
    ),
    ...wrongValues('paramString', characters(201)),
    ...fineValues('paramString', 138, '%', '_', "'; drop table members; --", '查无此人'),
    accepted('without an operator', { headers: { userId: null } }),
  ],
});

const memberAuth: TableMaker = ({ home, newcomer, invited, plain }) => {
  const wrongInfo = (field: string, ...values: readonly string[]): readonly Row[] =>
    values.map((value) =>
      refused(`${field} = ${value}`, { change: { [field]: value } }, named('AUTH_INFO_INVALID')),
    );
  const as = (userId: number) => ({ headers: { userId: String(userId) } });
  return {
    path: '/member/memberAuth',
    caller: 'target',
    source: 'optional',
    needsRight: false,
    writes: true,
    good: {
      by: home.client.with({ userId: String(newcomer.userId) }),
      body: { realName: '王小明', identNum: '11010519491231002X', signPwd: '112233' },
    },
    rows: [
      ...wrongInfo('realName', '王', characters(51), '王\u202e小明', '· ·', '王\n小明'),
      ...wrongInfo(
        'identNum',
        '12345',
        'A'.repeat(33),
        '11010519491231-02X',
        '１１０１０５１９４９',
        "1' or 1=1",
      ),
      ...wrongInfo('signPwd', '12345', '1234567', '12345a', ' 123456', '１２３４５６', '-12345'),
      ...wrongInfo('identNum', '110105194912000000'),
      refused('a verified member under another name', as(plain.userId), named('AUTH_INFO_INVALID')),
      refused(
        'a verified member with the right name and another number',
        { ...as(plain.userId), change: { realName: plain.realName } },
        named('AUTH_INFO_INVALID'),
      ),
      refused(
        'who has proven elsewhere who they are, without their consent',
        as(invited.userId),
        forbidden('CONFIRMATION_REQUIRED'),
      ),
      refused(
        'with a code that nobody was sent',
        { ...as(invited.userId), change: { verifyCode: '000000' } },
        named('1401'),
      ),
      ...wrongValues('verifyCode', '1'.repeat(21)),
      ...wrongValues('realName', ' ', characters(3000)),
      ...wrongValues('identNum', ' ', 'A'.repeat(3000)),
      ...wrongValues('signPwd', ' ', '1'.repeat(3000)),
    ],
  };
};

const baseInfo: TableMaker = ({ home, plain }) => ({
  path: '/corp/baseInfo',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: false,
  good: { by: home.owner.client, body: {} },
  rows: [
    accepted('by a plain member', { by: plain.client }),
    accepted('without a body', { raw: { contentType: null, bytes: '' } }),
    accepted('with an empty JSON body', { raw: { contentType: 'application/json', bytes: '' } }),
    accepted('with the corpId of another enterprise, which is ignored', { change: { corpId: 1 } }),
  ],
});

const historyOf =
  (path: `/${string}`): TableMaker =>
  ({ home, plain }) => {
    const wrong = (field: string, ...values: readonly (string | number)[]): readonly Row[] =>
      values.map((value) =>
        refused(`${field} = ${JSON.stringify(value)}`, { change: { [field]: value } }, named('1002', field)),
      );
    return {
      path,
      caller: 'member',
      source: 'optional',
      needsRight: true,
      writes: false,
      invalidBody: '1002',
      good: { by: home.owner.client, body: { listPageNo: 1, listPageSize: 10 } },
      rows: [
        ...wrong('listPageNo', 0, -1, 'x', '0'),
        ...wrong('listPageSize', 0, -1, 1001, '1001', 'x'),
        refused(
          'begin after end',
          { change: { beginTime: '2026-02-01 00:00:00', endTime: '2026-01-31 23:59:59' } },
          named('1002', 'beginTime'),
        ),
        refused(
          'begin after end, by offset',
          { change: { beginTime: '2026-02-01T00:00:00+0800', endTime: '2026-01-31T15:59:59.999Z' } },
          named('1002', 'beginTime'),
        ),
        refused(
          'a bad page before the missing right',
          { by: plain.client, change: { listPageNo: 0 } },
          named('1002', 'listPageNo'),
        ),
        ...fineValues('listPageNo', '1', 2_000_000_000),
        ...fineValues('listPageSize', 1, 1000, '1000'),
        ...fineValues(
          'beginTime',
          '2026-01-31 09:30:00',
          '2026-01-31',
          '2026-01-31T09:30',
          '2026-01-31T09:30:00.000+0800',
          '2026-01-31T09:30:00+08:00',
          '2026-01-31T01:30:00Z',
          '2024-02-29',
        ),
        accepted('one day', { change: { beginTime: '2026-01-31', endTime: '2026-01-31' } }),
        ...fineValues('recordType', 'nothing of the kind', ''),
        ...fineValues('signFlowName', '%', "'; drop table flows; --", '\\'),
      ],
    };
  };

const sendSmsVerifyCode: TableMaker = ({ home, poor, plain, flows, unknownId }) => ({
  path: '/sms/sendSmsVerifyCode',
  caller: 'member',
  source: 'optional',
  needsRight: false,
  writes: true,
  good: { by: plain.client, body: { mobile: '15612340002', smsType: 'sign' } },
  rows: [
    ...wrongValues('mobile', ' ', '123', '1561234000', '15612340002,15612340003', '+861561234000'),
    ...wrongValues('smsType', 'login', 'SIGN', 'signpwd', ' ', 1, 'sign '),
    ...wrongValues('flowId', 0, -1, 'x', 1.5),
    ...wrongValues('flowIds', 'x', [0], ['x']),
    ...wrongValues('sealId', 0, -1, 'x'),
    refused('a seal that there is not', { change: { sealId: unknownId } }, named('SEAL_NOT_FOUND')),
    ...wrongValues('approvalIds', 'x', [0], ['x']),
    refused('a contract that there is not', { change: { flowId: unknownId } }, notFound),
    refused(
      'a contract of others',
      { by: poor.owner.client, change: { flowId: flows.signing.flowId } },
      notFound,
    ),
    refused(
      'a contract in which the mobile has no part',
      { by: home.owner.client, change: { flowId: flows.signing.flowId } },
      invalid('mobile'),
    ),
    refused(
      'an approval that there is not',
      { change: { smsType: 'approval', approvalIds: [unknownId] } },
      notFound,
    ),
    refused(
      'an approval of others',
      { by: poor.owner.client, change: { smsType: 'approval', approvalIds: [flows.decided.approvalId] } },
      notFound,
    ),
    refused('by somebody of no enterprise', { headers: { userId: '1' } }, notMember),
  ],
});

const memberList: TableMaker = ({ home, plain }) => ({
  path: '/member/list',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: false,
  good: { by: home.owner.client, body: { listPageNo: 1, listPageSize: 10 } },
  rows: [
    ...wrongValues('keyword', characters(201)),
    ...wrongValues('userId', 'x', -1),
    ...wrongValues('role', 'NOBODY', 5),
    ...wrongValues('status', 3, -1, 'x'),
    ...wrongValues('listPageNo', 0, -1, 'x'),
    ...wrongValues('listPageSize', 0, 1001),
    ...fineValues('keyword', '', '%', '_', "'; drop table members; --"),
    ...fineValues('role', 'OWNER'),
    ...fineValues('status', 0, '1', 2),
    refused('by a plain member', { by: plain.client }, denied),
  ],
});

const sessionsOf =
  (path: '/member/sessions' | '/member/endSessions'): TableMaker =>
  ({ home, plain, partner, deleted, unknownId }) => {
    const unknown = (who: string, userId: number): Row =>
      refused(`userId of ${who}`, { change: { userId } }, named('MEMBER_NOT_FOUND'));
    return {
      path,
      caller: 'member',
      source: 'optional',
      needsRight: true,
      writes: path === '/member/endSessions',
      good: { by: home.owner.client, body: { userId: plain.userId } },
      rows: [
        ...wrongValues('userId', 0, -1, 'x'),
        unknown('nobody', unknownId),
        unknown('a member of another enterprise', partner.owner.userId),
        unknown('a former member', deleted.userId),
        refused(
          'the missing right before nobody',
          { by: plain.client, change: { userId: unknownId } },
          denied,
        ),
      ],
    };
  };

const memberModify: TableMaker = ({ home, plain, partner, deleted, unknownId }) => {
  const unknown = (who: string, userId: number): Row =>
    refused(`userId of ${who}`, { change: { userId } }, named('MEMBER_NOT_FOUND'));
  return {
    path: '/member/modify',
    caller: 'member',
    source: 'optional',
    needsRight: true,
    writes: true,
    good: { by: home.owner.client, body: { userId: plain.userId, userName: '改名', jobNum: 'B7' } },
    rows: [
      ...wrongValues('userId', 0, -1, 'x'),
      ...wrongValues('userName', ' ', characters(101)),
      ...wrongValues('jobNum', ' ', characters(101)),
      unknown('nobody', unknownId),
      unknown('a member of another enterprise', partner.owner.userId),
      unknown('a former member', deleted.userId),
      refused(
        'without a change',
        { change: { userName: undefined, jobNum: undefined } },
        invalid('userName'),
      ),
      refused('the missing right before nobody', { by: plain.client, change: { userId: unknownId } }, denied),
    ],
  };
};

const memberSetRoles: TableMaker = ({ home, plain, newcomer, unverified, partner, deleted, unknownId }) => {
  const unknown = (who: string, userId: number): Row =>
    refused(`userId of ${who}`, { change: { userId } }, named('MEMBER_NOT_FOUND'));
  return {
    path: '/member/setRoles',
    caller: 'member',
    source: 'optional',
    needsRight: true,
    writes: true,
    good: { by: home.owner.client, body: { userId: newcomer.userId, roles: ['AUDITOR'] } },
    rows: [
      ...wrongValues('userId', 0, -1, 'x'),
      ...wrongValues(
        'roles',
        ['KING'],
        'ADMIN',
        Array.from({ length: 8 }, () => 'AUDITOR'),
      ),
      unknown('nobody', unknownId),
      unknown('a member of another enterprise', partner.owner.userId),
      unknown('a former member', deleted.userId),
      refused('with ownership', { change: { roles: ['OWNER'] } }, invalid('roles')),
      refused(
        'without it for the owner',
        { change: { userId: home.owner.userId, roles: ['ADMIN'] } },
        invalid('roles'),
      ),
      refused(
        'ADMIN, by an administrator',
        { by: unverified.client, change: { userId: plain.userId, roles: ['ADMIN'] } },
        denied,
      ),
      refused('the missing right before nobody', { by: plain.client, change: { userId: unknownId } }, denied),
    ],
  };
};

const retentionList: TableMaker = ({ home, plain }) => ({
  path: '/corp/retentionList',
  caller: 'member',
  source: 'optional',
  needsRight: true,
  writes: false,
  good: { by: home.owner.client, body: {} },
  rows: [refused('by a plain member', { by: plain.client }, denied)],
});

export const enterpriseTables: readonly TableMaker[] = [
  memberList,
  memberModify,
  memberSetRoles,
  sessionsOf('/member/sessions'),
  sessionsOf('/member/endSessions'),
  retentionList,
  getAccessToken,
  memberCreate,
  infoByCorpId,
  infoByMobileOrName,
  memberAuth,
  baseInfo,
  historyOf('/corp/queryAccountHistoryList'),
  historyOf('/corp/collectionHistory'),
  sendSmsVerifyCode,
];
