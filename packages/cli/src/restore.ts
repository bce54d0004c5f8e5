import { findFonts } from '@cinnabar/fonts';
import { chooseContainment } from '@cinnabar/pdf/containment/choose-containment.js';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import { checkAllChains } from '@cinnabar/server/areas/audit/index.js';
import { checkStoredFlows } from '@cinnabar/server/areas/flows/index.js';
import { unreadableBlobs } from '@cinnabar/server/backup/check-blobs.js';
import { endRestore, requireKnownVersion, restoreSet } from '@cinnabar/server/backup/restore-set.js';
import { openStorage } from '@cinnabar/server/composition/open-storage.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { EncryptedBlobStore } from '@cinnabar/server/storage/encrypted-blob-store.js';
import { recordCommand } from './audited.js';
import { type ChosenSet, chosenSet, fromOptions } from './backup-set.js';
import { type Command, jsonOption } from './command.js';
import { count } from './count.js';
import { reachDatabase } from './open-database.js';
import { openPlatform, type Platform } from './open-platform.js';
import { platformPolicy } from './platform-policy.js';

export const restore: Command = {
  name: 'restore',
  summary:
    'Restores a backup into an empty database and an empty storage, and verifies everything. Run it again if it was interrupted.',
  options: { ...fromOptions, json: jsonOption },
  async run(values, context) {
    const config = readConfig(context.environment);
    const chosen = await chosenSet(values, config);
    requireKnownVersion(chosen.manifest);
    const { database, close } = await reachDatabase(config, context);
    try {
      await restoreSet({ database, backend: openStorage(config), dataDir: config.dataDir, ...chosen });
    } finally {
      await close();
    }
    const platform = await openPlatform(config, context, { isRestoring: true });
    try {
      const { set } = chosen.manifest;
      const result = { set, ...(await examine(platform, chosen)) };
      const { database: restored, services } = platform;
      await recordCommand(restored.db, services, { corpId: null, act: 'platform.restore', after: { set } });
      // Not before: whoever interrupts the examination repeats it by the same command.
      await endRestore({ database: restored, dataDir: config.dataDir });
      context.stdout(values['json'] === true ? JSON.stringify(result, null, 2) : describe(result));
      return result.problems.length === 0 ? 0 : 1;
    } finally {
      await platform.close();
    }
  },
};

interface Examined {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly contracts: number;
  readonly signedFiles: number;
  readonly undecidedFiles: number;
  readonly auditChains: number;
  readonly problems: readonly string[];
}

/** Reads everything as the service would: files, signatures, histories, audit. Rows were compared when they were loaded. */
async function examine(platform: Platform, { place, manifest }: ChosenSet): Promise<Examined> {
  const { config, database, services } = platform;
  const { db } = database;
  const { envelope, masterKey, clock } = services;
  const blobs = new EncryptedBlobStore({ backend: openStorage(config), envelope });
  const unreadable = await unreadableBlobs(place, manifest, blobs);
  const policy = await platformPolicy(platform);
  const engine = new DocumentEngine({
    containment: await chooseContainment(config.parserSandbox, config.dataDir),
    fonts: findFonts(),
    workers: 1,
  });
  const flows = await checkStoredFlows({
    db,
    blobs,
    verify: (bytes) => engine.verifyDocument(bytes, policy),
  }).finally(() => engine.close());
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { signal } = new AbortController();
  const audit = await checkAllChains({ db, masterKey, log: quiet, now: clock.now(), signal });
  const broken = audit.broken.map(
    (chain) => `the audit of ${chain === 0 ? 'the platform' : `enterprise ${chain}`} is broken`,
  );
  return {
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.blobs.count,
    contracts: flows.flows,
    signedFiles: flows.signedFiles,
    undecidedFiles: flows.undecided,
    auditChains: audit.chains,
    problems: [...unreadable, ...flows.problems, ...broken],
  };
}

function describe(result: Examined & { readonly set: string }): string {
  const { set, tables, rows, files, contracts, signedFiles, undecidedFiles, auditChains, problems } = result;
  return [
    `${set} is restored: ${count(tables, 'table')} with ${count(rows, 'row')}, ${count(files, 'file')}`,
    `examined the histories of ${count(contracts, 'contract')}, ${count(auditChains, 'chain')} of the audit, and the signatures of ` +
      `${count(signedFiles, 'file')}, of which ${undecidedFiles} cannot be decided here`,
    ...(problems.length === 0
      ? ['Everything is whole.']
      : [`${count(problems.length, 'problem')}:`, ...problems]),
  ].join('\n');
}
