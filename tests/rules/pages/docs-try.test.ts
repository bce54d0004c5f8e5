import { describe, expect, test } from 'vitest';
import { rememberIds, withSeenIds } from '../../../packages/web/src/docs/seen-ids.js';

const listed = {
  code: '200',
  data: [
    { flowId: 12, flowTitle: '采购合同', participantList: [{ participantId: 31 }, { participantId: 32 }] },
    { flowId: 11, flowTitle: '旧合同', participantList: [] },
  ],
};

describe('a request that is tried out', () => {
  test('is about what the sandbox answered last: of a list about its first, which is the newest', () => {
    const seen = rememberIds(listed, {});
    const recorded = { flowId: 223, signComponents: [{ participantId: 216, sealId: 22, pageNum: 1 }] };
    expect(withSeenIds(recorded, seen)).toEqual({
      flowId: 12,
      signComponents: [{ participantId: 31, sealId: 22, pageNum: 1 }],
    });
  });

  test('keeps 0, which has a meaning of its own, and fields that are no ids', () => {
    const seen = rememberIds({ data: { sealId: 7, flowTitle: '甲' } }, {});
    expect(withSeenIds({ sealId: 0, flowTitle: '乙' }, seen)).toEqual({ sealId: 0, flowTitle: '乙' });
  });

  test('goes on with a file that was uploaded', () => {
    const seen = rememberIds(
      { data: { fileName: '合同.pdf', fileUrl: 'files/new' } },
      { fileUrl: 'files/old' },
    );
    expect(withSeenIds({ contractFileList: [{ fileUrl: 'files/x' }] }, seen)).toEqual({
      contractFileList: [{ fileUrl: 'files/new' }],
    });
  });
});
