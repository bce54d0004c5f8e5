import {
  checkChain,
  historyOfFile,
  readEvents,
} from '@cinnabar/server/areas/flows/evidence/rules/evidence.js';
import type { JsonValue } from '@cinnabar/server/custody/canonical-json.js';
import { chainEvent } from '@cinnabar/server/custody/event-chain.js';
import { describe, expect, test } from 'vitest';
import { file, noon } from '../support/flow-model.js';

/** A history of these events, chained as the service does it. */
function recorded(...given: readonly { readonly kind: string; readonly detail: JsonValue }[]) {
  let previous: string | null = null;
  const history = given.map(({ kind, detail }, index) => {
    const chained = chainEvent(previous, { sequence: index + 1, kind, detail });
    previous = chained.hash;
    return { sequence: index + 1, kind, time: noon, texts: [], ...chained };
  });
  return { events: readEvents(history), head: previous };
}

const { fileId } = file;
const ended = (prepared: string) => ({ kind: 'fillingEnded', detail: { files: [{ fileId, prepared }] } });
const signed = (before: string, after: string) => ({
  kind: 'signed',
  detail: {
    files: [
      { fileId: 999, before: 'x', after: 'y' },
      { fileId, before, after },
    ],
  },
});

describe('the history of a file', () => {
  test('is empty before filling ends', () => {
    const { events } = recorded({ kind: 'started', detail: {} });
    expect(historyOfFile(events, { fileId, currentHash: 'a' })).toBeNull();
  });

  test('is a sequence of signatures, each on the previous result, up to the stored file', () => {
    const { events } = recorded(ended('a'), signed('a', 'b'), signed('b', 'c'));
    expect(historyOfFile(events, { fileId, currentHash: 'c' })).toEqual({
      prepared: 'a',
      steps: [
        { sequence: 2, before: 'a', after: 'b' },
        { sequence: 3, before: 'b', after: 'c' },
      ],
      unbroken: true,
    });
  });

  test.each([
    ['a signature that did not begin with what the one before left', ['b', 'c'], 'c'],
    ['a stored file that no signature left', ['a', 'b'], 'z'],
  ])('%s', (_case, [before = '', after = ''], currentHash) => {
    const { events } = recorded(ended('a'), signed(before, after));
    expect(historyOfFile(events, { fileId, currentHash })?.unbroken).toBe(false);
  });

  test('contains both filling and signature of a last filler who signs at once', () => {
    const { events } = recorded(ended('a'), ended('b'), signed('b', 'c'));
    expect(historyOfFile(events, { fileId, currentHash: 'c' })?.unbroken).toBe(true);
  });
});

describe('the event chain', () => {
  test('is intact if every hash follows and the flow names the last', () => {
    const { events, head } = recorded(ended('a'), signed('a', 'b'));
    expect(checkChain(events, { eventHead: head })).toMatchObject({ intact: true });
  });

  test('is broken if its end is missing', () => {
    const { events, head } = recorded(ended('a'), signed('a', 'b'));
    expect(checkChain(events.slice(0, 1), { eventHead: head })).toMatchObject({ problem: 'END_MISSING' });
  });
});
