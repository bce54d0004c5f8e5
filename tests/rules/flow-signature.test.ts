import {
  decideApprovalEnd,
  decideConsentRequest,
} from '@cinnabar/server/areas/flows/approval/rules/approving.js';
import { FlowStatus, SignStatus } from '@cinnabar/server/areas/flows/flow/flow.js';
import { changeOf } from '@cinnabar/server/areas/flows/flow/rules/decision.js';
import { decideSignature, type SignatureCommand } from '@cinnabar/server/areas/flows/sign/rules/signature.js';
import { describe, expect, test } from 'vitest';
import { actor, buyer, type FlowModel, file, flow, idOf, noon, participant } from '../support/flow-model.js';

const signer = participant(1);
const signed = participant(2, { signStatus: SignStatus.signed, signTime: noon });
const signedFile = { ...file, currentHash: 'b'.repeat(64) };

function sign(state: FlowModel, change: Partial<SignatureCommand> = {}) {
  return decideSignature(flow(state), {
    actor,
    now: noon,
    signer,
    verified: true,
    identity: null,
    serialNumber: '01',
    besideSerialNumber: null,
    marks: [],
    files: [signedFile],
    signatures: [],
    intent: null,
    password: null,
    uncoveredAttachments: [],
    approval: null,
    ...change,
  });
}

describe('a signature', () => {
  test('that is not the last one leaves the flow in signing', () => {
    const { after, events, news } = changeOf(sign({}));
    expect(after.status).toBe(FlowStatus.signing);
    expect(after.participants[0]).toMatchObject({ signStatus: SignStatus.signed, signTime: noon });
    expect(after.files).toEqual([signedFile]);
    expect([events.map(({ kind }) => kind), news.map(({ topic }) => topic)]).toEqual([
      ['signed'],
      ['flow.signed'],
    ]);
  });

  test('that is the last one completes the flow', () => {
    const { after, events, news } = changeOf(sign({ participants: [signer, signed] }));
    expect([after.status, after.finishTime]).toEqual([FlowStatus.completed, noon]);
    expect(events.map(({ kind }) => kind)).toEqual(['signed', 'completed']);
    expect(events[1]?.detail).toEqual({ files: [{ fileId: file.fileId, hash: 'b'.repeat(64) }] });
    expect(news.map(({ topic, payload }) => [topic, payload])).toMatchObject([
      ['flow.signed', { status: FlowStatus.signing }],
      ['flow.completed', { status: FlowStatus.completed }],
    ]);
  });

  test('records both revisions of each file and the reached level in the history', () => {
    const time = new Date('2026-03-01T12:00:01Z');
    const signature = {
      fileId: file.fileId,
      fieldName: 'sig-101-201',
      participantId: signer.participantId,
      sort: 0,
      lastOfAct: true,
      certificate: '01',
      timestamp: { time, authority: 'TSA', serialNumber: '7' },
    };
    const { events, signatures } = changeOf(sign({}, { signatures: [signature] }));
    expect(events[0]?.detail['files']).toEqual([
      {
        fileId: file.fileId,
        before: 'a'.repeat(64),
        after: 'b'.repeat(64),
        level: 'B-T',
        timestamp: { time: time.toISOString(), authority: 'TSA', serialNumber: '7' },
      },
    ]);
    expect(signatures).toEqual([signature]);
  });

  test('is made under the signer’s verified name', () => {
    const { after } = changeOf(sign({}, { signer: { ...signer, psnName: '张三丰' } }));
    expect(after.participants[0]?.psnName).toBe('张三丰');
  });

  test.each([
    ['in a draft', { status: FlowStatus.draft }, {}, 'FLOW_STATE'],
    ['while others fill', { status: FlowStatus.fill }, {}, 'FLOW_STATE'],
    ['in a refused flow', { status: FlowStatus.refused }, {}, 'FLOW_STATE'],
    ['past the deadline', {}, { now: new Date('2027-01-01T00:00:00Z') }, 'FLOW_EXPIRED'],
    ['of somebody who is not verified', {}, { verified: false }, 'NOT_VERIFIED'],
    [
      'out of turn',
      { participants: [signer, participant(2, { signOrder: 1 })] },
      { signer: { ...signer, participantId: idOf<'Participant'>(199) } },
      'NOT_YOUR_TURN',
    ],
  ] as const)('is refused %s', (_when, state, change, reason) => {
    expect(sign(state, change)).toMatchObject({ refusal: { reason } });
  });
});

describe('approval of the use of a seal', () => {
  const request = {
    actor,
    participantId: signer.participantId,
    approvalId: idOf<'Approval'>(901),
    sealIds: [idOf<'Seal'>(1)],
    digest: 'd'.repeat(64),
  };
  const approval = {
    approvalId: request.approvalId,
    corpId: buyer,
    kind: 'seal',
    participantId: signer.participantId,
    status: 1,
  } as const;
  const asked = changeOf(decideConsentRequest(flow(), request));

  test('keeps its signer waiting', () => {
    expect(asked.after.participants.map(({ signStatus }) => signStatus)).toEqual([4, 2]);
    expect([asked.events[0]?.kind, asked.news]).toEqual(['approvalOpened', []]);
  });

  test('is not requested twice, nor in an ended flow', () => {
    expect(decideConsentRequest(asked.after, request)).toMatchObject({ refusal: { reason: 'FLOW_STATE' } });
    expect(decideConsentRequest(flow({ status: FlowStatus.revoked }), request)).toMatchObject({
      refusal: { reason: 'FLOW_STATE' },
    });
  });

  test.each([2, 3, 4, 5] as const)('that ends with %i lets its signer act again', (status) => {
    const { after, events, news } = changeOf(
      decideApprovalEnd(asked.after, { approval, status, reason: null, actor }),
    );
    expect(after.participants.map(({ signStatus }) => signStatus)).toEqual([2, 2]);
    expect([events[0]?.detail['status'], news[0]?.payload]).toMatchObject([status, { status }]);
  });

  test('ends once', () => {
    const over = { ...approval, status: 3 } as const;
    expect(decideApprovalEnd(asked.after, { approval: over, status: 2, reason: null, actor })).toMatchObject({
      refusal: { reason: 'FLOW_STATE' },
    });
  });
});
