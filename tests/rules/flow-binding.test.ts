import {
  bindParties,
  type Directory,
  type GivenParty,
  type TemplateParty,
} from '@cinnabar/server/areas/flows/start/rules/binding.js';
import { namesMatch } from '@cinnabar/server/areas/members/index.js';
import { describe, expect, test } from 'vitest';
import { buyer, li, seller, wang, zhang } from '../support/flow-model.js';

const directory: Directory = {
  initiatingCorp: { corpId: buyer, corpName: '甲公司', maxAmountFen: 1_000_00 },
  actingMember: { mobile: '19900000011', name: '张三' },
  person: (mobile) =>
    ({
      '19900000011': { userId: zhang, realName: '张三' },
      '19900000012': { userId: li, realName: '李四' },
      '19900000013': { userId: wang, realName: null },
    })[mobile] ?? null,
  corp: (name) => (name === '乙公司' ? { corpId: seller, corpName: '乙公司' } : null),
  member: (corpId, userId) => {
    if (corpId === buyer && userId === zhang) return { userName: '小张', realName: '张三' };
    if (corpId === buyer && userId === wang) return { userName: '小王', realName: null };
    return corpId === seller && userId === li ? { userName: '小李', realName: '李四' } : null;
  },
  namesMatch,
};

function party(change: Partial<TemplateParty> = {}): TemplateParty {
  return {
    participantId: 1,
    participantFlag: '乙方',
    type: 'enterprise',
    fills: false,
    signs: true,
    setMode: 'request',
    corpName: null,
    psnAccount: null,
    psnName: null,
    draftSort: 1,
    signOrder: 1,
    ...change,
  };
}

const liSi: GivenParty = {
  participantFlag: '乙方',
  psnAccount: '19900000012',
  psnName: '李四',
  participantCorpName: '乙公司',
};

function bind(template: readonly TemplateParty[], given: readonly GivenParty[]) {
  return bindParties(template, given, directory);
}

describe('a party named by the request', () => {
  test('twice, with contradictory id and flag, is an error', () => {
    const parties = [party(), party({ participantId: 2, participantFlag: '丙方' })];
    expect(bind(parties, [{ ...liSi, participantId: 2 }])).toMatchObject({
      ok: false,
      problems: [{ path: 'participantList[0].participantFlag' }],
    });
  });

  test('with several errors is told of all of them', () => {
    const parties = [party(), party({ participantId: 2, participantFlag: '丙方' })];
    const given = [{ ...liSi, psnName: '王五' }, { ...liSi, participantFlag: '丁方' }, liSi];
    expect(bind(parties, given)).toMatchObject({
      ok: false,
      problems: [
        { path: 'participantList[1].participantFlag' },
        { path: 'participantList[2]' },
        { path: 'participantList[0].psnName', reason: 'NAME_MISMATCH' },
      ],
    });
  });

  test('is bound by its flag or its id', () => {
    const expected = {
      ok: true,
      value: [{ psnId: li, psnName: '李四', corpId: seller, corpName: '乙公司' }],
    };
    expect(bind([party()], [liSi])).toMatchObject(expected);
    const { participantFlag: _flag, ...byId } = { ...liSi, participantId: 1 };
    expect(bind([party()], [byId])).toMatchObject(expected);
  });

  test.each([
    ['the verified name', '李四', true],
    ['the name in that enterprise', '小李', true],
    ['the same with a space and full width', ' 李　四 ', true],
    ['another name', '李五', false],
  ])('may be called by %s', (_case, psnName, ok) => {
    const outcome = bind([party()], [{ ...liSi, psnName }]);
    expect(outcome.ok).toBe(ok);
    if (!outcome.ok) {
      expect(outcome.problems).toMatchObject([
        { path: 'participantList[0].psnName', reason: 'NAME_MISMATCH' },
      ]);
    } else expect(outcome.value[0]?.psnName).toBe('李四');
  });

  test('keeps the given name for a new user', () => {
    const given = { ...liSi, psnAccount: '13900000000', psnName: '新人' };
    expect(bind([party()], [given])).toMatchObject({ ok: true, value: [{ psnId: null, psnName: '新人' }] });
  });

  test('may have any name for an unverified user', () => {
    const given = { ...liSi, psnAccount: '19900000013', psnName: '随便' };
    expect(bind([party()], [given])).toMatchObject({ ok: true, value: [{ psnId: wang, psnName: '随便' }] });
  });

  test('of an unregistered enterprise leaves the enterprise open', () => {
    const given = { ...liSi, participantCorpName: '丙公司' };
    expect(bind([party()], [given])).toMatchObject({
      ok: true,
      value: [{ corpId: null, corpName: '丙公司' }],
    });
  });

  test('without an enterprise name gets the template’s, otherwise the initiator’s for a colleague, otherwise none', () => {
    const { participantCorpName: _name, ...nameless } = liSi;
    expect(bind([party({ corpName: '乙公司' })], [nameless])).toMatchObject({ value: [{ corpId: seller }] });
    expect(bind([party()], [nameless])).toMatchObject({ value: [{ corpId: null, corpName: '' }] });
    const colleague = { ...nameless, psnAccount: '19900000013', psnName: '小王' };
    expect(bind([party()], [colleague])).toMatchObject({ value: [{ corpId: buyer }] });
  });

  test('a person has no enterprise', () => {
    expect(bind([party({ type: 'person' })], [liSi])).toMatchObject({
      value: [{ corpId: null, corpName: '' }],
    });
  });

  test.each([
    ['nobody', [], 'participantList'],
    ['an unknown flag', [{ ...liSi, participantFlag: '丙方' }], 'participantList[0].participantFlag'],
    ['an unknown id', [{ ...liSi, participantId: 9 }], 'participantList[0].participantId'],
    ['neither flag nor id', [{ psnAccount: '19900000012', psnName: '李四' }], 'participantList[0]'],
    ['the same party twice', [liSi, liSi], 'participantList[1]'],
    ['no mobile', [{ participantFlag: '乙方', psnName: '李四' }], 'participantList[0].psnAccount'],
    ['no name', [{ participantFlag: '乙方', psnAccount: '19900000012' }], 'participantList[0].psnName'],
  ])('is refused when the request names %s', (_case, given, path) => {
    expect(bind([party()], given)).toMatchObject({ ok: false, problems: [{ path }] });
  });
});

describe('a party fixed by the template', () => {
  const fixed = party({ setMode: 'fixed', psnAccount: '19900000012', psnName: '李四', corpName: '乙公司' });

  test('requires nothing in the request, and may be repeated', () => {
    const expected = { ok: true, value: [{ psnId: li, corpId: seller }] };
    expect(bind([fixed], [])).toMatchObject(expected);
    expect(bind([fixed], [liSi])).toMatchObject(expected);
  });

  test('cannot be replaced', () => {
    expect(bind([fixed], [{ ...liSi, psnAccount: '19900000011' }])).toMatchObject({
      ok: false,
      problems: [{ path: 'participantList[0].psnAccount' }],
    });
    expect(bind([fixed], [{ ...liSi, psnName: '王五' }])).toMatchObject({ ok: false });
  });
});

describe('the initiator’s participant', () => {
  const own = party({ setMode: 'initiator' });

  test('is the acting member if the request names nobody', () => {
    expect(bind([own], [])).toMatchObject({
      ok: true,
      value: [{ psnId: zhang, corpId: buyer, psnName: '张三' }],
    });
  });

  test('may be a colleague, but nobody outside the enterprise', () => {
    const colleague = { participantFlag: '乙方', psnAccount: '19900000013', psnName: '小王' };
    expect(bind([own], [colleague])).toMatchObject({ ok: true, value: [{ psnId: wang, corpId: buyer }] });
    expect(bind([own], [liSi])).toMatchObject({
      ok: false,
      problems: [{ path: 'participantList[0].psnAccount' }],
    });
  });
});

describe('a payment by a party', () => {
  const pays = (amount: number) => bind([party()], [{ ...liSi, payeeContractFlag: 1, payee: { amount } }]);

  test.each([
    [0.01, 1],
    [0.29, 29],
    [19.99, 1999],
    [1000, 100_000],
  ])('%s yuan are %s fen, and sign-before-pay when nothing is said', (amount, amountFen) => {
    expect(pays(amount)).toMatchObject({ ok: true, value: [{ payee: { amountFen, priority: 1 } }] });
  });

  test.each([0, -1, 0.001, 10.005, 1000.01])('of %s yuan is refused', (amount) => {
    expect(pays(amount)).toMatchObject({
      ok: false,
      problems: [{ path: 'participantList[0].payee.amount' }],
    });
  });

  test('is requested by naming an amount, whether or not the flag is given', () => {
    const given = { ...liSi, payee: { amount: 5 } };
    expect(bind([party()], [given])).toMatchObject({ ok: true, value: [{ payee: { amountFen: 500 } }] });
    expect(bind([party()], [{ ...liSi, payee: { amount: -99 } }])).toMatchObject({
      ok: false,
      problems: [{ path: 'participantList[0].payee.amount' }],
    });
  });

  test('contradicts a flag of 0', () => {
    expect(bind([party()], [{ ...liSi, payeeContractFlag: 0, payee: { amount: 5 } }])).toMatchObject({
      ok: false,
      problems: [{ path: 'participantList[0].payeeContractFlag' }],
    });
  });

  test('is required if the flag says so', () => {
    expect(bind([party()], [{ ...liSi, payeeContractFlag: 1 }])).toMatchObject({
      ok: false,
      problems: [{ path: 'participantList[0].payee' }],
    });
  });
});
