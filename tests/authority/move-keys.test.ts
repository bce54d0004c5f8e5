import { CertificateAuthority } from '@cinnabar/server/authority/certificate-authority.js';
import { keysToMove, moveKey } from '@cinnabar/server/authority/move-keys.js';
import {
  countEnterpriseKeys,
  countLooseKeys,
  listStoredKeys,
} from '@cinnabar/server/authority/stored-keys.js';
import type { KeyUse } from '@cinnabar/server/custody/key-store.js';
import type { KeyPlace } from '@cinnabar/server/custody/outside-key-store.js';
import { PlacedKeyStore } from '@cinnabar/server/custody/placed-key-store.js';
import { openRemoteKeyStore } from '@cinnabar/server/providers/keys/remote-key-store.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeServer } from '../fakes/fake-server.js';
import { FakeRemoteSigner } from '../fakes/remote-signer.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';

const now = new Date('2026-11-20T10:00:00.000Z');
const corp = { corpId: 7, corpName: '迁移测试有限公司', corpCode: null };
const service = new FakeRemoteSigner();
let server: FakeServer;
let fresh: FreshDatabase;
let custody: OpenCustody;

beforeAll(async () => {
  fresh = await freshDatabase();
  custody = openCustody(fresh);
  server = await FakeServer.open(service.answer);
});
afterAll(async () => {
  await server.close();
  await custody.database.close();
  await fresh.drop();
});

/** A process whose settings want all keys there. */
function open(place: KeyPlace): CertificateAuthority {
  const remote = openRemoteKeyStore({
    REMOTE_SIGNER_URL: `${server.url}/csc/v2`,
    REMOTE_SIGNER_TOKEN: service.token,
  });
  const { db } = custody.database;
  return new CertificateAuthority({
    ...{ db, name: 'Cinnabar Test', pseudonym: custody.masterKey.pseudonym },
    keyStore: new PlacedKeyStore({
      ...{ db, clock: { now: () => now }, local: custody.keyStore, outside: { remote } },
      places: { authority: place, enterprise: place, service: place },
    }),
  });
}

async function move(use: KeyUse): Promise<readonly string[]> {
  const parts = { db: custody.database.db, authority: open('remote'), place: 'remote', now } as const;
  const found = await keysToMove(parts, { use, corpId: null });
  for (const record of found) await moveKey(parts, record);
  return found.map(({ purpose, generation }) => `${purpose} ${generation}`);
}

test('keys move while a process runs, two commands at once and after an interruption', async () => {
  const { db } = custody.database;
  const running = open('local');
  const before = await running.enterpriseSigner(corp, now);
  await running.services.timestamp(now);

  // Interrupted after the root.
  const parts = { db, authority: open('remote'), place: 'remote', now } as const;
  const [root] = await keysToMove(parts, { use: 'authority', corpId: null });
  if (root === undefined) throw new Error('no root is to be moved');
  await moveKey(parts, root);
  expect(await move('authority')).toEqual(['issuing 1']);
  expect(await move('authority')).toEqual([]);

  await Promise.all([move('enterprise'), move('enterprise'), move('service')]);
  expect(await move('enterprise')).toEqual([]);
  expect(await move('service')).toEqual([]);
  expect(await countEnterpriseKeys(db)).toMatchObject([
    { place: 'local', enterprises: 0, earlier: 1 },
    { place: 'remote', enterprises: 1, earlier: 0 },
  ]);
  const newest = (await listStoredKeys(db, 0)).filter(({ isNewest }) => isNewest);
  expect(newest.map(({ purpose, generation, place }) => [purpose, generation, place])).toEqual([
    ['issuing', 2, 'remote'],
    ['root', 2, 'remote'],
    ['timestamp', 2, 'remote'],
  ]);
  expect((await countLooseKeys(db)).size).toBe(0);

  // The signer of an act that was under way signs with the earlier key; the next one has the new certificate.
  expect(await before.sign(Buffer.from('an act'))).toBeDefined();
  const after = await running.enterpriseSigner(corp, now);
  expect(after.serialNumber).not.toBe(before.serialNumber);
  expect(await after.sign(Buffer.from('an act'))).toBeDefined();
  expect(await running.trustAnchors()).toHaveLength(2);
});
