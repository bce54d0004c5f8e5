import { execFileSync } from 'node:child_process';
import { canonicalJson, type JsonValue } from '@cinnabar/server/custody/canonical-json.js';
import {
  chainEvent,
  hashMark,
  isSm3Sound,
  type RecordedEvent,
  verifyChain,
} from '@cinnabar/server/custody/event-chain.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const history: JsonValue[] = [
  { kind: 'flow.started', flowId: 7, at: '2026-11-20T10:00:00.000Z', by: { userId: 1, name: '张伟' } },
  { kind: 'flow.filled', flowId: 7, at: '2026-11-20T10:05:00.000Z', values: ['龘', '1,000.00'] },
  { kind: 'flow.signed', flowId: 7, at: '2026-11-20T10:09:00.000Z', hashes: { a: null, b: true } },
  { kind: 'flow.completed', flowId: 7, at: '2026-11-20T10:09:00.001Z' },
];

function record(events: readonly JsonValue[]): RecordedEvent[] {
  let previous: string | null = null;
  return events.map((event) => {
    const { hash } = chainEvent(previous, event);
    previous = hash;
    return { event, hash };
  });
}

describe('a history', () => {
  const recorded = record(history);
  const head = recorded.at(-1)?.hash;

  test('is intact as recorded', () => {
    expect(verifyChain(recorded, head)).toEqual({ intact: true, head });
    expect(verifyChain([])).toEqual({ intact: true, head: null });
  });

  test('survives a database that keeps values but not the order of members', () => {
    const reordered = recorded.map(({ event, hash }) => {
      const members = Object.entries(event ?? {}).reverse();
      return { event: Object.fromEntries(members), hash };
    });
    expect(verifyChain(reordered, head).intact).toBe(true);
  });

  test.each([0, 1, 2, 3])('with event %i changed is broken at that event', (index) => {
    const changed = recorded.map((entry, at) =>
      at === index ? { ...entry, event: { kind: 'flow.started', flowId: 8 } } : entry,
    );
    expect(verifyChain(changed, head)).toEqual({ intact: false, index, problem: 'ALTERED' });
  });

  test.each([0, 1, 2])('with event %i removed is broken at its position', (index) => {
    const shortened = recorded.filter((_, at) => at !== index);
    expect(verifyChain(shortened, head)).toEqual({ intact: false, index, problem: 'ALTERED' });
  });

  test('with an inserted event, chained correctly, is broken at the event after it', () => {
    const [first, ...rest] = recorded;
    if (first === undefined) throw new Error('no event');
    const forged = { kind: 'flow.filled', flowId: 7 };
    const inserted = [first, { event: forged, hash: chainEvent(first.hash, forged).hash }, ...rest];
    expect(verifyChain(inserted, head)).toEqual({ intact: false, index: 2, problem: 'ALTERED' });
  });

  test('with two events exchanged is broken at the first of them', () => {
    const [a, b, c, d] = recorded;
    if (!a || !b || !c || !d) throw new Error('four events');
    expect(verifyChain([a, c, b, d], head)).toEqual({ intact: false, index: 1, problem: 'ALTERED' });
  });

  test('truncated at its end is detected only with a head known from elsewhere', () => {
    const cut = recorded.slice(0, 2);
    expect(verifyChain(cut).intact).toBe(true);
    expect(verifyChain(cut, head)).toEqual({ intact: false, index: 2, problem: 'END_MISSING' });
  });

  test('can be verified with sha256sum alone', () => {
    const first = chainEvent(null, history[0] ?? null);
    const second = chainEvent(first.hash, history[1] ?? null);
    const input = `cinnabar event chain v1\n${first.hash}\n${second.canonical}`;
    expect(execFileSync('sha256sum', { input }).toString().slice(0, 64)).toBe(second.hash);
  });

  test('that changes over to SM3 stays verifiable, by openssl too', () => {
    expect(isSm3Sound()).toBe(true);
    const mixed = history.map((event, index) =>
      index < 2 ? event : { ...Object(event), ...hashMark('sm3') },
    );
    const chain = record(mixed);
    const newest = chain.at(-1)?.hash;
    expect(verifyChain(chain, newest)).toEqual({ intact: true, head: newest });
    expect(chain.slice(0, 2)).toEqual(recorded.slice(0, 2));
    const input = `cinnabar event chain v1\n${chain[1]?.hash}\n${canonicalJson(mixed[2] ?? null)}`;
    const told = execFileSync('openssl', ['dgst', '-sm3'], { input }).toString().trim();
    expect(told.slice(-64)).toBe(chain[2]?.hash);
    // An event that denies it is another event.
    const denied = chain.map((each, index) => (index === 2 ? { ...each, event: history[2] ?? null } : each));
    expect(verifyChain(denied, newest)).toEqual({ intact: false, index: 2, problem: 'ALTERED' });
  });
});

describe('canonical JSON', () => {
  test('orders members by UTF-16 code units (the example of RFC 8785, 3.2.3)', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  });

  test.each([
    [333333333.3333333, '333333333.3333333'],
    [1e30, '1e+30'],
    [4.5, '4.5'],
    [2e-3, '0.002'],
    [1e-27, '1e-27'],
    [-0, '0'],
  ])('writes the number %d as ECMAScript does', (value, expected) => {
    expect(canonicalJson(value)).toBe(expected);
  });

  test('is one text for one value, and that text yields the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const plain: JsonValue = JSON.parse(JSON.stringify(value));
        const text = canonicalJson(plain);
        expect(JSON.parse(text)).toEqual(plain);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  test.each([
    ['not-a-number', Number.NaN],
    ['an infinity', Number.POSITIVE_INFINITY],
    ['an unpaired surrogate', 'a\ud800b'],
    ['an unpaired surrogate in a name', { '\udc00': 1 }],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow('NOT_CANONICAL');
  });

  test.each([
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['undefined', undefined],
    ['a bigint', 1n],
    ['an undefined member', { a: undefined }],
    ['an undefined element', [undefined]],
  ])('refuses %s, which JSON would silently turn into something else or drop', (_, value) => {
    expect(() => canonicalJson(value)).toThrow('NOT_CANONICAL');
  });
});
