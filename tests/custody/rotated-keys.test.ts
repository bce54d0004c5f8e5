import { newMasterKey, openMasterKey } from '@cinnabar/server/custody/master-key.js';
import { replaceMasterKey, unlockMasterKey } from '@cinnabar/server/custody/replaced-master-key.js';
import { retireRotatedKeys, rotateKey } from '@cinnabar/server/custody/rotate-key.js';
import { RotatedKeys, type RotatedUse } from '@cinnabar/server/custody/rotated-keys.js';
import { hashSigningPassword, verifySigningPassword } from '@cinnabar/server/custody/signing-password.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { type FileLink, readLink, signLink } from '@cinnabar/server/storage/links.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';

const began = Date.parse('2026-11-20T10:00:00Z');
const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
const first = newMasterKey();
const owner = { corpId: 1, userId: 2 };
const cost = { ln: 4, r: 8, p: 1 };
const file: FileLink = {
  ...{ kind: 'file', corpId: 1, hash: 'ab'.repeat(32), fileName: 'a.pdf' },
  ...{ mediaType: 'application/pdf', disposition: 'inline' },
};

let fresh: FreshDatabase;
let custody: OpenCustody;
let now: number;
const clock = { now: () => new Date(now) };

beforeEach(async () => {
  now = began;
  fresh = await freshDatabase();
  custody = openCustody(fresh, { masterKey: openMasterKey(first) });
  await custody.envelope.unlock();
});
afterEach(async () => {
  await custody.database.close();
  await fresh.drop();
});

function openProcess(masterKey = custody.masterKey): Promise<RotatedKeys> {
  return RotatedKeys.open({ db: custody.database.db, masterKey, clock });
}

function rotate(use: RotatedUse, masterKey = custody.masterKey) {
  return transact(custody.database.db, (tx) => rotateKey(tx, masterKey, use, clock.now()));
}

const hash = (process: RotatedKeys) =>
  hashSigningPassword('246813', owner, process.pepper, Buffer.alloc(16), cost);
const accepts = (process: RotatedKeys, verifier: string, password = '246813') =>
  process.withPeppers((peppers) => verifySigningPassword(password, owner, verifier, peppers));
const link = (process: RotatedKeys) => signLink(process.linkSigning, file, new Date(now + 30 * 60 * SECOND));
const opens = (process: RotatedKeys, token: string) => readLink(process.linkKeys, token, clock.now());

describe('a rotated pepper', () => {
  test('is used by every process a few seconds later, and known to all of them before', async () => {
    const [one, other] = await Promise.all([openProcess(), openProcess()]);
    const old = await hash(one);
    const made = await rotate('pepper');
    await one.withPeppers(async () => undefined);
    expect(one.pepper.kid).toBe(custody.masterKey.originId);
    now += 10 * SECOND;
    const late = await openProcess();
    expect(late.pepper.kid).toBe(made?.keyId);
    const verifier = await hash(late);
    // The other processes have not looked yet, and learn of it by this password.
    for (const process of [one, other, late]) {
      expect(await accepts(process, verifier)).toBe(true);
      expect(await accepts(process, verifier, '246814')).toBe(false);
      expect(await accepts(process, old)).toBe(true);
      expect(process.pepper.kid).toBe(made?.keyId);
    }
  });

  test('is taken up by a running process within seconds, without being asked', async () => {
    const process = await openProcess();
    const following = process.follow();
    const made = await rotate('pepper');
    now += 10 * SECOND;
    await expect.poll(() => process.pepper.kid, { timeout: 8_000 }).toBe(made?.keyId);
    await following.stop();
  });

  test('stays until no password is stored by it', async () => {
    const { db, pool } = custody.database;
    const second = await rotate('pepper');
    now += 10 * SECOND;
    const verifier = await hash(await openProcess());
    // There is no person here.
    await pool.query('alter table login_passwords drop constraint login_passwords_user_id_fkey');
    await pool.query('insert into login_passwords (user_id, verifier, set_at) values (2, $1, $2)', [
      verifier,
      clock.now(),
    ]);
    await rotate('pepper');
    now += 2 * DAY;
    expect(await retireRotatedKeys(db, clock.now())).toEqual([]);
    expect(await accepts(await openProcess(), verifier)).toBe(true);
    await db.deleteFrom('login_passwords').execute();
    expect(await retireRotatedKeys(db, clock.now())).toEqual([second?.keyId]);
    expect(await retireRotatedKeys(db, clock.now())).toEqual([]);
    await expect(accepts(await openProcess(), verifier)).rejects.toThrow('UNKNOWN_PEPPER');
  });
});

describe('a rotated key of links', () => {
  test('signs new links; earlier ones stay valid until their own end, and then the key is deleted', async () => {
    const { db } = custody.database;
    const process = await openProcess();
    const byFirst = link(process);
    const second = await rotate('links');
    now += 10 * SECOND;
    const other = await openProcess();
    const bySecond = link(other);
    expect(opens(process, bySecond)).toBe('invalid');
    await expect
      .poll(async () => {
        await process.refresh();
        return opens(process, bySecond);
      })
      .toEqual(file);
    for (const token of [byFirst, bySecond])
      for (const each of [process, other]) expect(opens(each, token)).toEqual(file);
    await rotate('links');
    now += 10 * SECOND;
    expect(opens(await openProcess(), bySecond)).toEqual(file);
    expect(await retireRotatedKeys(db, clock.now())).toEqual([]);
    now += 31 * 60 * SECOND;
    expect(opens(await openProcess(), bySecond)).toBe('expired');
    now += 5 * 60 * SECOND;
    expect(opens(await openProcess(), bySecond)).toBe('invalid');
    expect(await retireRotatedKeys(db, clock.now())).toEqual([second?.keyId]);
    const { wrapped } = await db
      .selectFrom('rotated_keys')
      .select('wrapped')
      .where('key_id', '=', second?.keyId ?? '')
      .executeTakeFirstOrThrow();
    expect(wrapped).toBeNull();
  });
});

test('of two rotations at once the first counts', async () => {
  const made = await Promise.all([rotate('pepper'), rotate('pepper'), rotate('links')]);
  expect(made.slice(0, 2).filter((each) => each === null)).toHaveLength(1);
  expect(made[2]).not.toBeNull();
});

test('rotated keys are stored wrapped, and a new master key wraps them again', async () => {
  const { db } = custody.database;
  const running = await openProcess();
  await rotate('pepper');
  await rotate('links');
  now += 10 * SECOND;
  const before = await openProcess();
  const [verifier, token] = [await hash(before), link(before)];
  const next = newMasterKey();
  await replaceMasterKey(db, first, next, clock.now());
  await expect(rotate('pepper')).rejects.toThrow('WRONG_MASTER_KEY');
  const after = await openProcess(await unlockMasterKey(db, next));
  expect(await accepts(after, verifier)).toBe(true);
  expect(opens(after, token)).toEqual(file);
  // A process with the old key keeps what it had unwrapped, and learns nothing new.
  await before.refresh();
  expect(await accepts(before, verifier)).toBe(true);
  await expect(accepts(running, verifier)).rejects.toThrow('UNKNOWN_PEPPER');
});
