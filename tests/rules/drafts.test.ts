import { contentOf, judgeSave, partyNamesOf, repeatedName } from '@cinnabar/server/areas/workspace/rules.js';
import { describe, expect, test } from 'vitest';

const party = {
  partyKey: 'a',
  participantType: 1,
  participantCorpName: '云帆贸易有限公司',
  psnName: '李四',
  psnAccount: '',
  signOrder: 1,
} as const;

describe('saving a draft', () => {
  test.each([
    { stored: null, given: undefined, verdict: 'save' },
    { stored: null, given: 0, verdict: 'save' },
    { stored: null, given: 3, verdict: 'gone' },
    { stored: 3, given: undefined, verdict: 'save' },
    { stored: 3, given: 3, verdict: 'save' },
    { stored: 3, given: 2, verdict: 'changed' },
    { stored: 3, given: 0, verdict: 'changed' },
  ])('stored $stored, read $given: $verdict', ({ stored, given, verdict }) => {
    expect(judgeSave(stored, given)).toBe(verdict);
  });

  test('stores what is missing as empty', () => {
    expect(contentOf({ draftKey: 'a-new-draft' })).toEqual({
      step: 1,
      templateId: null,
      flowTitle: '',
      contractFileList: [],
      participantList: [],
      fillComponents: [],
      expireDate: '',
      privaryFlag: 0,
    });
  });
});

test('the list of drafts names enterprises and persons, and leaves out parties without a name', () => {
  const draft = contentOf({
    draftKey: 'a-new-draft',
    participantList: [
      party,
      { ...party, participantType: 0 },
      { ...party, participantCorpName: '', psnName: '王五' },
      { ...party, participantCorpName: '', psnName: ' ' },
    ],
  });
  expect(partyNamesOf(draft)).toEqual(['云帆贸易有限公司', '李四', '王五']);
});

test('two views cannot have the same name', () => {
  expect(repeatedName(['逾期', '本周'])).toBe(-1);
  expect(repeatedName(['逾期', ' 逾期 '])).toBe(1);
});
