// Stores blobs until it is killed. Prints a hash as soon as its blob is stored.

import { Envelope } from '@cinnabar/server/custody/envelope.js';
import { openMasterKey } from '@cinnabar/server/custody/master-key.js';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { DiskBackend } from '@cinnabar/server/storage/disk-backend.js';
import { EncryptedBlobStore } from '@cinnabar/server/storage/encrypted-blob-store.js';

const [, , connectionString, masterKey, folder, seed] = process.argv;
const { db } = openDatabase({ address: { connectionString }, max: 2 });
const envelope = new Envelope({ db, masterKey: openMasterKey(masterKey), clock: { now: () => new Date(0) } });
const store = new EncryptedBlobStore({ backend: new DiskBackend({ folder }), envelope });

for (let count = 0; ; count += 4) {
  const sizes = [300, 90_000, 700_000, 3_000_000];
  const blobs = sizes.map((size, index) => Buffer.alloc(size, `${seed} ${count + index} `));
  await Promise.all(
    blobs.map(async (blob) => {
      const { hash } = await store.put(7, blob);
      process.stdout.write(`${hash}\n`);
    }),
  );
}
