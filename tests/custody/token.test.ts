import { CK, type Cryptoki, type Handle } from '@cinnabar/server/custody/pkcs11/pkcs11-library.js';
import { Token } from '@cinnabar/server/custody/pkcs11/token.js';
import { expect, test } from 'vitest';

const handle: Handle = Buffer.alloc(8);
const settings = {
  ...{ module: '/module.so', label: 'cinnabar', serial: null },
  ...{ pin: '271828', sessions: 2, deadlineMs: 1000 },
};
const key = Buffer.from('aa', 'hex');

/** A module with a token that SoftHSM cannot be brought to be. */
function cryptoki(overrides: Partial<Cryptoki>): Cryptoki {
  return {
    load: () => undefined,
    C_Initialize: () => undefined,
    C_GetSlotList: () => [handle],
    C_GetTokenInfo: () => ({ label: 'cinnabar', serialNumber: '1', flags: 0 }),
    C_OpenSession: () => handle,
    C_GetSessionInfo: () => ({ state: CK.RW_USER_FUNCTIONS }),
    C_Login: () => undefined,
    C_FindObjectsInit: () => undefined,
    C_FindObjects: () => [handle],
    C_FindObjectsFinal: () => undefined,
    C_GetAttributeValue: () => [],
    C_GenerateKeyPairAsync: () => Promise.resolve({ publicKey: handle, privateKey: handle }),
    C_GenerateKeyAsync: () => Promise.resolve(handle),
    C_EncryptInit: () => undefined,
    C_EncryptAsync: (_session, input) => Promise.resolve(input),
    C_DecryptInit: () => undefined,
    C_DecryptAsync: (_session, input) => Promise.resolve(input),
    C_SignInit: () => undefined,
    C_SignAsync: () => Promise.resolve(Buffer.alloc(64)),
    C_DestroyObject: () => undefined,
    ...overrides,
  };
}

function fails(code: string): () => never {
  return () => {
    throw new Error(`${code}:1`);
  };
}

test.each([
  ['has one attempt left', CK.USER_PIN_FINAL_TRY, 'one attempt is left'],
  ['is locked', CK.USER_PIN_LOCKED, 'the PIN is locked'],
])('a token that %s is sent no PIN', (_, flags, detail) => {
  let logins = 0;
  const module = cryptoki({
    C_GetTokenInfo: () => ({ label: 'cinnabar', serialNumber: '1', flags }),
    C_Login: () => {
      logins++;
    },
  });
  expect(() => Token.open(module, settings)).toThrow(detail);
  expect(logins).toBe(0);
});

test.each([
  ['full', 'CKR_DEVICE_MEMORY', 'refused', 'the token is full'],
  ['write-protected', 'CKR_TOKEN_WRITE_PROTECTED', 'refused', 'write-protected'],
  ['without the mechanism', 'CKR_MECHANISM_INVALID', 'refused', 'does not know the mechanism'],
  ['pulled out', 'CKR_DEVICE_REMOVED', 'broken', 'CKR_DEVICE_REMOVED'],
])('a token that is %s makes no key', async (_, code, problem, detail) => {
  const token = Token.open(
    cryptoki({ C_GenerateKeyPairAsync: fails(code), C_GenerateKeyAsync: fails(code) }),
    settings,
  );
  const refused = { problem, message: expect.stringContaining(detail) };
  const pair = { op: 'generate', key, label: 'x', algorithm: 'P-256' } as const;
  await expect(token.answer(pair)).rejects.toMatchObject(refused);
  await expect(token.answer({ op: 'generate-secret', key, label: 'x' })).rejects.toMatchObject(refused);
});

test.each(['CKR_SESSION_HANDLE_INVALID', 'CKR_SESSION_CLOSED', 'CKR_USER_NOT_LOGGED_IN'])(
  'a lost session is void, which a new process mends: %s',
  async (code) => {
    const token = Token.open(cryptoki({ C_SignInit: fails(code) }), settings);
    const signing = token.answer({ op: 'sign', key, mechanism: 'ecdsa', input: Buffer.alloc(32) });
    await expect(signing).rejects.toMatchObject({ problem: 'broken' });
  },
);

test('a session that failed is free for the next request', async () => {
  let calls = 0;
  const module = cryptoki({
    C_SignInit: () => {
      if (++calls <= 4) throw new Error('CKR_FUNCTION_FAILED:6');
    },
  });
  const token = Token.open(module, settings);
  const sign = () => token.answer({ op: 'sign', key, mechanism: 'ecdsa', input: Buffer.alloc(32) });
  const outcomes = await Promise.allSettled([sign(), sign(), sign(), sign()]);
  expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect((await sign())[0]?.length).toBe(64);
});
