import { loginMethods, readLoginMethods } from '@cinnabar/api/login-methods.js';
import { consoleAddress } from '@cinnabar/api/pages/addresses.js';
import { loginPolicyOf, readIdleMinutes } from '@cinnabar/server/areas/sessions/rules/login-policy.js';
import { passwordFault } from '@cinnabar/server/areas/sessions/rules/password-rules.js';
import { newRecoveryCode, readRecoveryCode } from '@cinnabar/server/areas/sessions/rules/recovery-code.js';
import { idleLimit, isFresh } from '@cinnabar/server/areas/sessions/rules/session-times.js';
import { standingIn } from '@cinnabar/server/areas/sessions/rules/standing.js';
import { acceptedStep, totpKey, totpOf, totpStep } from '@cinnabar/server/areas/sessions/rules/totp.js';
import { maskAddress } from '@cinnabar/server/custody/masking.js';
import { describe, expect, test } from 'vitest';

const policy = loginPolicyOf({}, loginMethods);

describe('the standing of a session', () => {
  const weak = { method: 'sms', isStrong: false } as const;
  const strong = { method: 'sms', isStrong: true } as const;
  const facts = { roles: [], policy, hasFactor: false, isProduction: true, address: '203.0.113.5' } as const;

  test.each(['OWNER', 'ADMIN', 'SEAL_ADMIN'] as const)('%s needs a second factor in production', (role) => {
    const asRole = { ...facts, roles: [role] };
    expect(standingIn(weak, asRole)).toBe('enrol');
    expect(standingIn(weak, { ...asRole, isProduction: false })).toBe('open');
    expect(standingIn(weak, { ...asRole, hasFactor: true })).toBe('secondFactor');
    expect(standingIn(strong, { ...asRole, hasFactor: true })).toBe('open');
    expect(standingIn({ method: 'oidc', isStrong: false }, asRole)).toBe('enrol');
  });

  test.each(['MEMBER_ADMIN', 'TEMPLATE_ADMIN', 'CONTRACT_ADMIN'] as const)('%s does not', (role) => {
    expect(standingIn(weak, { ...facts, roles: [role] })).toBe('open');
  });

  test('a second factor that a person has is asked for, whatever their role', () => {
    expect(standingIn(weak, { ...facts, hasFactor: true })).toBe('secondFactor');
  });

  test('an enterprise can forbid ways to log in', () => {
    const passkeysOnly = loginPolicyOf({ loginMethods: 'passkey,oidc' }, loginMethods);
    expect(standingIn(strong, { ...facts, policy: passkeysOnly })).toBe('method');
    expect(standingIn({ method: 'passkey', isStrong: true }, { ...facts, policy: passkeysOnly })).toBe(
      'open',
    );
  });

  test('an access link stands for what its application is responsible for', () => {
    const access = { method: 'access', isStrong: false } as const;
    expect(standingIn(access, { ...facts, roles: ['OWNER'], hasFactor: true })).toBe('open');
  });

  test.each([
    ['203.0.113.0/24', 'open'],
    ['203.0.113.5', 'open'],
    ['198.51.100.0/24 203.0.113.4/30', 'open'],
    ['198.51.100.0/24', 'network'],
    ['2001:db8::/32', 'network'],
    // Nothing in it is a network: as if there were none.
    ['office', 'open'],
  ] as const)('networks %s: whoever comes from 203.0.113.5 is %s', (consoleNetworks, standing) => {
    const limited = { ...facts, policy: loginPolicyOf({ consoleNetworks }, loginMethods) };
    expect(standingIn(strong, limited)).toBe(standing);
    expect(standingIn({ method: 'access', isStrong: false }, limited)).toBe(standing);
  });
});

describe('the rules of an enterprise', () => {
  test('are unreadable as a whole or not at all', () => {
    expect(readLoginMethods('sms, passkey')).toEqual(['sms', 'passkey']);
    expect(readLoginMethods('sms,telepathy')).toBeNull();
    expect(readLoginMethods('')).toBeNull();
    expect([14, 15, 720, 721].map((minutes) => readIdleMinutes(String(minutes)))).toEqual([
      null,
      15,
      720,
      null,
    ]);
    expect(loginPolicyOf({ loginMethods: 'nonsense', loginIdleMinutes: 'x' }, loginMethods)).toEqual(policy);
  });

  test.each([
    [['sms', 'password'], undefined, ['sms', 'password']],
    [['sms', 'password'], 'passkey,sms', ['sms']],
    [['sms'], 'passkey,oidc', []],
  ] as const)('allow of %j at most that, with their own %s: %j', (allowed, own, left) => {
    expect(loginPolicyOf({ loginMethods: own }, allowed).methods).toEqual(left);
  });

  test('replace the idle times by role', () => {
    const minutes = (ms: number) => ms / 60_000;
    expect(minutes(idleLimit(null, ['ADMIN']))).toBe(30);
    expect(minutes(idleLimit(null, []))).toBe(480);
    expect(minutes(idleLimit(60, ['ADMIN']))).toBe(60);
  });
});

test('a proof is fresh for ten minutes', () => {
  const now = new Date('2026-11-23T03:00:00Z');
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  expect([isFresh(null, now), isFresh(ago(599), now), isFresh(ago(600), now)]).toEqual([false, true, false]);
});

describe('authenticator codes', () => {
  const secret = Buffer.from('12345678901234567890');

  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d seconds are those of RFC 6238, appendix B', (seconds, code) => {
    expect(totpOf(secret, totpStep(new Date(seconds * 1000)))).toBe(code);
  });

  test('are accepted one step early or late, and never again', () => {
    const now = new Date(1_111_111_109_000);
    const step = totpStep(now);
    const tried = [-2, -1, 0, 1, 2].map((late) =>
      acceptedStep(secret, totpOf(secret, step + late), now, null),
    );
    expect(tried).toEqual([null, step - 1, step, step + 1, null]);
    expect(acceptedStep(secret, totpOf(secret, step), now, step)).toBeNull();
    expect(acceptedStep(secret, totpOf(secret, step - 1), now, step)).toBeNull();
    expect(acceptedStep(secret, '', now, null)).toBeNull();
    // The next one of a clock that runs five minutes ahead is used up; one of next day was of a clock that was wrong.
    expect(acceptedStep(secret, totpOf(secret, step), now, step + 10)).toBeNull();
    expect(acceptedStep(secret, totpOf(secret, step), now, step + 2880)).toBe(step);
  });

  test('come from a key that generators can read', () => {
    const { secret: typed, address } = totpKey(secret, 'Cinnabar', '+44 20');
    expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(address).toBe(
      `otpauth://totp/Cinnabar%3A%2B44%2020?secret=${typed}&issuer=Cinnabar&algorithm=SHA1&digits=6&period=30`,
    );
  });
});

test('recovery codes are read as people type them', () => {
  const code = newRecoveryCode();
  expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
  expect(readRecoveryCode(` ${code.toUpperCase().replace('-', ' ')} `)).toBe(code.replace('-', ''));
  for (const wrong of ['', '123456', 'abcde-fghi1', 'abcdefghijk'])
    expect(readRecoveryCode(wrong)).toBeNull();
});

describe('passwords', () => {
  const own = ['13800138000', '顾清扬'];

  test.each(['violet otter 92 runs', 'Xk4-tq9.Wm2vLz', '山高水长风月无边照我心间', 'Zf7!zf8?zf9$'])(
    '%s is accepted',
    (password) => expect(passwordFault(password, own)).toBeNull(),
  );

  test.each(['', 'short', '紫藤花开时节', 'x'.repeat(129)])('%s has the wrong length', (password) =>
    expect(passwordFault(password, own)).toBe('length'),
  );

  test.each([
    'password12345',
    'Passw0rd!2024'.replace('2024', '123'),
    '123456789012',
    '987654321098',
    'qwertyuiop12',
    'qwertyqwerty',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abcdefghijklm',
    'iloveyou1234',
    'welcome12345',
    'administrator',
    'unbelievable',
    '138001380001',
    'woaini1314520'.slice(0, 12),
  ])('%s is common', (password) => expect(passwordFault(password, own)).toBe('common'));

  test('of one’s own mobile or name are refused', () => {
    expect(passwordFault('13800138000-x', own)).toBe('personal');
  });
});

describe('the page after a log-in', () => {
  test.each(['/console', '/console/12', '/console/12?tab=a', '/security', '/security?next=/console/3'])(
    '%s lies in the console',
    (address) => expect(consoleAddress(address)).toBe(address),
  );

  test.each([
    ...['https://evil.example', '//evil.example', '/\\evil.example', '/console//evil.example'],
    ...['/console/../login', '/console\\@evil.example', '/console/12\n', 'javascript:alert(1)', '/contracts'],
    ...['console/12', '/consoles', '/console@evil.example', '/console/abc', '', '/login?next=/console'],
  ])('%j does not', (address) => expect(consoleAddress(address)).toBeNull());
});

test('an address is masked to its network', () => {
  expect(maskAddress('203.0.113.9')).toBe('203.0.*.*');
  expect(maskAddress('2001:db8:85a3::7334')).toBe('2001:db8:*');
});
