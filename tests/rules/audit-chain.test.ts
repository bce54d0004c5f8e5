/** The chain of an audit: what a link covers, and which changes it reveals. */
import { createSecretKey } from 'node:crypto';
import type { Id } from '@cinnabar/api/schema.js';
import {
  CHAIN_START,
  type ChainableEntry,
  type ChainPlace,
  endsAt,
  examineLinks,
  type LinkedEntry,
  linkHash,
  type PersonalData,
  personalDigest,
  sealOf,
} from '@cinnabar/server/areas/audit/chain-rules.js';
import { describe, expect, test } from 'vitest';

const CHAIN = 7;
const KEY = createSecretKey(Buffer.alloc(32, 1));

const entry = (number: number): ChainableEntry => ({
  entryId: number as Id<'AuditEntry'>,
  userId: 11 as Id<'User'>,
  appId: 'app',
  subjectUserId: null,
  act: 'seal.create',
  objectKind: 'seal',
  objectId: number,
  before: null,
  after: { sealStyle: 1 },
  source: 'console',
  requestId: `request-${number}`,
  madeAt: new Date(Date.UTC(2026, 0, number)),
});

const data = (number: number): PersonalData => ({
  address: '10.2.3.4',
  device: null,
  texts: { sealName: `合同章 ${number}` },
  salt: Buffer.alloc(16, number),
});

/** The chain of the entries 1 to `count`. */
function chained(count: number): { readonly links: readonly LinkedEntry[]; readonly end: ChainPlace } {
  const links: LinkedEntry[] = [];
  let end = CHAIN_START;
  for (let number = 1; number <= count; number += 1) {
    const personal = personalDigest(data(number));
    const hashedBy = number < 3 ? 'sha256' : 'sm3';
    const hash = linkHash(CHAIN, end, entry(number), personal, hashedBy);
    links.push({ sequence: number, personal, hash, hashedBy, entry: entry(number), data: data(number) });
    end = { sequence: number, hash };
  }
  return { links, end };
}

const { links, end } = chained(4);
const examined = (changed: readonly LinkedEntry[]) => examineLinks(CHAIN, CHAIN_START, changed);
const withChange = (index: number, change: Partial<LinkedEntry>) =>
  links.map((link, each) => (each === index ? { ...link, ...change } : link));
const entryWith = (change: Partial<ChainableEntry>) => ({ entry: { ...entry(3), ...change } });

test('an unchanged chain fits, in one piece or in several', () => {
  expect(examined(links)).toEqual({ fits: true, place: end });
  const half = examined(links.slice(0, 2));
  expect(half.fits && examineLinks(CHAIN, half.place, links.slice(2))).toEqual({ fits: true, place: end });
});

test('a link that names another hash than its own is broken', () => {
  expect(examined(withChange(2, { hashedBy: 'sha256' }))).toEqual({ fits: false, brokenAt: 3 });
  expect(examined(withChange(1, { hashedBy: 'sm3' }))).toEqual({ fits: false, brokenAt: 2 });
});

test('erased personal data leave the chain intact, changed ones do not', () => {
  expect(examined(withChange(2, { data: null })).fits).toBe(true);
  for (const change of [{ address: '10.2.3.5' }, { texts: {} }, { device: 'x' }]) {
    const changed = withChange(2, { data: { ...data(3), ...change } });
    expect(examined(changed)).toEqual({ fits: false, brokenAt: 3 });
  }
});

describe('a break is found at the entry', () => {
  test.each<[string, Partial<LinkedEntry>]>([
    ['with another person', entryWith({ userId: 12 as Id<'User'> })],
    ['with another act', entryWith({ act: 'seal.delete' })],
    ['with another object', entryWith({ objectId: 4 })],
    ['with another state after', entryWith({ after: { sealStyle: 3 } })],
    ['with a state before', entryWith({ before: { sealStyle: 3 } })],
    ['with another source', entryWith({ source: 'link' })],
    ['with another request', entryWith({ requestId: null })],
    ['with another time', entryWith({ madeAt: new Date(0) })],
    ['that is gone', { entry: null, data: null }],
  ])('%s', (_what, change) => {
    expect(examined(withChange(2, change))).toEqual({ fits: false, brokenAt: 3 });
  });

  test('whose link is gone, and where two have changed places', () => {
    const [first, second, third, fourth] = links;
    if (!first || !second || !third || !fourth) throw new Error('four links');
    expect(examined([first, third, fourth])).toEqual({ fits: false, brokenAt: 2 });
    const swapped = [first, { ...third, sequence: 2 }, { ...second, sequence: 3 }, fourth];
    expect(examined(swapped)).toEqual({ fits: false, brokenAt: 2 });
  });
});

test('the end of a chain is sealed: neither its removal nor a new one passes', () => {
  const sealed = (place: ChainPlace, seal = sealOf(KEY, CHAIN, place)) => ({
    chain: CHAIN,
    entries: place.sequence,
    head: place.hash,
    seal,
  });
  expect(endsAt(KEY, sealed(end), end)).toBe(true);
  const shorter = chained(3).end;
  expect(endsAt(KEY, sealed(end), shorter)).toBe(false);
  expect(endsAt(KEY, sealed(shorter, sealOf(KEY, CHAIN, end)), shorter)).toBe(false);
  expect(endsAt(KEY, sealed(end, sealOf(createSecretKey(Buffer.alloc(32, 2)), CHAIN, end)), end)).toBe(false);
  expect(endsAt(KEY, { ...sealed(end), seal: null }, end)).toBe(false);
});
