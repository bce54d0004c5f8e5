import { problemOfCode } from '@cinnabar/server/custody/pkcs11/return-codes.js';
import { expect, test } from 'vitest';

test.each([
  ['CKR_PIN_INCORRECT', 'pin', 'does not accept the PIN'],
  ['CKR_PIN_LOCKED', 'pin', 'does not accept the PIN'],
  ['CKR_DEVICE_MEMORY', 'refused', 'the token is full'],
  ['CKR_MECHANISM_INVALID', 'refused', 'does not know the mechanism'],
  ['CKR_SESSION_HANDLE_INVALID', 'broken', 'CKR_SESSION_HANDLE_INVALID'],
  ['CKR_DEVICE_REMOVED', 'broken', 'CKR_DEVICE_REMOVED'],
  ['CKR_TOKEN_NOT_PRESENT', 'broken', 'CKR_TOKEN_NOT_PRESENT'],
  ['CKR_USER_NOT_LOGGED_IN', 'broken', 'CKR_USER_NOT_LOGGED_IN'],
  ['CKR_CRYPTOKI_NOT_INITIALIZED', 'broken', 'CKR_CRYPTOKI_NOT_INITIALIZED'],
  ['CKR_GENERAL_ERROR', 'broken', 'CKR_GENERAL_ERROR'],
])('%s: %s', (code, problem, detail) => {
  expect(problemOfCode(code)).toEqual({ problem, detail: expect.stringContaining(detail) });
});
