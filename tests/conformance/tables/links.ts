/** Links to pages, and departing members: specification 4.2, 4.3, 4.7, 4.9; decisions 3, 4 and 6 ("Links"). */
import type { Json } from '@cinnabar/api/schema.js';
import type { Person } from '../../support/given-enterprise.js';
import { denied, type Expected, forbidden, invalid, named, notFound } from '../support/expected.js';
import type { OperationTable, TableMaker } from '../support/operation-table.js';
import { type Row, refused, wrongValues } from '../support/rows.js';
import type { World } from '../support/world.js';
import type { KnownFlow } from '../support/world-flows.js';

const byOperator = {
  caller: 'member',
  source: 'optional',
  writes: true,
} as const satisfies Partial<OperationTable>;

const badAddresses: readonly Json[] = [
  ' ',
  'erp.example.com/back',
  'javascript:alert(1)',
  'data:text/html,x',
  '//erp.example.com',
  'https://',
  'https://user:secret@erp.example.com/',
  'https://erp.example.com/\nx',
  'https%3A%2F%2Ferp.example.com%2',
  `https://erp.example.com/${'a'.repeat(2000)}`,
];

const getSealAuthorUrl: TableMaker = ({ home }) => ({
  ...byOperator,
  path: '/seal/getSealAuthorUrl',
  needsRight: true,
  missingRight: { status: 403, code: 'PERMISSION_DENIED' },
  good: { by: home.owner.client, body: {} },
  rows: [],
});

const getPersonalAuthUrl: TableMaker = ({ home, invited, plain }) => ({
  path: '/member/getPersonalAuthUrl',
  caller: 'target',
  source: 'optional',
  needsRight: false,
  writes: true,
  good: { by: home.client.with({ userId: String(invited.userId) }), body: {} },
  rows: [plain, home.owner].map(({ userId }) =>
    refused(
      `for user ${userId}, who is verified`,
      { headers: { userId: String(userId) } },
      named('USER_ALREADY_AUTHENTICATED'),
    ),
  ),
});

/** Users who are not members on whom the operation can act. */
function strangers({ foreign, partner, deleted, unknownId, plain }: World): readonly Row[] {
  const unknown: readonly (readonly [string, number])[] = [
    ['nobody', unknownId],
    ['another enterprise', foreign.owner.userId],
    ['the counterparty', partner.owner.userId],
    ['a deleted member', deleted.userId],
  ];
  return [
    ...wrongValues('userId', 0, -1),
    ...unknown.map(([who, userId]) =>
      refused(`userId of ${who}`, { change: { userId } }, named('MEMBER_NOT_FOUND')),
    ),
    refused('the missing right before nobody', { by: plain.client, change: { userId: unknownId } }, denied),
  ];
}

const accessAuth: TableMaker = (world) => {
  const { home, plain, invited, unverified } = world;
  return {
    ...byOperator,
    path: '/member/accessAuth',
    needsRight: true,
    good: { by: home.owner.client, body: { userId: plain.userId } },
    rows: [
      ...strangers(world),
      refused(
        'a member who has not confirmed',
        { change: { userId: invited.userId } },
        forbidden('NOT_MEMBER'),
      ),
      refused(
        'the owner, by an administrator',
        { by: unverified.client, change: { userId: home.owner.userId } },
        denied,
      ),
    ],
  };
};

const memberDelete: TableMaker = (world) => {
  const { home, plain, invited, unverified } = world;
  const failed = (what: string, by: Person, userId: number, ...names: readonly string[]): Row =>
    refused(what, { by: by.client, change: { userId } }, named('MEMBER_DELETE_FAILED', ...names));
  return {
    ...byOperator,
    path: '/member/delete',
    needsRight: true,
    good: { by: home.owner.client, body: { userId: invited.userId } },
    rows: [
      ...strangers(world),
      failed('the owner themselves', home.owner, home.owner.userId, '所有者'),
      failed('the owner, by an administrator', unverified, home.owner.userId, '所有者'),
      failed('oneself', unverified, unverified.userId, '本人'),
      failed('who has to sign', home.owner, plain.userId, '未完成'),
    ],
  };
};

const getTemplateUrl: TableMaker = ({ home, plain, templates, unknownId }) => ({
  ...byOperator,
  path: '/template/getTemplateUrl',
  needsRight: true,
  good: { by: home.owner.client, body: { templateId: templates.contract.templateId } },
  rows: [
    ...wrongValues('templateId', 0, -1),
    ...[unknownId, templates.foreign.templateId].map((templateId) =>
      refused(`template ${templateId}`, { change: { templateId } }, named('TEMPLATE_NOT_FOUND')),
    ),
    ...wrongValues('returnUrl', ...badAddresses),
    refused(
      'the missing right before a template that is not there',
      { by: plain.client, change: { templateId: unknownId } },
      denied,
    ),
  ],
});

function dutyLink(path: '/signTask/getFillUrl' | '/signTask/getSignUrl'): TableMaker {
  return (world) => {
    const { home, partner, foreign, plain, unverified, flows, unknownId } = world;
    const good = path === '/signTask/getFillUrl' ? flows.filling : flows.signing;
    const by = (who: string, person: Person, expected: Expected): Row =>
      refused(`by ${who}`, { by: person.client }, expected);
    const state = (which: string, { flowId }: KnownFlow, expected: Expected): Row =>
      refused(`a flow that is ${which}`, { body: { flowId } }, expected);
    return {
      path,
      caller: 'member',
      source: 'required',
      needsRight: false,
      writes: true,
      good: { by: home.owner.client, body: { flowId: good.flowId } },
      rows: [
        ...wrongValues('flowId', 0, -1),
        ...wrongValues('participantId', 0, -1),
        ...wrongValues('returnUrl', ...badAddresses),
        refused('an unknown flow', { change: { flowId: unknownId } }, notFound),
        state('of others', flows.foreign, notFound),
        state("a colleague's confidential one", flows.confidential, notFound),
        by("another enterprise's owner", foreign.owner, notFound),
        by('a colleague who takes no part', plain, denied),
        by('an administrator who takes no part', unverified, denied),
        refused(
          'a participant of nothing',
          { change: { participantId: unknownId } },
          invalid('participantId'),
        ),
        refused(
          'a participant of another flow',
          { change: { participantId: flows.halfSigned.participants['甲方'] ?? 0 } },
          invalid('participantId'),
        ),
        refused(
          'the initiator, by the counterparty',
          { by: partner.owner.client, change: { participantId: good.participants['甲方'] ?? 0 } },
          denied,
        ),
        state('completed', flows.completed, forbidden('FLOW_STATE')),
        state('revoked', flows.revoked, forbidden('FLOW_STATE')),
        state('expired', flows.expired, forbidden('FLOW_EXPIRED')),
        state('past its deadline', flows.overdueSigning, forbidden('FLOW_EXPIRED')),
        refused(
          'for who has done it',
          {
            body: {
              flowId: flows.halfSigned.flowId,
              participantId: flows.halfSigned.participants['甲方'] ?? 0,
            },
          },
          forbidden('FLOW_STATE'),
        ),
      ],
    };
  };
}

const fetchAuth: TableMaker = ({ home, newcomer }) => ({
  path: '/member/fetchAuth',
  caller: 'target',
  source: 'optional',
  needsRight: false,
  writes: true,
  good: { by: home.client.with({ userId: String(newcomer.userId) }), body: {} },
  rows: [],
});

const faceAuth: TableMaker = (world) => {
  const { home, foreign, partner, plain, unverified, deleted, flows, unknownId } = world;
  const about = (authType: string, id: Json, expected: Expected, by: Person = home.owner): Row =>
    refused(`${authType} of ${String(id)}`, { by: by.client, change: { authType, id } }, expected);
  const ids = Array.from({ length: 101 }, (_, index) => unknownId - index).join(',');
  return {
    ...byOperator,
    path: '/fetchAuth/faceAuth',
    needsRight: false,
    good: {
      by: home.owner.client,
      body: {
        id: String(home.corpId),
        authType: 'legal',
        channel: 'channelA',
        callbackUrl: 'https%3A%2F%2Ferp.example.com%2Fface%3Ffrom%3D1',
      },
    },
    rows: [
      ...wrongValues('authType', 'face', 'LEGAL', ' ', 'person,legal', 1),
      ...wrongValues('channel', 'A', 'channelC', 'channela', ' '),
      ...wrongValues('callbackUrl', ...badAddresses),
      ...wrongValues('id', 'abc', '0', '-1', '1.5', ',', '1,', '1;2', '9007199254740993', '１', '1,2'),
      about('signContract', ids, invalid('id')),
      about('person', unknownId, notFound),
      about('person', foreign.owner.userId, notFound),
      about('person', deleted.userId, notFound),
      about('person', home.owner.userId, denied, plain),
      about('legal', partner.corpId, notFound),
      about('legal', unknownId, notFound),
      about('receiveCorp', partner.corpId, notFound),
      about('receiveCorp', home.corpId, forbidden('NOT_VERIFIED'), unverified),
      about('receiveCorp', home.corpId, forbidden('NOT_LEGAL_REPRESENTATIVE')),
      about('receiveCorp', home.corpId, forbidden('NOT_LEGAL_REPRESENTATIVE'), plain),
      refused('a name without a number', { change: { legalRepName: '王法人' } }, invalid('legalRepIdentNo')),
      refused(
        'somebody else than on record',
        { change: { legalRepName: '王法人', legalRepIdentNo: '110101199001010099' } },
        named('AUTH_INFO_INVALID'),
      ),
      refused(
        'what is no ID document number',
        { change: { legalRepName: '王法人', legalRepIdentNo: '1-2' } },
        named('AUTH_INFO_INVALID'),
      ),
      about('signContract', unknownId, notFound),
      about('signContract', flows.foreign.flowId, notFound),
      about('signContract', flows.signing.flowId, denied, plain),
      about('signContract', flows.completed.flowId, forbidden('FLOW_STATE')),
      about('signContract', flows.halfSigned.flowId, forbidden('FLOW_STATE')),
      about('signContract', flows.expired.flowId, forbidden('FLOW_EXPIRED')),
      about('signContract', `${flows.signing.flowId},${flows.completed.flowId}`, forbidden('FLOW_STATE')),
      about('signContract', flows.byUnverified.flowId, forbidden('NOT_VERIFIED'), unverified),
      about('approvalSign', unknownId, notFound),
    ],
  };
};

export const linkTables: readonly TableMaker[] = [
  getSealAuthorUrl,
  getPersonalAuthUrl,
  fetchAuth,
  faceAuth,
  accessAuth,
  memberDelete,
  getTemplateUrl,
  dutyLink('/signTask/getFillUrl'),
  dutyLink('/signTask/getSignUrl'),
];
