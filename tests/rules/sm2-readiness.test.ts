/** Whether signers can use SM2 with these stores of keys, and what doctor says of it. */
import { sm2Problem } from '@cinnabar/server/areas/enterprise/index.js';
import { judgeSm2 } from '@cinnabar/server/composition/checks/sm2.js';
import { expect, test } from 'vitest';

const at = (enterprise: 'local' | 'pkcs11' | 'remote', rest: 'local' | 'pkcs11' = 'local') => ({
  ...{ authority: rest, enterprise, service: rest },
});

test('every store of keys has to hold SM2, and OpenSSL has to know it', () => {
  expect(sm2Problem(at('local'), true)).toBeNull();
  expect(sm2Problem(at('remote'), true)).toBeNull();
  expect(sm2Problem(at('pkcs11'), true)?.en).toContain('KEYS_ENTERPRISES=pkcs11 cannot hold');
  expect(sm2Problem(at('local', 'pkcs11'), true)?.en).toContain(
    'KEYS_AUTHORITY=pkcs11, KEYS_SERVICES=pkcs11',
  );
  expect(sm2Problem(at('local'), false)?.en).toContain('OpenSSL');
});

test('doctor finds an error where enterprises sign with SM2 and cannot', () => {
  const problem = sm2Problem(at('pkcs11'), true);
  expect(judgeSm2(3, null, true)).toMatchObject({ status: 'ok', remedy: null });
  expect(judgeSm2(0, problem, true)).toMatchObject({ status: 'ok', remedy: null });
  expect(judgeSm2(3, problem, true)).toMatchObject({ status: 'error' });
  expect(judgeSm2(3, problem, true).message.en).toContain('3 enterprises sign by sm2 or dual, and cannot');
  expect(judgeSm2(0, sm2Problem(at('local'), false), false).message.en).toContain('has no SM2 and SM3');
});
