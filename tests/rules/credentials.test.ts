import { id } from '@cinnabar/api/schema.js';
import { addressAllowed, judgeCredentials } from '@cinnabar/server/areas/credentials/rules.js';
import type { Application } from '@cinnabar/server/areas/credentials/store.js';
import { hashToken } from '@cinnabar/server/custody/secrets.js';
import { describe, expect, it } from 'vitest';

const corpId = id<'Corp'>().read(1, 'corpId', { zone: 'UTC' });
const noon = new Date('2026-03-01T12:00:00Z');
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

const application: Application = {
  appId: 'a',
  corpId,
  secretHash: hashToken('present'),
  previousSecretHash: hashToken('previous'),
  previousUntil: later(10),
  status: 'enabled',
  allowList: [],
};

describe('verifying an application id and secret', () => {
  const rows = [
    ['the secret', application, 'present', noon, 'right'],
    ['the secret before the rotation, in its grace', application, 'previous', later(9), 'right'],
    ['the secret before the rotation, past its grace', application, 'previous', later(10), 'wrong'],
    ['another secret', application, 'other', noon, 'wrong'],
    ['an empty secret', application, '', noon, 'wrong'],
    ['a disabled application', { ...application, status: 'disabled' }, 'present', noon, 'wrong'],
    ['an application that does not exist', null, 'present', noon, 'wrong'],
    ['a foreign address', { ...application, allowList: ['10.0.0.0/8'] }, 'present', noon, 'address'],
    [
      'a foreign address and a wrong secret',
      { ...application, allowList: ['10.0.0.0/8'] },
      'x',
      noon,
      'wrong',
    ],
    [
      'never rotated',
      { ...application, previousSecretHash: null, previousUntil: null },
      'previous',
      noon,
      'wrong',
    ],
  ] as const;

  it.each(rows)('%s', (_name, given, secret, now, verdict) => {
    expect(judgeCredentials(given, hashToken(secret), '192.0.2.7', now)).toBe(verdict);
  });
});

describe('the allow-list of an application', () => {
  const rows = [
    ['203.0.113.9', [], true],
    ['203.0.113.9', ['203.0.113.9'], true],
    ['::ffff:203.0.113.9', ['203.0.113.9'], true],
    ['203.0.113.9', ['203.0.113.8'], false],
    ['203.0.113.9', ['198.51.100.1', '203.0.113.0/24'], true],
    ['203.0.114.9', ['203.0.113.0/24'], false],
    ['2001:db8::5', ['2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['203.0.113.9', [' 203.0.113.0/24 '], true],
    ['203.0.113.9', ['203.0.113.0/33'], false],
    ['203.0.113.9', ['203.0.113.0/'], false],
    ['203.0.113.9', ['everybody'], false],
    ['', ['203.0.113.0/24'], false],
  ] as const;

  it.each(rows)('%s in %j: %s', (address, allowList, allowed) => {
    expect(addressAllowed(address, allowList)).toBe(allowed);
  });
});
