import { Envelope } from '@cinnabar/server/custody/envelope.js';
import { newMasterKey, openMasterKey } from '@cinnabar/server/custody/master-key.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';

let fresh: FreshDatabase;
let custody: OpenCustody;
const plain = Buffer.from('11010519491231002X');

beforeAll(async () => {
  fresh = await freshDatabase();
  custody = openCustody(fresh);
});

afterAll(async () => {
  await custody.database.close();
  await fresh.drop();
});

describe('bytes of an enterprise', () => {
  test.each([0, 1, 17, 1 << 20, (1 << 20) + 1, 3_500_000])(
    'are decrypted unchanged: %i of them',
    async (size) => {
      const bytes = Buffer.alloc(size, 0x5a);
      const encrypted = await custody.envelope.encrypt(1, 'test', bytes);
      expect(encrypted.length).toBe(size + 5 + 12 + 16);
      expect(Buffer.compare(await custody.envelope.decrypt(1, 'test', encrypted), bytes)).toBe(0);
    },
  );

  test('are encrypted differently every time', async () => {
    const once = await custody.envelope.encrypt(1, 'test', plain);
    const again = await custody.envelope.encrypt(1, 'test', plain);
    expect(Buffer.compare(once, again)).not.toBe(0);
    expect(Buffer.from(once).includes(plain)).toBe(false);
  });

  test('with any byte changed are refused', async () => {
    const encrypted = await custody.envelope.encrypt(1, 'test', plain);
    for (let at = 0; at < encrypted.length; at++) {
      const changed = Uint8Array.from(encrypted);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(custody.envelope.decrypt(1, 'test', changed)).rejects.toThrow(
        /NOT_AUTHENTIC|UNKNOWN_DATA_KEY/,
      );
    }
  });

  test('truncated anywhere are refused', async () => {
    const encrypted = await custody.envelope.encrypt(1, 'test', plain);
    for (let length = 0; length < encrypted.length; length++) {
      await expect(custody.envelope.decrypt(1, 'test', encrypted.subarray(0, length))).rejects.toThrow(
        'NOT_AUTHENTIC',
      );
    }
  });

  test('cannot be read as another enterprise’s or for another purpose', async () => {
    const encrypted = await custody.envelope.encrypt(1, 'certificate number of user 5', plain);
    await custody.envelope.encrypt(2, 'test', plain);
    await expect(custody.envelope.decrypt(2, 'certificate number of user 5', encrypted)).rejects.toThrow(
      'NOT_AUTHENTIC',
    );
    await expect(custody.envelope.decrypt(1, 'certificate number of user 6', encrypted)).rejects.toThrow(
      'NOT_AUTHENTIC',
    );
  });

  test('cannot be read for an enterprise without a key, and reading creates none', async () => {
    const encrypted = await custody.envelope.encrypt(1, 'test', plain);
    await expect(custody.envelope.decrypt(404, 'test', encrypted)).rejects.toThrow('UNKNOWN_DATA_KEY');
    const rows = await custody.database.db.selectFrom('data_keys').select('corp_id').execute();
    expect(rows.map((row) => row.corp_id)).not.toContain(404);
  });
});

describe('data keys', () => {
  test('created concurrently by several processes are one key', async () => {
    const processes = Array.from({ length: 6 }, () => openCustody(fresh, { masterKey: custody.masterKey }));
    const encrypted = await Promise.all(processes.map(({ envelope }) => envelope.encrypt(77, 'test', plain)));
    for (const bytes of encrypted) {
      expect(Buffer.compare(await custody.envelope.decrypt(77, 'test', bytes), plain)).toBe(0);
    }
    await Promise.all(processes.map(({ database }) => database.close()));
  });

  test('beyond the capacity of the cache are still usable', async () => {
    const clock = { now: () => new Date('2026-11-20T10:00:00.000Z') };
    const small = new Envelope({
      db: custody.database.db,
      masterKey: custody.masterKey,
      clock,
      cachedKeys: 2,
    });
    const corps = [101, 102, 103, 104];
    const encrypted = await Promise.all(corps.map((corpId) => small.encrypt(corpId, 'test', plain)));
    for (const [index, corpId] of corps.entries()) {
      expect(await small.decrypt(corpId, 'test', encrypted[index] ?? plain)).toHaveLength(plain.length);
    }
  });

  test('are stored only in wrapped form', async () => {
    await custody.envelope.unlock();
    const row = await custody.database.db
      .selectFrom('data_keys')
      .selectAll()
      .where('corp_id', '=', 0)
      .executeTakeFirstOrThrow();
    expect(row.wrapped).toHaveLength(12 + 32 + 16);
    expect(row.master_key_id).toBe(custody.masterKey.id);
  });

  test('moved to another enterprise decrypt nothing', async () => {
    await custody.envelope.encrypt(201, 'test', plain);
    const { db } = custody.database;
    const row = await db
      .selectFrom('data_keys')
      .selectAll()
      .where('corp_id', '=', 201)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('data_keys')
      .values({ ...row, corp_id: 202 })
      .execute();
    await expect(custody.envelope.encrypt(202, 'test', plain)).rejects.toThrow('NOT_AUTHENTIC');
  });
});

describe('a wrong master key', () => {
  test('prevents the start with instructions, and wraps nothing', async () => {
    await custody.envelope.unlock();
    const other = openCustody(fresh, { masterKey: openMasterKey(newMasterKey()) });
    await expect(other.envelope.unlock()).rejects.toThrow(
      `WRONG_MASTER_KEY: the data key of enterprise 0 was wrapped by master key ${custody.masterKey.id}`,
    );
    await expect(other.envelope.unlock()).rejects.toThrow(
      'restore the MASTER_KEY that this database was made with',
    );
    await other.database.close();
  });

  test('decrypts no old data', async () => {
    const encrypted = await custody.envelope.encrypt(1, 'test', plain);
    const other = openCustody(fresh);
    await expect(other.envelope.decrypt(1, 'test', encrypted)).rejects.toThrow('WRONG_MASTER_KEY');
    await other.database.close();
  });
});
