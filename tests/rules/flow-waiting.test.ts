import { type Flow, FlowStatus, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import {
  type AwaitedApprover,
  waitingFor as waitingForAnybody,
} from '@cinnabar/server/areas/flows/flow/rules/waiting.js';
import { describe, expect, test } from 'vitest';
import { component, flow, idOf, noon, participant } from '../support/flow-model.js';

const waitingFor = (state: Flow, approvers: readonly AwaitedApprover[] = []) =>
  waitingForAnybody(state, approvers);

const minutes = (count: number): Date => new Date(noon.getTime() + count * 60_000);

const shown = (waiting: ReturnType<typeof waitingFor>) =>
  waiting.map(({ participantId, awaited, since }) => [
    participantId === null ? '草稿' : `第${participantId - 100}方`,
    awaited,
    (since.getTime() - noon.getTime()) / 60_000,
  ]);

const signed = (time: Date) => ({ signStatus: SignStatus.signed, signTime: time }) as const;

describe('a flow waits for', () => {
  const filling = (parties: Flow['participants']) =>
    flow({
      status: FlowStatus.fill,
      startTime: noon,
      participants: parties,
      components: [component(1, 1), component(2, 2)],
    });
  const filler = (number: number) =>
    participant(number, { fills: true, filled: false, draftSort: number, draftTime: null });

  test('the first filler since the start', () => {
    expect(shown(waitingFor(filling([filler(1), filler(2)])))).toEqual([['第1方', 1, 0]]);
  });

  test('the next filler since the previous one finished', () => {
    const done = { ...filler(1), filled: true, draftTime: minutes(5) };
    expect(shown(waitingFor(filling([done, filler(2)])))).toEqual([['第2方', 1, 5]]);
  });

  test('no later filler who filled ahead of time', () => {
    const ahead = { ...filler(2), filled: true, draftTime: minutes(9) };
    expect(shown(waitingFor(filling([filler(1), ahead])))).toEqual([['第1方', 1, 0]]);
  });

  const signing = (parties: Flow['participants']) =>
    flow({ status: FlowStatus.signing, startTime: noon, participants: parties });

  test('a whole group of signers since the last signature of the previous group', () => {
    const parties = [
      participant(1, { signOrder: 1, ...signed(minutes(20)) }),
      participant(2, { signOrder: 1, ...signed(minutes(10)) }),
      participant(3, { signOrder: 2 }),
      participant(4, { signOrder: 2 }),
      participant(5, { signOrder: 3 }),
    ];
    expect(shown(waitingFor(signing(parties)))).toEqual([
      ['第3方', 2, 20],
      ['第4方', 2, 20],
    ]);
  });

  test('a signer independent of others in the same group', () => {
    const parties = [
      participant(1, { signOrder: 1, ...signed(minutes(20)) }),
      participant(2, { signOrder: 1 }),
    ];
    expect(shown(waitingFor(signing(parties)))).toEqual([['第2方', 2, 0]]);
  });

  test('the first signer since filling ended', () => {
    const parties = [
      participant(1, { draftTime: minutes(3) }),
      participant(2, { signOrder: 2, draftTime: minutes(7) }),
    ];
    expect(shown(waitingFor(signing(parties)))).toEqual([['第1方', 2, 7]]);
  });

  const payee = {
    payeeId: idOf<'Payee'>(1),
    amountFen: 100,
    priority: 0,
    paid: false,
    audited: false,
    remark: null,
  } as const;

  test('a payment if it is due first', () => {
    expect(shown(waitingFor(signing([participant(1, { payee })])))).toEqual([['第1方', 4, 0]]);
  });

  test('a signer’s payment since they signed, also after completion', () => {
    const payer = participant(1, { payee: { ...payee, priority: 1 }, ...signed(minutes(4)) });
    expect(shown(waitingFor(signing([payer, participant(2)])))).toEqual([
      ['第2方', 2, 4],
      ['第1方', 4, 4],
    ]);
    const completed = flow({ status: FlowStatus.completed, startTime: noon, participants: [payer] });
    expect(shown(waitingFor(completed))).toEqual([['第1方', 4, 4]]);
    const paid = { ...payer, payee: { ...payee, paid: true } };
    expect(waitingFor({ ...completed, participants: [paid] })).toEqual([]);
    expect(waitingFor(flow({ ...completed, status: FlowStatus.revoked }))).toEqual([]);
  });

  test('approvers instead of the requester, since they were asked', () => {
    const asking = participant(1, { signStatus: SignStatus.awaitingApproval });
    const approver = {
      participantId: asking.participantId,
      name: '赵六',
      corpName: '甲公司',
      askedAt: minutes(6),
    };
    const [waiting, ...others] = waitingFor(signing([asking, participant(2, { signOrder: 1 })]), [approver]);
    expect(waiting).toMatchObject({ psnName: '赵六', corpName: '甲公司', awaited: 3, since: minutes(6) });
    expect(shown(others)).toEqual([['第2方', 2, 0]]);
  });

  test('the approvers of a draft', () => {
    const approver = { participantId: null, name: '赵六', corpName: '甲公司', askedAt: minutes(1) };
    const draft = flow({ status: FlowStatus.draft, startTime: null, participants: [participant(1)] });
    expect(shown(waitingFor(draft, [approver]))).toEqual([['草稿', 3, 1]]);
  });

  test.each(Object.entries(FlowStatus).filter(([, status]) => status !== 1 && status !== 2))(
    'nobody in a flow that is %s',
    (_name, status) => {
      const ended = flow({ status, startTime: noon, participants: [participant(1)] });
      expect(waitingFor(ended)).toEqual([]);
    },
  );
});
