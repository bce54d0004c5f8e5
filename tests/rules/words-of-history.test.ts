/** The texts placed by signers according to the history and to the claims of an archive. */
import {
  wordProblems,
  wordsOfHistory,
} from '@cinnabar/server/areas/flows/evidence/rules/words-of-history.js';
import { recordedWords } from '@cinnabar/server/areas/flows/flow/rules/recorded-words.js';
import { describe, expect, test } from 'vitest';

const SALT = '00112233445566778899aabbccddeeff';
const picture = 'c0ffee';

const marks = [
  { componentId: 1, fileId: 301, kind: 'seal', sealId: 5, page: 1 },
  { componentId: 2, fileId: 301, kind: 'remark', page: 1, ...words('以附件为准', null) },
  { componentId: 3, fileId: 301, kind: 'remark', page: 2, ...words('金额另议', SALT) },
  { componentId: 4, fileId: 301, kind: 'remark', page: 2, picture },
  { componentId: 5, fileId: 301, kind: 'date', page: 2, ...words('2026-11-22', null) },
];

function words(text: string, salt: string | null) {
  return recordedWords({ text, picture: null }, salt);
}

const events = [
  { sequence: 1, kind: 'started', detail: {} },
  { sequence: 2, kind: 'signed', detail: { participantId: 101, marks } },
];

test('the picture with which a person signed is among the marks that others have seen', () => {
  const byHand = [{ componentId: 6, fileId: 301, kind: 'seal', sealId: null, page: 1, picture }];
  const history = [{ sequence: 2, kind: 'signed', detail: { participantId: 102, marks: byHand } }];
  expect(wordsOfHistory(history, [])).toMatchObject([{ componentId: 6, kind: 'seal', picture, text: null }]);
});

/** A control that keeps its words. */
const keeper = (componentId: number, value: string | null, salt: string | null = null) => ({
  componentId,
  value,
  placed: { salt },
});

describe('the texts in a history', () => {
  test('are taken from its events if these contain them, otherwise from the controls', () => {
    const found = wordsOfHistory(events, [keeper(2, '别的文字'), keeper(3, '金额另议', SALT)]);
    expect(found.map(({ componentId, text, agrees }) => [componentId, text, agrees])).toEqual([
      [2, '以附件为准', true],
      [3, '金额另议', true],
      [4, null, true],
      [5, '2026-11-22', true],
    ]);
    expect(found[2]).toMatchObject({ picture, sequence: 2, participantId: 101, page: 2 });
  });

  test.each([
    ['other words', keeper(3, '金额照旧', SALT)],
    ['another salt', keeper(3, '金额另议', `${SALT}00`)],
    ['no salt', keeper(3, '金额另议')],
    ['no words', keeper(3, null, SALT)],
  ])('do not agree where a control has %s than the history has a hash of', (_what, kept) => {
    expect(wordsOfHistory(events, [kept]).map(({ agrees }) => agrees)).toEqual([true, false, true, true]);
  });

  test('of remarks of an earlier version were not recorded', () => {
    const old = [{ componentId: 9, fileId: 301, kind: 'remark', page: 1 }];
    const history = [{ sequence: 2, kind: 'signed', detail: { participantId: 101, marks: old } }];
    expect(wordsOfHistory(history, [])).toMatchObject([{ text: null, picture: null, agrees: true }]);
  });
});

describe('are accepted if the history contains them all', () => {
  const claimed = wordsOfHistory(events, [keeper(3, '金额另议', SALT)]).map((each) => ({ ...each }));

  test('are accepted if the history contains them all', () => {
    expect(wordProblems(events, claimed)).toEqual([]);
  });

  test('are rejected if they were changed', () => {
    for (const [index, change] of [
      [0, { text: '以正文为准' }],
      [0, { participantId: 102 }],
      [1, { text: '金额照旧' }],
      [1, { salt: null }],
      [2, { picture: 'beef' }],
      [3, { sequence: 3 }],
    ] as const) {
      const changed = claimed.map((each, at) => (at === index ? { ...each, ...change } : each));
      expect(wordProblems(events, changed)).toHaveLength(1);
    }
  });

  test('are neither fewer nor more than in the history', () => {
    expect(wordProblems(events, claimed.slice(0, 3))).toHaveLength(1);
    expect(wordProblems(events, [...claimed, { ...claimed[0], componentId: 7 }])).toHaveLength(1);
    expect(wordProblems([], [])).toEqual([]);
  });
});
