/** Filling, intent, signing, revoking: specification 4.9 and 4.12; decisions 6 and 3 ("Use"). */
import type { Json } from '@cinnabar/api/schema.js';
import type { Person } from '../../support/given-enterprise.js';
import {
  denied,
  type Expected,
  endedCode,
  forbidden,
  invalid,
  named,
  notFound,
} from '../support/expected.js';
import type { OperationTable, TableMaker } from '../support/operation-table.js';
import { characters, type Row, refused, wrongValues } from '../support/rows.js';
import type { World } from '../support/world.js';
import type { KnownFlow } from '../support/world-flows.js';

const act = {
  caller: 'member',
  source: 'required',
  needsRight: false,
  writes: true,
} as const satisfies Partial<OperationTable>;

/** Members who may not act in a flow, whatever the act. `body` is the request about that flow. */
function outsiderRows(world: World, flow: KnownFlow, body: (flow: KnownFlow) => Json): readonly Row[] {
  const { foreign, plain, partnerPlain, unverified, flows, unknownId } = world;
  const by = (who: string, person: Person, expected: Expected): Row =>
    refused(`by ${who}`, { by: person.client, body: body(flow) }, expected);
  const about = (which: string, other: KnownFlow | number, expected: Expected): Row =>
    typeof other === 'number'
      ? refused(`${which} flow`, { change: { flowId: other } }, expected)
      : refused(`${which} flow`, { body: body(other) }, expected);
  return [
    ...wrongValues('flowId', 0, -1),
    about('an unknown', unknownId, notFound),
    about("another enterprise's", flows.foreign, notFound),
    about("a colleague's confidential", flows.confidential, notFound),
    by("another enterprise's owner", foreign.owner, notFound),
    by('a colleague who takes no part', plain, denied),
    by('an administrator who takes no part', unverified, denied),
    by("a colleague of the counterparty's", partnerPlain, denied),
  ];
}

const fillSignForm: TableMaker = (world) => {
  const { home, partner, flows, unknownId } = world;
  const { filling } = flows;
  const fill = (flow: KnownFlow, flag = '甲方', key = 'amount', value = '一万元整') => ({
    flowId: flow.flowId,
    components: [
      {
        componentId: flow.controls[key] ?? unknownId,
        participantId: flow.participants[flag] ?? unknownId,
        contractFileId: flow.fileId,
        value,
      },
    ],
  });
  const element = (what: string, field: string, value: Json): Row =>
    refused(what, { change: { [`components[0].${field}`]: value } }, invalid(`components[0].${field}`));
  const value = (what: string, key: string, given: string): Row =>
    refused(what, { body: fill(filling, '甲方', key, given) }, invalid('components[0].value'));
  const state = (which: string, flow: KnownFlow, expected: Expected): Row =>
    refused(`a flow that is ${which}`, { body: fill(flow) }, expected);
  const [first] = fill(filling).components;
  return {
    ...act,
    path: '/signTask/fillSignForm',
    good: { by: home.owner.client, body: fill(filling) },
    shape: { ...fill(filling), finish: true },
    tolerated: [
      { field: 'components[].value', allows: 'blank', because: 'a blank value empties the control' },
      { field: 'components', allows: 'blank', because: 'with all values there, nothing more ends the turn' },
    ],
    rows: [
      ...outsiderRows(world, filling, (flow) => fill(flow)),
      element('an unknown control', 'componentId', unknownId),
      element('a signature area', 'componentId', filling.areas['甲方'] ?? 0),
      element('a control of another flow', 'componentId', flows.overdueFilling.controls['amount'] ?? 0),
      element('an unknown participant', 'participantId', unknownId),
      element('the other participant', 'participantId', filling.participants['乙方'] ?? 0),
      element('an unknown file', 'contractFileId', unknownId),
      element('a file of another flow', 'contractFileId', flows.signing.fileId),
      refused(
        "the counterparty's control",
        { body: fill(filling, '乙方', 'address') },
        invalid('components[0].participantId'),
      ),
      refused(
        "the initiator's control, by the counterparty",
        { by: partner.owner.client, body: fill(filling) },
        invalid('components[0].participantId'),
      ),
      refused(
        'a control twice',
        { body: { flowId: filling.flowId, components: [{ ...first }, { ...first }] } },
        invalid('components[1].componentId'),
      ),
      value('a number that is none', 'quantity', '一百'),
      value('a number with too many decimals', 'quantity', '1.005'),
      value('a date that is none', 'deliveryDate', '明天'),
      value('a day that is not in the calendar', 'deliveryDate', '2026-02-29'),
      value('more characters than the control takes', 'short', characters(6)),
      value('a control character', 'short', 'a\u0007b'),
      value('a character that no font has', 'amount', '\u{10fffd}'),
      value('a text that does not fit its box', 'amount', characters(200)),
      ...wrongValues('components[0].value', characters(10_001)),
      refused(
        'a good value and a bad one: neither is kept',
        {
          body: {
            flowId: filling.flowId,
            components: [
              ...fill(filling).components,
              ...fill(filling, '甲方', 'quantity', 'many').components,
            ],
          },
        },
        invalid('components[1].value'),
      ),
      refused(
        'before their turn',
        { by: partner.owner.client, body: fill(filling, '乙方', 'address', '上海市') },
        forbidden('NOT_YOUR_TURN'),
      ),
      state('being signed', flows.signing, forbidden('FLOW_STATE')),
      state('half signed', flows.halfSigned, forbidden('FLOW_STATE')),
      state('completed', flows.completed, forbidden('FLOW_STATE')),
      state('revoked', flows.revoked, forbidden('FLOW_STATE')),
      state('expired', flows.expired, forbidden('FLOW_EXPIRED')),
      state('past its deadline', flows.overdueFilling, forbidden('FLOW_EXPIRED')),
      refused(
        'an unknown control before the state',
        { body: { ...fill(flows.completed, '甲方', 'nothing') } },
        invalid('components[0].componentId'),
      ),
    ],
  };
};

const contractCancel: TableMaker = (world) => {
  const { home, partner, foreign, plain, unverified, flows, unknownId } = world;
  const about = (which: string, flowId: number, expected: Expected): Row =>
    refused(`${which} flow`, { change: { flowId } }, expected);
  const by = (who: string, person: Person, expected: Expected): Row =>
    refused(`by ${who}`, { by: person.client }, expected);
  return {
    ...act,
    path: '/signTask/contract/cancel',
    good: { by: home.owner.client, body: { flowId: flows.spare.flowId, cancelMsg: '条款有误' } },
    rows: [
      ...wrongValues('flowId', 0, -1),
      ...wrongValues('cancelMsg', characters(1001)),
      by('the counterparty', partner.owner, denied),
      by('a colleague', plain, denied),
      by('an administrator', unverified, denied),
      by("another enterprise's owner", foreign.owner, notFound),
      about('an unknown', unknownId, notFound),
      about("another enterprise's", flows.foreign.flowId, notFound),
      about("a colleague's confidential", flows.confidential.flowId, notFound),
      about("a colleague's encrypted", flows.encrypted.flowId, denied),
      about('a completed', flows.completed.flowId, forbidden('FLOW_STATE')),
      about('a revoked', flows.revoked.flowId, forbidden('FLOW_STATE')),
      about('an expired', flows.expired.flowId, forbidden('FLOW_EXPIRED')),
      about('an overdue', flows.overdueSigning.flowId, forbidden('FLOW_EXPIRED')),
      about('an overdue, unfilled', flows.overdueFilling.flowId, forbidden('FLOW_EXPIRED')),
      refused(
        'the missing right before the state',
        { by: partner.owner.client, change: { flowId: flows.completed.flowId } },
        denied,
      ),
    ],
  };
};

const signWish: TableMaker = (world) => {
  const { home, partner, plain, foreign, flows, codes, unknownId } = world;
  const wish = (flow: KnownFlow, proof: Readonly<Record<string, Json>>) => ({
    flowId: flow.flowId,
    ...proof,
  });
  const pwd = (person: Person) => ({ authType: 'pwd', signPwd: person.signPwd });
  const proof = (
    what: string,
    given: Readonly<Record<string, Json>>,
    expected: Expected,
    by = home.owner,
  ): Row => refused(what, { by: by.client, body: wish(flows.signing, given) }, expected);
  const state = (which: string, flow: KnownFlow, expected: Expected): Row =>
    refused(
      `a flow that is ${which}`,
      { by: home.owner.client, body: wish(flow, pwd(home.owner)) },
      expected,
    );
  const wrongPassword = { authType: 'pwd', signPwd: '000000' };
  return {
    ...act,
    path: '/signTask/signWish',
    good: {
      by: partner.owner.client,
      body: { flowId: flows.halfSigned.flowId, authType: 'pwd', signPwd: partner.owner.signPwd },
    },
    rows: [
      ...outsiderRows(world, flows.signing, (flow) => wish(flow, pwd(home.owner))).map((row) => ({
        by: home.owner.client,
        ...row,
      })),
      refused('no flow among none', { change: { flowId: undefined, flowIds: [] } }, invalid('flowId')),
      refused(
        '101 flows',
        { change: { flowId: undefined, flowIds: Array.from({ length: 101 }, () => flows.signing.flowId) } },
        invalid('flowIds'),
      ),
      ...wrongValues('flowIds', [0], [-1]),
      ...[unknownId, flows.foreign.flowId].map((flowId) =>
        refused(
          `flow ${flowId} beside a good one: no intent is kept`,
          {
            by: home.owner.client,
            body: { flowIds: [flows.signing.flowId, flowId], ...pwd(home.owner) },
          },
          notFound,
        ),
      ),
      refused(
        'a completed flow beside a good one: no intent is kept',
        {
          by: home.owner.client,
          body: { flowIds: [flows.signing.flowId, flows.completed.flowId], ...pwd(home.owner) },
        },
        forbidden('FLOW_STATE'),
      ),
      ...wrongValues('authType', 'fingerprint', 'PWD', 'sms,pwd', ' ', 1),
      proof('a password that is not given', { authType: 'pwd' }, invalid('signPwd')),
      proof('a code that is not given', { authType: 'sms' }, invalid('verifyCode')),
      proof(
        'a code in place of the password',
        { authType: 'pwd', verifyCode: codes.open },
        invalid('signPwd'),
      ),
      proof('a wrong code', { authType: 'sms', verifyCode: otherThan(codes.open) }, named('1401')),
      proof('a code and a digit more', { authType: 'sms', verifyCode: `${codes.open}0` }, named('1401')),
      proof('a code for approvals', { authType: 'sms', verifyCode: codes.otherType }, named('1401')),
      refused(
        'an ended code',
        { body: wish(flows.halfSigned, { authType: 'sms', verifyCode: codes.expired }) },
        endedCode,
      ),
      refused(
        'a used code',
        { by: plain.client, body: wish(flows.personal, { authType: 'sms', verifyCode: codes.used }) },
        endedCode,
      ),
      refused(
        "somebody else's code",
        { by: plain.client, body: wish(flows.personal, { authType: 'sms', verifyCode: codes.open }) },
        named('1401'),
      ),
      proof('a wrong password', wrongPassword, named('1402')),
      proof('a password that is none', { authType: 'pwd', signPwd: 'secret' }, named('1402')),
      refused(
        'a password of a person, which an application may have set',
        { by: plain.client, body: wish(flows.personal, pwd(plain)) },
        named('1402'),
      ),
      proof(
        'a face result that nobody gave',
        { authType: 'face', orderNo: '1', code: '0', newSign: 'x' },
        named('1403'),
      ),
      proof(
        'a face check that is not named',
        { authType: 'face', code: '0', newSign: 'x' },
        invalid('orderNo'),
      ),
      proof('a new password without a code', { ...pwd(home.owner), newPwd: true }, invalid('verifyCode')),
      proof(
        'a new password that is none',
        { authType: 'pwd', signPwd: '12345', newPwd: true, verifyCode: codes.open },
        invalid('signPwd'),
      ),
      proof(
        'a new password with a code for signing',
        { ...pwd(home.owner), newPwd: true, verifyCode: codes.open },
        named('1401'),
      ),
      state('completed', flows.completed, forbidden('FLOW_STATE')),
      state('revoked', flows.revoked, forbidden('FLOW_STATE')),
      state('signed by oneself', flows.halfSigned, forbidden('FLOW_STATE')),
      state('expired', flows.expired, forbidden('FLOW_EXPIRED')),
      state('past its deadline', flows.overdueSigning, forbidden('FLOW_EXPIRED')),
      refused(
        'the state before the password',
        { by: home.owner.client, body: wish(flows.completed, wrongPassword) },
        forbidden('FLOW_STATE'),
      ),
      refused(
        'nothing of one to sign before the password',
        { by: foreign.owner.client, body: wish(flows.signing, wrongPassword) },
        notFound,
      ),
      ...Array.from({ length: 5 }, (_, index) =>
        refused(
          `wrong password ${index + 1} of 5`,
          { by: plain.client, body: wish(flows.byPlain, wrongPassword) },
          named('1402'),
        ),
      ),
      refused(
        'the right password after five wrong ones',
        { by: plain.client, body: wish(flows.byPlain, pwd(plain)) },
        named('1404'),
      ),
    ],
  };
};

/** Six digits that differ from these. */
export function otherThan(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

export const flowActTables: readonly TableMaker[] = [fillSignForm, signWish, contractCancel];
