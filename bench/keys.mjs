/**
 * Signatures of one process by store of keys: node:crypto alone in one thread (the limit), the database, a token of SoftHSM with 1 and
 * with 4 sessions. Rounds alternate. SoftHSM computes on the cores of this machine: its rows show what the way to a token costs, not
 * what hardware does. `npm run bench -- keys`
 */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openPlatform } from '@cinnabar/cli/open-platform.js';
import { LocalKeyStore } from '@cinnabar/server/custody/local-key-store.js';
import { Pkcs11KeyStore } from '@cinnabar/server/custody/pkcs11/pkcs11-key-store.js';
import { readTokenSettings } from '@cinnabar/server/custody/pkcs11/token-settings.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { SOFTHSM } from '../scripts/test-tools/tools.mjs';
import { median, printTable } from './support/statistics.mjs';

const ROUNDS = 5;
const CALLS = 200;
const CONCURRENT = [1, 8];
const PIN = '271828';
const data = randomBytes(200);
const root = mkdtempSync(join(tmpdir(), 'cinnabar-bench-'));
const tokens = [];

function bare(algorithm) {
  const { privateKey } =
    algorithm === 'P-256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return async () => sign('sha256', data, privateKey);
}

async function local(platform, algorithm) {
  const { database, services } = platform;
  const store = new LocalKeyStore({ db: database.db, envelope: services.envelope, clock: services.clock });
  const { keyId } = await store.generate(1, algorithm);
  return () => store.sign(1, keyId, data);
}

/** null without SoftHSM or the binding to PKCS #11. */
function initialiseToken() {
  try {
    createRequire(import.meta.url).resolve('pkcs11js');
  } catch {
    return null;
  }
  if (!existsSync(SOFTHSM)) return null;
  mkdirSync(join(root, 'tokens'));
  const config = join(root, 'softhsm2.conf');
  writeFileSync(config, `directories.tokendir = ${join(root, 'tokens')}\nobjectstore.backend = file\n`);
  process.env.SOFTHSM2_CONF = config;
  const options = ['--init-token', '--free', '--label', 'bench', '--pin', PIN, '--so-pin', '3141592653'];
  const { status } = spawnSync('softhsm2-util', options, { stdio: 'ignore' });
  return status === 0 ? { PKCS11_MODULE: SOFTHSM, PKCS11_TOKEN: 'bench', PKCS11_PIN: PIN } : null;
}

function openToken(settings, sessions) {
  const store = new Pkcs11KeyStore(readTokenSettings({ ...settings, PKCS11_SESSIONS: String(sessions) }));
  tokens.push(store);
  return store;
}

async function inToken(store, algorithm) {
  const key = { ...(await store.generate(`bench ${algorithm}`, algorithm)), algorithm };
  return () => store.sign(key, data);
}

/** ms for each call, at so many at once. */
async function timeOf(work, concurrent) {
  const began = performance.now();
  let left = CALLS;
  const worker = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: concurrent }, worker));
  return (performance.now() - began) / CALLS;
}

async function compare(contestants) {
  const times = new Map();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, work] of contestants) {
      for (const concurrent of CONCURRENT) {
        const key = `${name}|${concurrent}`;
        const time = await timeOf(work, concurrent);
        // The first round warms up.
        if (round > 0) times.set(key, [...(times.get(key) ?? []), time]);
      }
    }
  }
  return [...contestants.keys()].map((name) => ({
    name,
    times: CONCURRENT.map((concurrent) => median(times.get(`${name}|${concurrent}`))),
  }));
}

try {
  const environment = { DATA_DIR: join(root, 'data') };
  mkdirSync(environment.DATA_DIR, { mode: 0o700 });
  const platform = await openPlatform(readConfig(environment), {
    environment,
    stdout: () => undefined,
    stderr: console.error,
  });
  const settings = initialiseToken();
  if (settings === null) console.log('Without a token: SoftHSM or pkcs11js is missing.\n');
  const [one, four] = settings === null ? [] : [openToken(settings, 1), openToken(settings, 4)];
  const rows = [];
  for (const algorithm of ['P-256', 'RSA-2048']) {
    const contestants = new Map([
      ['node:crypto', bare(algorithm)],
      ['database', await local(platform, algorithm)],
    ]);
    if (settings !== null) {
      contestants.set('token, 1 session', await inToken(one, algorithm));
      contestants.set('token, 4 sessions', await inToken(four, algorithm));
    }
    const measured = await compare(contestants);
    const limit = measured[0].times[0];
    for (const { name, times } of measured)
      rows.push([algorithm, name, ...times.flatMap((time) => [time.toFixed(2), (time / limit).toFixed(1)])]);
  }
  printTable(['key', 'store', '1 at once, ms', 'times', '8 at once, ms each', 'times'], rows);
  if (four !== undefined) {
    const guardKey = await four.generateGuardKey('bench');
    const guarded = await four.guard(guardKey, randomBytes(32));
    const [{ times }] = await compare(new Map([['', () => four.unguard(guardKey, guarded)]]));
    console.log(
      `\nA data key is decrypted by the token in ${times[0].toFixed(2)} ms, 8 at once in ${times[1].toFixed(2)} ms each.`,
    );
  }
  await platform.close();
} finally {
  for (const store of tokens) await store.close();
  rmSync(root, { recursive: true, force: true });
}
