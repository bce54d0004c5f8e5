/** signContract: specification 4.9; decisions 6 ("Signing") and 3 ("Use"). */
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
import type { TableMaker } from '../support/operation-table.js';
import { type Row, refused, wrongValues } from '../support/rows.js';
import type { KnownFlow } from '../support/world-flows.js';
import { otherThan } from './flow-acts.js';

type Fields = Readonly<Record<string, Json>>;

const signContract: TableMaker = (world) => {
  const { home, partner, foreign, plain, partnerPlain, unverified } = world;
  const { flows, seals, codes, unknownId } = world;
  const { signing, free } = flows;

  const command = (flow: KnownFlow, flag: string, change: Fields = {}) => ({
    componentId: flow.areas[flag] ?? 0,
    participantId: flow.participants[flag] ?? unknownId,
    contractFileId: flow.fileId,
    pageNum: 1,
    positionX: 120,
    positionY: 700,
    fieldType: 0,
    sealId: 0,
    specialAttribute: { sealSpecs: 1, showSignDate: 1, dateFormat: 'yyyy-MM-dd', fontSize: 12 },
    ...change,
  });
  const sign = (person: Person, flow: KnownFlow, flag = '甲方', change: Fields = {}) => ({
    flowId: flow.flowId,
    signComponents: [command(flow, flag, change)],
    authType: 'pwd',
    signPwd: person.signPwd,
  });
  const by = (
    what: string,
    person: Person,
    flow: KnownFlow,
    expected: Expected,
    flag = '甲方',
    change: Fields = {},
  ): Row => refused(what, { by: person.client, body: sign(person, flow, flag, change) }, expected);
  const commandWith = (what: string, change: Fields, expected: Expected): Row =>
    by(what, home.owner, signing, expected, '甲方', change);
  const element = (what: string, field: string, value: Json): Row =>
    commandWith(what, { [field]: value }, invalid(`signComponents[0].${field}`));
  /** A free placement of home's owner. */
  const placed = (what: string, change: Fields, expected: Expected): Row =>
    by(what, home.owner, free, expected, '甲方', change);
  const proof = (what: string, given: Fields, expected: Expected): Row =>
    refused(what, { body: { ...withoutProof, ...given } }, expected);
  const withoutProof = { flowId: signing.flowId, signComponents: [command(signing, '甲方')] };
  const fill = {
    componentId: flows.filling.controls['amount'] ?? 0,
    participantId: flows.filling.participants['甲方'] ?? 0,
    contractFileId: flows.filling.fileId,
    value: '一万元整',
  };

  return {
    path: '/signTask/signContract',
    caller: 'member',
    source: 'required',
    needsRight: false,
    writes: true,
    good: { by: home.owner.client, body: sign(home.owner, signing, '甲方', { sealId: seals.home }) },
    shape: { ...sign(home.owner, signing), fillComponents: [fill] },
    tolerated: [
      { field: 'signComponents[].componentId', allows: 'null', because: 'null is a free placement' },
      { field: 'fillComponents[].value', allows: 'blank', because: 'a blank value empties the control' },
    ],
    rows: [
      ...wrongValues('flowId', 0, -1),
      refused('an unknown flow', { change: { flowId: unknownId } }, notFound),
      by("another enterprise's flow", home.owner, flows.foreign, notFound),
      by("a colleague's confidential flow", home.owner, flows.confidential, notFound),
      by("another enterprise's owner", foreign.owner, signing, notFound),
      by('a colleague who takes no part', plain, signing, denied),
      by('an administrator who takes no part', unverified, signing, denied),
      by("a colleague of the counterparty's", partnerPlain, signing, denied, '乙方'),

      element('an unknown area', 'componentId', unknownId),
      element("the other participant's area", 'componentId', signing.areas['乙方'] ?? 0),
      element('an area of another flow', 'componentId', flows.spare.areas['甲方'] ?? 0),
      element('a control to fill', 'componentId', signing.controls['amount'] ?? 0),
      element('an unknown participant', 'participantId', unknownId),
      element('the other participant', 'participantId', signing.participants['乙方'] ?? 0),
      element('a participant of another flow', 'participantId', flows.spare.participants['甲方'] ?? 0),
      element('an unknown file', 'contractFileId', unknownId),
      element('a file of another flow', 'contractFileId', flows.spare.fileId),
      element('a remark in a required area', 'fieldType', 1),
      element('a date in a required area', 'fieldType', 2),
      ...wrongValues('signComponents[0].fieldType', 3, -1),
      ...wrongValues('signComponents[0].sealId', -1),
      ...wrongValues('signComponents[0].componentId', -1),
      ...wrongValues('signComponents[0].specialAttribute.sealSpecs', 0, 3),
      ...wrongValues('signComponents[0].specialAttribute.showSignDate', 2),
      ...wrongValues('signComponents[0].specialAttribute.signStyle', 0, 3),
      ...wrongValues('signComponents[0].specialAttribute.dateFormat', 'today'),
      refused(
        'an area twice',
        {
          body: {
            ...sign(home.owner, signing),
            signComponents: [command(signing, '甲方'), command(signing, '甲方')],
          },
        },
        invalid('signComponents[1].componentId'),
      ),
      refused(
        'for two participants at once',
        {
          body: {
            ...sign(home.owner, signing),
            signComponents: [command(signing, '甲方'), command(signing, '乙方')],
          },
        },
        invalid('signComponents[1].participantId'),
      ),
      refused(
        'a participant in the request who is not one',
        {
          body: {
            ...sign(home.owner, signing, '甲方', { participantId: null }),
            participantId: unknownId,
          },
        },
        invalid('participantId'),
      ),
      commandWith('not in the required area', { componentId: 0 }, invalid('signComponents')),
      refused(
        '501 commands',
        {
          body: {
            ...sign(home.owner, signing),
            signComponents: Array.from({ length: 501 }, () => command(signing, '甲方')),
          },
        },
        invalid('signComponents'),
      ),

      ...[0, 3, -1, 1000].map((pageNum) =>
        placed(`on page ${pageNum} of 2`, { pageNum }, invalid('signComponents[0].pageNum')),
      ),
      ...[-1, 794, 100_000].map((positionX) =>
        placed(`at x ${positionX}`, { positionX }, invalid('signComponents[0].positionX')),
      ),
      ...[-1, 1123, 100_000].map((positionY) =>
        placed(`at y ${positionY}`, { positionY }, invalid('signComponents[0].positionY')),
      ),
      placed('a date alone', { fieldType: 2 }, invalid('signComponents')),
      placed(
        'a remark that says nothing',
        { fieldType: 1, specialAttribute: {} },
        invalid('signComponents[0].specialAttribute.value'),
      ),
      refused(
        'a remark on an area of another participant',
        {
          body: {
            ...sign(home.owner, signing),
            signComponents: [
              command(signing, '甲方'),
              command(signing, '甲方', {
                componentId: 0,
                positionX: 450,
                positionY: 720,
                fieldType: 1,
                specialAttribute: { value: '以附件为准' },
              }),
            ],
          },
        },
        invalid('signComponents[1]'),
      ),
      refused(
        '51 seals in a file',
        {
          body: {
            ...sign(home.owner, free),
            signComponents: Array.from({ length: 51 }, () => command(free, '甲方')),
          },
        },
        invalid('signComponents[50]'),
      ),
      refused(
        'a remark whose picture is none, beside a seal',
        {
          body: {
            ...sign(home.owner, free),
            signComponents: [
              command(free, '甲方'),
              command(free, '甲方', { fieldType: 1, specialAttribute: { image: 'bm8gcGljdHVyZQ==' } }),
            ],
          },
        },
        invalid('signComponents[1].specialAttribute.image'),
      ),

      ...[
        ['an unknown seal', unknownId],
        ["another enterprise's seal", seals.foreign],
        ["the counterparty's seal", seals.partner],
        ['a deleted seal', seals.deleted],
      ].map(([what, sealId]) => commandWith(String(what), { sealId: sealId ?? 0 }, named('SEAL_NOT_FOUND'))),
      commandWith('a suspended seal', { sealId: seals.suspended }, forbidden('SEAL_NOT_USABLE')),
      by("an enterprise's seal for a person", plain, flows.personal, named('SEAL_NOT_FOUND'), '个人', {
        sealId: seals.home,
      }),
      by('who is not verified', unverified, flows.byUnverified, forbidden('NOT_VERIFIED')),

      by('before their turn', partner.owner, signing, forbidden('NOT_YOUR_TURN'), '乙方'),
      by('once more', home.owner, flows.halfSigned, forbidden('FLOW_STATE')),
      by('while others fill', home.owner, flows.filling, forbidden('FLOW_STATE')),
      by('a completed flow', home.owner, flows.completed, forbidden('FLOW_STATE')),
      by('a revoked flow', home.owner, flows.revoked, forbidden('FLOW_STATE')),
      by('an expired flow', home.owner, flows.expired, forbidden('FLOW_EXPIRED')),
      by('an overdue flow', home.owner, flows.overdueSigning, forbidden('FLOW_EXPIRED')),
      refused(
        'values that were filled long ago',
        {
          body: {
            ...sign(home.owner, signing),
            fillComponents: [
              {
                componentId: signing.controls['amount'] ?? 0,
                participantId: signing.participants['甲方'] ?? 0,
                contractFileId: signing.fileId,
                value: '两万元整',
              },
            ],
          },
        },
        forbidden('FLOW_STATE'),
      ),
      refused(
        'values before others have filled',
        { body: { ...sign(home.owner, flows.filling), fillComponents: [fill] } },
        forbidden('FLOW_STATE'),
      ),
      refused(
        'a value of another flow',
        { body: { ...sign(home.owner, signing), fillComponents: [fill] } },
        invalid('fillComponents[0].componentId'),
      ),

      proof('without intent', {}, forbidden('WISH_REQUIRED')),
      proof('a password without its kind', { signPwd: home.owner.signPwd }, forbidden('WISH_REQUIRED')),
      proof('a password that is not given', { authType: 'pwd' }, invalid('signPwd')),
      proof('a code that is not given', { authType: 'sms' }, invalid('verifyCode')),
      proof('a wrong password', { authType: 'pwd', signPwd: '000000' }, named('1402')),
      proof('a wrong code', { authType: 'sms', verifyCode: otherThan(codes.open) }, named('1401')),
      proof('a code for approvals', { authType: 'sms', verifyCode: codes.otherType }, named('1401')),
      proof('a face result that nobody gave', { authType: 'face', orderNo: '1' }, named('1403')),
      proof('a proof that there is not', { authType: 'fingerprint' }, invalid('authType')),
      refused(
        'an ended code',
        {
          by: partner.owner.client,
          body: {
            ...sign(partner.owner, flows.halfSigned, '乙方'),
            authType: 'sms',
            verifyCode: codes.expired,
          },
        },
        endedCode,
      ),
      refused(
        'a used code',
        {
          by: plain.client,
          body: { ...sign(plain, flows.personal, '个人'), authType: 'sms', verifyCode: codes.used },
        },
        endedCode,
      ),
      by('a person with a password', plain, flows.personal, named('1402'), '个人'),

      refused(
        'an unknown seal before the state',
        { body: sign(home.owner, flows.completed, '甲方', { sealId: unknownId }) },
        named('SEAL_NOT_FOUND'),
      ),
      refused(
        'the state before a wrong password',
        { body: { ...sign(home.owner, flows.completed), signPwd: '000000' } },
        forbidden('FLOW_STATE'),
      ),
      refused(
        'the turn before a wrong password',
        { by: partner.owner.client, body: { ...sign(partner.owner, signing, '乙方'), signPwd: '000000' } },
        forbidden('NOT_YOUR_TURN'),
      ),
    ],
  };
};

export const flowSigningTables: readonly TableMaker[] = [signContract];
