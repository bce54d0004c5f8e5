/** What the setup makes of the service as the browser sees it. */
import { expect, test } from 'vitest';
import { siteFindings } from '../../../packages/web/src/setup/site-facts.js';

const service = {
  baseUrl: 'https://sign.example.com/contracts',
  timeZone: 'Asia/Shanghai',
  time: '2026-11-24T02:00:30.000Z',
};
const browser = {
  origin: 'https://sign.example.com',
  timeZone: 'Asia/Shanghai',
  now: Date.parse('2026-11-24T02:00:00.000Z'),
};

test('a browser that sees the same address, zone and time needs no line', () => {
  const found = siteFindings(service, browser);
  expect(found.map(({ fact, isFine, line }) => [fact, isFine, line])).toEqual([
    ['address', true, null],
    ['encryption', true, null],
    ['zone', true, null],
    ['clock', true, null],
  ]);
});

test.each([
  ['address', { origin: 'https://10.0.0.5' }, 'BASE_URL=https://10.0.0.5'],
  ['encryption', { origin: 'http://sign.example.com' }, 'BASE_URL=https://sign.example.com'],
  ['zone', { timeZone: 'Europe/Berlin' }, 'TIME_ZONE=Europe/Berlin'],
  ['clock', { now: Date.parse('2026-11-24T02:02:00.000Z') }, null],
] as const)('what differs in %s is shown with the line that mends it', (fact, seen, line) => {
  const found = siteFindings(service, { ...browser, ...seen });
  expect(found.find((each) => each.fact === fact)).toMatchObject({ isFine: false, line });
});

test('a browser on the same machine needs no encryption', () => {
  const found = siteFindings(
    { ...service, baseUrl: 'http://localhost:3000' },
    { ...browser, origin: 'http://localhost:3000' },
  );
  expect(found.every(({ isFine }) => isFine)).toBe(true);
});
