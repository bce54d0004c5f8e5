import { randomBytes } from 'node:crypto';
import { newMasterKey, openMasterKey } from '@cinnabar/server/custody/master-key.js';
import {
  admitAttempt,
  NO_ATTEMPTS,
  type PasswordAttempts,
} from '@cinnabar/server/custody/password-lockout.js';
import type { Pepper } from '@cinnabar/server/custody/password-verifier.js';
import { hashSigningPassword, verifySigningPassword } from '@cinnabar/server/custody/signing-password.js';
import { describe, expect, test } from 'vitest';

function newPepper(): Pepper {
  const master = openMasterKey(newMasterKey());
  return { kid: master.id, key: master.pepper };
}

describe('a signing password', () => {
  const pepper = newPepper();
  const owner = { corpId: 1, userId: 2 };

  test('is accepted, and no other is', async () => {
    const verifier = await hashSigningPassword('204816', owner, pepper, randomBytes(16));
    expect(await verifySigningPassword('204816', owner, verifier, [pepper])).toBe(true);
    expect(await verifySigningPassword('204817', owner, verifier, [pepper])).toBe(false);
    expect(await verifySigningPassword('', owner, verifier, [pepper])).toBe(false);
    expect(await verifySigningPassword('２０４８１６', owner, verifier, [pepper])).toBe(false);
  });

  test('is stored with its cost and pepper id, and without the password', async () => {
    const verifier = await hashSigningPassword('204816', owner, pepper, randomBytes(16));
    expect(verifier).toMatch(/^\$scrypt\$ln=14,r=8,p=1,kid=[0-9a-f]{12}\$[\w-]{22}\$[\w-]{43}$/);
    expect(verifier).not.toContain('204816');
  });

  test('has a different verifier each time', async () => {
    const one = await hashSigningPassword('204816', owner, pepper, randomBytes(16));
    const two = await hashSigningPassword('204816', owner, pepper, randomBytes(16));
    expect(one).not.toBe(two);
  });

  test('is not accepted for another member or enterprise, even if its row is copied', async () => {
    const verifier = await hashSigningPassword('204816', owner, pepper, randomBytes(16));
    expect(await verifySigningPassword('204816', { corpId: 1, userId: 3 }, verifier, [pepper])).toBe(false);
    expect(await verifySigningPassword('204816', { corpId: 2, userId: 2 }, verifier, [pepper])).toBe(false);
  });

  test('is still accepted after the pepper was replaced', async () => {
    const verifier = await hashSigningPassword('204816', owner, pepper, randomBytes(16));
    expect(await verifySigningPassword('204816', owner, verifier, [newPepper(), pepper])).toBe(true);
  });

  test('whose pepper is missing is an error, not a wrong password', async () => {
    const verifier = await hashSigningPassword('204816', owner, pepper, randomBytes(16));
    await expect(verifySigningPassword('204816', owner, verifier, [newPepper()])).rejects.toThrow(
      'UNKNOWN_PEPPER',
    );
    await expect(verifySigningPassword('204816', owner, 'e10adc39', [pepper])).rejects.toThrow(
      'VERIFIER_MALFORMED',
    );
  });

  test.each(['', '12345', '1234567', '12345a', '１２３４５６', ' 12345'])(
    'cannot be set to "%s"',
    async (password) => {
      await expect(hashSigningPassword(password, owner, pepper, randomBytes(16))).rejects.toThrow(
        'SIGNING_PASSWORD_FORM',
      );
    },
  );
});

describe('the lock after wrong passwords', () => {
  const now = new Date('2026-11-20T10:00:00.000Z');
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
  const state = (wrongInARow: number, lockedUntil: Date | null = null): PasswordAttempts => ({
    wrongInARow,
    lockedUntil,
  });

  // state before the attempt, and state stored during the comparison; null: the attempt is refused
  test.each<[string, PasswordAttempts, PasswordAttempts | null]>([
    ['the first attempt', NO_ATTEMPTS, state(1)],
    ['after one wrong', state(1), state(2)],
    ['after two wrong', state(2), state(3)],
    ['after three wrong', state(3), state(4)],
    ['after four wrong: the fifth locks for 30 minutes', state(4), state(5, minutes(30))],
    ['just locked', state(5, minutes(30)), null],
    ['a millisecond before the end of the lock', state(5, new Date(now.getTime() + 1)), null],
    ['at the end of the lock the count begins anew', state(5, now), state(1)],
    ['long after a lock', state(5, minutes(-600)), state(1)],
  ])('%s', (_, before, after) => {
    const admission = admitAttempt(before, now);
    if (after === null) expect(admission).toEqual({ admitted: false, lockedUntil: before.lockedUntil });
    else expect(admission).toEqual({ admitted: true, attempts: after });
  });

  test('concurrent attempts are all counted: of a hundred, five are compared', () => {
    let stored = NO_ATTEMPTS;
    let admitted = 0;
    for (let guess = 0; guess < 100; guess++) {
      const admission = admitAttempt(stored, now);
      if (!admission.admitted) continue;
      admitted++;
      stored = admission.attempts;
    }
    expect(admitted).toBe(5);
  });

  test('attempts while locked do not extend the lock', () => {
    const locked = state(5, minutes(30));
    expect(admitAttempt(locked, minutes(29))).toEqual({ admitted: false, lockedUntil: minutes(30) });
    expect(admitAttempt(locked, minutes(30)).admitted).toBe(true);
    // The clock was set back by an hour: nobody stays locked out for an hour more.
    expect(admitAttempt(locked, minutes(-60)).admitted).toBe(true);
  });

  test('a lock holds for attempts that began a moment before the one that caused it', () => {
    const locked = state(5, new Date(minutes(30).getTime() + 200));
    expect(admitAttempt(locked, minutes(0)).admitted).toBe(false);
  });
});
