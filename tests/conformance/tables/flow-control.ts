/** Control of flows: specification 4.12; decisions 6. */
import type { Json } from '@cinnabar/api/schema.js';
import type { Person } from '../../support/given-enterprise.js';
import { denied, type Expected, forbidden, invalid, nameMismatch, notFound } from '../support/expected.js';
import type { OperationTable, TableMaker } from '../support/operation-table.js';
import { characters, type Row, refused, wrongValues } from '../support/rows.js';
import type { World } from '../support/world.js';

const act = {
  caller: 'member',
  source: 'required',
  needsRight: false,
  writes: true,
} as const satisfies Partial<OperationTable>;

const about = (which: string, flowId: number, expected: Expected): Row =>
  refused(`${which} flow`, { change: { flowId } }, expected);
const by = (who: string, person: Person, expected: Expected): Row =>
  refused(`by ${who}`, { by: person.client }, expected);

/** Flows that only the initiator may control. */
function initiatorRows(world: World): readonly Row[] {
  const { partner, foreign, plain, unverified, flows, unknownId } = world;
  return [
    ...wrongValues('flowId', 0, -1),
    by('the counterparty', partner.owner, denied),
    by('a colleague', plain, denied),
    by('an administrator', unverified, denied),
    by("another enterprise's owner", foreign.owner, notFound),
    about('an unknown', unknownId, notFound),
    about("another enterprise's", flows.foreign.flowId, notFound),
    about("a colleague's confidential", flows.confidential.flowId, notFound),
    about("a colleague's encrypted", flows.encrypted.flowId, denied),
  ];
}

/** Acts of the initiator that managers of the enterprise's contracts may do too; tests/journeys/managed-flows.test.ts. */
function managedRows(world: World): readonly Row[] {
  const allowed = new Set(['by an administrator', "a colleague's encrypted flow"]);
  return initiatorRows(world).filter(({ what }) => !allowed.has(what));
}

/** Acts of a participant. */
function participantRows(world: World): readonly Row[] {
  const { foreign, plain, unverified, flows, unknownId } = world;
  return [
    ...wrongValues('flowId', 0, -1),
    by('a colleague', plain, denied),
    by('an administrator', unverified, denied),
    by("another enterprise's owner", foreign.owner, notFound),
    about('an unknown', unknownId, notFound),
    about("another enterprise's", flows.foreign.flowId, notFound),
    about("a colleague's confidential", flows.confidential.flowId, notFound),
    about("a colleague's encrypted", flows.encrypted.flowId, denied),
  ];
}

function openRows({ flows }: World): readonly Row[] {
  return [
    about('a completed', flows.completed.flowId, forbidden('FLOW_STATE')),
    about('a revoked', flows.revoked.flowId, forbidden('FLOW_STATE')),
    about('a refused', flows.refused.flowId, forbidden('FLOW_STATE')),
    about('an expired', flows.expired.flowId, forbidden('FLOW_EXPIRED')),
    about('an overdue', flows.overdueSigning.flowId, forbidden('FLOW_EXPIRED')),
    about('an overdue, unfilled', flows.overdueFilling.flowId, forbidden('FLOW_EXPIRED')),
  ];
}

const contractDel: TableMaker = (world) => {
  const { home, partner, foreign, plain, flows, unknownId } = world;
  return {
    ...act,
    path: '/signTask/contract/del',
    good: { by: home.owner.client, body: { flowId: flows.revoked.flowId } },
    rows: [
      ...wrongValues('flowId', 0, -1),
      by('the counterparty', partner.owner, denied),
      by('a colleague', plain, denied),
      by("another enterprise's owner", foreign.owner, notFound),
      about('an unknown', unknownId, notFound),
      about("another enterprise's", flows.foreign.flowId, notFound),
      about("a colleague's confidential", flows.confidential.flowId, notFound),
      about('a completed', flows.completed.flowId, forbidden('FLOW_STATE')),
      about('an open', flows.signing.flowId, forbidden('FLOW_STATE')),
      about('an unfilled', flows.filling.flowId, forbidden('FLOW_STATE')),
    ],
  };
};

const contractModify: TableMaker = (world) => ({
  ...act,
  path: '/signTask/contract/modify',
  good: { by: world.home.owner.client, body: { flowId: world.flows.signing.flowId, remark: '请尽快签署' } },
  rows: [...initiatorRows(world), ...wrongValues('remark', characters(1001))],
  tolerated: [{ field: 'remark', allows: 'blank', because: 'a remark can be taken away' }],
});

const signFlowRemind: TableMaker = (world) => ({
  ...act,
  path: '/signTask/signFlowRemind',
  good: { by: world.home.owner.client, body: { flowId: world.flows.halfSigned.flowId } },
  rows: [...managedRows(world), ...openRows(world)],
});

const contractRefuse: TableMaker = (world) => ({
  ...act,
  path: '/signTask/contract/refuse',
  good: {
    by: world.home.owner.client,
    body: { flowId: world.flows.refusable.flowId, refuseMsg: '金额不符' },
  },
  rows: [
    ...participantRows(world),
    ...openRows(world),
    ...wrongValues('refuseMsg', characters(1001)),
    about('a flow signed by oneself', world.flows.halfSigned.flowId, forbidden('FLOW_STATE')),
  ],
});

const contractExtend: TableMaker = (world) => ({
  ...act,
  path: '/signTask/contract/extend',
  good: {
    by: world.home.owner.client,
    body: { flowId: world.flows.signing.flowId, expireDate: '2099-12-31 18:00:00' },
  },
  rows: [
    ...managedRows(world),
    ...openRows(world),
    ...wrongValues('expireDate', '2020-01-01 00:00:00', '2020-01-01'),
  ],
});

const contractTransfer: TableMaker = (world) => {
  const { home, partner, plain, flows } = world;
  const body = (person: Person, name = person.realName): { readonly [name: string]: Json } => ({
    flowId: flows.handable.flowId,
    psnAccount: person.mobile,
    psnName: name,
  });
  return {
    ...act,
    path: '/signTask/contract/transfer',
    good: { by: home.owner.client, body: body(plain) },
    rows: [
      ...participantRows(world),
      ...openRows(world),
      ...wrongValues('psnAccount', '123', ' '),
      ...wrongValues('psnName', characters(101)),
      ...wrongValues('participantId', 0, flows.handable.participants['乙方'] ?? 0, world.unknownId),
      refused('to somebody of another enterprise', { body: body(partner.owner) }, invalid('psnAccount')),
      refused('to a stranger', { change: { psnAccount: '13700009999' } }, invalid('psnAccount')),
      refused('to oneself', { body: body(home.owner) }, invalid('psnAccount')),
      refused('by a wrong name', { body: body(plain, '错误的名字') }, nameMismatch('psnName')),
      about('a flow signed by oneself', flows.halfSigned.flowId, forbidden('FLOW_STATE')),
    ],
  };
};

const contractChangeParticipant: TableMaker = (world) => {
  const { home, partner, partnerPlain, flows, unknownId } = world;
  const participantId = flows.signing.participants['乙方'] ?? 0;
  const good = {
    flowId: flows.signing.flowId,
    participantId,
    psnAccount: partnerPlain.mobile,
    psnName: partnerPlain.realName,
  };
  const of = (which: string, flow: typeof flows.signing, expected: Expected): Row =>
    refused(
      `${which} flow`,
      { change: { flowId: flow.flowId, participantId: flow.participants['乙方'] ?? 0 } },
      expected,
    );
  return {
    ...act,
    path: '/signTask/contract/changeParticipant',
    good: { by: home.owner.client, body: good },
    rows: [
      ...initiatorRows(world),
      ...wrongValues('psnAccount', '123', ' '),
      ...wrongValues('psnName', characters(101)),
      ...wrongValues('participantId', 0, unknownId, flows.free.participants['乙方'] ?? 0),
      refused('by a wrong name', { change: { psnName: '错误的名字' } }, nameMismatch('psnName')),
      refused(
        'to who has the part already',
        { change: { psnAccount: partner.owner.mobile, psnName: partner.owner.realName } },
        invalid('psnAccount'),
      ),
      refused(
        'somebody of another enterprise, after the first signature',
        {
          change: {
            flowId: flows.halfSigned.flowId,
            participantId: flows.halfSigned.participants['乙方'] ?? 0,
            psnAccount: home.owner.mobile,
            psnName: home.owner.realName,
          },
        },
        forbidden('PARTY_FIXED'),
      ),
      of('a completed', flows.completed, forbidden('FLOW_STATE')),
      of('a revoked', flows.revoked, forbidden('FLOW_STATE')),
      of('an expired', flows.expired, forbidden('FLOW_EXPIRED')),
      of('an overdue', flows.overdueSigning, forbidden('FLOW_EXPIRED')),
    ],
  };
};

const contractAddAttachment: TableMaker = (world) => {
  const { home, flows, uploads } = world;
  return {
    ...act,
    path: '/signTask/contract/addAttachment',
    good: {
      by: home.owner.client,
      body: { flowId: flows.filling.flowId, fileName: '营业执照.pdf', fileUrl: uploads.home.fileUrl },
    },
    rows: [
      ...participantRows(world),
      ...openRows(world),
      ...wrongValues('fileName', characters(256)),
      ...wrongValues('fileUrl', 'files/nothing.pdf', uploads.foreign.fileUrl, 'http://127.0.0.1/x'),
      about('a flow signed by oneself', flows.halfSigned.flowId, forbidden('FLOW_STATE')),
    ],
  };
};

export const flowControlTables: readonly TableMaker[] = [
  contractDel,
  contractModify,
  signFlowRemind,
  contractRefuse,
  contractExtend,
  contractTransfer,
  contractChangeParticipant,
  contractAddAttachment,
];
