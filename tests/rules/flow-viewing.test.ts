import { FlowStatus, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import { givesBackOnRevoke } from '@cinnabar/server/areas/flows/flow/rules/charging.js';
import { type Approver, inboxRows as rowsOf } from '@cinnabar/server/areas/flows/flow/rules/inbox-rows.js';
import { personalReach } from '@cinnabar/server/areas/flows/flow/rules/personal-wall.js';
import {
  ownParticipants,
  seesByRightAlone,
  sightOf,
} from '@cinnabar/server/areas/flows/flow/rules/viewing.js';
import { describe, expect, test } from 'vitest';
import { buyer, flow, idOf, li, participant, seller, stranger, wang, zhang } from '../support/flow-model.js';

const viewer = (corpId: typeof buyer, userId: typeof zhang, readsContracts = false) => ({
  corpId,
  userId,
  personal: 'shared' as const,
  seesNoSecrets: false,
  readsContracts,
  managesContracts: readsContracts,
});

describe('visibility for a viewer', () => {
  const copied = flow({
    status: FlowStatus.completed,
    copiers: [
      {
        copierId: 1,
        type: 'person',
        corpId: null,
        corpName: '',
        psnId: wang,
        psnName: '王五',
        psnAccount: '',
      },
      {
        copierId: 2,
        type: 'enterprise',
        corpId: stranger,
        corpName: '丙',
        psnId: null,
        psnName: '',
        psnAccount: '',
      },
    ],
  });

  test.each([
    ['the initiator', flow(), viewer(buyer, zhang), 'all'],
    ['the initiator with another enterprise’s token', flow(), viewer(stranger, zhang), 'foreign'],
    ['a participant', flow(), viewer(seller, li), 'all'],
    ['a participant with another enterprise’s token', flow(), viewer(stranger, li), 'foreign'],
    ['a plain colleague of the initiator', flow(), viewer(buyer, wang), 'denied'],
    ['a plain colleague of a participant', flow(), viewer(seller, wang), 'denied'],
    ['the contract administrator', flow(), viewer(seller, wang, true), 'all'],
    ['another enterprise’s administrator', flow(), viewer(stranger, wang, true), 'foreign'],
    ['the administrator, encrypted', flow({ encrypted: true }), viewer(buyer, wang, true), 'list'],
    ['a participant, encrypted', flow({ encrypted: true }), viewer(seller, li), 'all'],
    ['the administrator, confidential', flow({ confidential: true }), viewer(buyer, wang, true), 'foreign'],
    ['a participant, confidential', flow({ confidential: true }), viewer(seller, li), 'all'],
    [
      'a copier before completion',
      flow({ ...copied, status: FlowStatus.signing }),
      viewer(stranger, wang),
      'foreign',
    ],
    ['a copier after completion', copied, viewer(buyer, wang), 'all'],
    ['a copier with another enterprise’s token', copied, viewer(stranger, wang), 'foreign'],
    ['a copier who lets that enterprise in', copied, { ...viewer(stranger, wang), personal: 'all' }, 'all'],
    [
      'a participant by an access link, encrypted',
      flow({ encrypted: true }),
      { ...viewer(seller, li), seesNoSecrets: true },
      'foreign',
    ],
    [
      'the initiator by an access link, confidential',
      flow({ confidential: true }),
      { ...viewer(buyer, zhang), seesNoSecrets: true },
      'foreign',
    ],
    [
      'a participant by an access link',
      flow(),
      { ...viewer(seller, li), personal: 'none', seesNoSecrets: true },
      'all',
    ],
    ['the administrator of a copied enterprise', copied, viewer(stranger, idOf(99), true), 'all'],
    ['a plain member of a copied enterprise', copied, viewer(stranger, idOf(99)), 'foreign'],
  ] as const)('%s: %#', (_case, seen, who, sight) => {
    expect(sightOf(seen, who)).toBe(sight);
  });

  test.each([
    ['the initiator, who is an administrator', flow(), viewer(buyer, zhang, true), false],
    ['a participant, who is an administrator', flow(), viewer(seller, li, true), false],
    ['an administrator who has no part', flow(), viewer(seller, wang, true), true],
    ['an administrator, encrypted', flow({ encrypted: true }), viewer(buyer, wang, true), true],
    ['an administrator, confidential', flow({ confidential: true }), viewer(buyer, wang, true), false],
    ['the administrator of a copied enterprise', copied, viewer(stranger, idOf(99), true), true],
    [
      'a copier, who is an administrator',
      copied,
      { ...viewer(stranger, wang, true), personal: 'all' },
      false,
    ],
    ['a plain colleague', flow(), viewer(buyer, wang), false],
    ['another enterprise’s administrator', flow(), viewer(stranger, wang, true), false],
  ] as const)('by right alone: %s', (_case, seen, who, byRight) => {
    expect(seesByRightAlone(seen, who)).toBe(byRight);
  });

  test('a person acts for themselves if the enterprise shares the flow, and for an enterprise with its own token', () => {
    const forSelf = participant(2, { type: 'person', corpId: null, corpName: '', psnId: li });
    const state = flow({ participants: [participant(1, { psnId: li }), forSelf] });
    expect(ownParticipants(state, viewer(buyer, li))).toHaveLength(2);
    for (const [corpId, personal, count] of [
      [buyer, 'none', 1],
      [stranger, 'none', 0],
      [stranger, 'shared', 0],
      [stranger, 'all', 1],
    ] as const) {
      const who = { ...viewer(corpId, li), personal };
      expect([corpId, personal, ownParticipants(state, who).length]).toEqual([corpId, personal, count]);
      expect([corpId, personal, sightOf(state, who)]).toEqual([
        corpId,
        personal,
        count === 0 ? 'foreign' : 'all',
      ]);
    }
  });

  test.each([
    ['their own link', { by: 'ownPart', identity: null, opensPersonalContracts: false }, 'all'],
    ['an access link', { by: 'accessLink', identity: 'proven', opensPersonalContracts: true }, 'none'],
    [
      'an application of theirs',
      { by: 'application', identity: 'proven', opensPersonalContracts: false },
      'shared',
    ],
    [
      'an application with the person’s grant',
      { by: 'application', identity: 'proven', opensPersonalContracts: true },
      'all',
    ],
    [
      'an application that only asserts the person’s identity',
      { by: 'application', identity: 'asserted', opensPersonalContracts: true },
      'none',
    ],
    ['one that knows nothing', { by: 'application', identity: null, opensPersonalContracts: false }, 'none'],
  ] as const)('what a person signs for themselves is reached by %s: %#', (_way, who, reach) => {
    expect(personalReach(who)).toBe(reach);
  });
});

describe('the inbox', () => {
  const inboxRows = (state: Parameters<typeof rowsOf>[0], approvers: readonly Approver[] = []) =>
    rowsOf(state, approvers);
  const rowOf = (rows: ReturnType<typeof inboxRows>, corpId: number, userId: number) =>
    rows.find((row) => row.viewerCorpId === corpId && row.userId === userId);

  test('has a row for each party’s person, each involved enterprise, and nobody else', () => {
    const rows = inboxRows(flow());
    expect(rows.map(({ viewerCorpId, userId }) => [viewerCorpId, userId])).toEqual([
      [buyer, 0],
      [buyer, zhang],
      [seller, li],
      [seller, 0],
    ]);
    expect(rowOf(rows, buyer, zhang)).toMatchObject({
      initiated: true,
      takesPart: true,
      myTurn: true,
      operateStatus: 2,
    });
    expect(rowOf(rows, seller, li)).toMatchObject({
      initiated: false,
      myTurn: false,
      myUnfinished: true,
      operateStatus: 0,
    });
  });

  test('shows a draft only to its initiator', () => {
    const rows = inboxRows(flow({ status: FlowStatus.draft }));
    expect(rows.every(({ viewerCorpId }) => viewerCorpId === buyer)).toBe(true);
  });

  test('has a person’s own part under no enterprise', () => {
    const person = participant(2, { type: 'person', corpId: null, corpName: '', psnId: wang, signOrder: 1 });
    const rows = inboxRows(flow({ participants: [participant(1), person] }));
    expect(rowOf(rows, 0, wang)).toMatchObject({ takesPart: true, myTurn: true });
    expect(rows.some(({ viewerCorpId, userId }) => viewerCorpId !== 0 && userId === wang)).toBe(false);
  });

  test('marks a payment due before signing as pending', () => {
    const payee = {
      payeeId: idOf<'Payee'>(1),
      amountFen: 1,
      paid: false,
      audited: false,
      priority: 0,
      remark: null,
    } as const;
    const rows = inboxRows(flow({ participants: [participant(1, { payee }), participant(2)] }));
    expect(rowOf(rows, buyer, zhang)?.operateStatus).toBe(4);
  });

  test('marks an approval as pending for those who can give it, not for the requester', () => {
    const asking = participant(1, { signStatus: SignStatus.awaitingApproval });
    const rows = inboxRows(flow({ participants: [asking, participant(2)] }), [
      { corpId: buyer, userId: wang },
    ]);
    expect(rowOf(rows, buyer, wang)).toMatchObject({ takesPart: false, myTurn: true, operateStatus: 3 });
    expect(rowOf(rows, buyer, zhang)).toMatchObject({ myTurn: false, myUnfinished: true, operateStatus: 0 });
  });

  test('marks a draft as pending for its approvers', () => {
    const rows = inboxRows(flow({ status: FlowStatus.draft }), [{ corpId: buyer, userId: wang }]);
    expect(rowOf(rows, buyer, wang)).toMatchObject({ initiated: false, myTurn: true, operateStatus: 3 });
    expect(rowOf(rows, buyer, zhang)).toMatchObject({ myTurn: false, operateStatus: 0 });
  });

  test('shows signing before approving to an approver who also signs', () => {
    const rows = inboxRows(flow(), [{ corpId: buyer, userId: zhang }]);
    expect(rowOf(rows, buyer, zhang)).toMatchObject({ myTurn: true, operateStatus: 2 });
  });

  test('marks a payment due after signing as pending, also after completion', () => {
    const payee = {
      payeeId: idOf<'Payee'>(1),
      amountFen: 1,
      paid: false,
      audited: false,
      priority: 1,
      remark: null,
    } as const;
    const payer = participant(1, { payee, signStatus: SignStatus.signed });
    for (const status of [FlowStatus.signing, FlowStatus.completed]) {
      const rows = inboxRows(flow({ status, participants: [payer, participant(2)] }));
      expect(rowOf(rows, buyer, zhang)).toMatchObject({ myTurn: true, operateStatus: 4 });
    }
  });

  test('marks nothing as pending once the flow has ended', () => {
    for (const status of [FlowStatus.completed, FlowStatus.revoked, FlowStatus.expired, FlowStatus.refused]) {
      expect(inboxRows(flow({ status })).some(({ myTurn, myUnfinished }) => myTurn || myUnfinished)).toBe(
        false,
      );
    }
  });
});

describe('refund on revocation', () => {
  const payee = {
    payeeId: idOf<'Payee'>(1),
    amountFen: 1,
    paid: false,
    audited: false,
    priority: 1,
    remark: null,
  } as const;
  const signed = participant(1, { signStatus: SignStatus.signed });

  test.each([
    ['the contract, before anybody signed', flow(), ['contract']],
    ['the collection too', flow({ participants: [participant(1, { payee })] }), ['contract', 'collection']],
    ['nothing after a signature', flow({ participants: [signed, participant(2)] }), []],
    ['nothing for a draft', flow({ status: FlowStatus.draft }), []],
    [
      'everything, although a participant has filled',
      flow({
        participants: [participant(1, { signs: false, signStatus: SignStatus.signed }), participant(2)],
      }),
      ['contract'],
    ],
  ])('%s', (_case, state, ledgers) => {
    expect(givesBackOnRevoke(state)).toEqual(ledgers);
  });
});
