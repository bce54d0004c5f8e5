import { resolve } from 'node:path';
import { verifySet } from '@cinnabar/server/backup/verify-set.js';
import { writeSet } from '@cinnabar/server/backup/write-set.js';
import { openStorage } from '@cinnabar/server/composition/open-storage.js';
import { programVersion } from '@cinnabar/server/operation/program-version.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { EncryptedBlobStore } from '@cinnabar/server/storage/encrypted-blob-store.js';
import { recordCommand } from './audited.js';
import { chosenSet, fromOptions, mebibytes, toOption } from './backup-set.js';
import { type Command, jsonOption, textOf, UsageError, type Values } from './command.js';
import { count } from './count.js';
import { openPlatform } from './open-platform.js';

export const backup: Command = {
  name: 'backup',
  summary:
    'Backs up database and files while the service runs. The master key is never part of a backup: keep it elsewhere.',
  options: {
    to: toOption,
    keep: {
      type: 'string',
      placeholder: 'N',
      description: 'afterwards, remove all but the newest N sets; by default all stay',
    },
    reread: {
      type: 'boolean',
      description: 'read the files that earlier backups copied, too, and copy damaged ones again',
    },
    json: jsonOption,
  },
  async run(values, context) {
    const keep = readKeep(values);
    const target = resolve(textOf(values, 'to') ?? '');
    const platform = await openPlatform(readConfig(context.environment), context);
    try {
      const { config, database, services } = platform;
      const { masterKey, envelope, clock } = services;
      const backend = openStorage(config);
      const { manifest, copied, copiedBytes, missing, pruned } = await writeSet({
        database,
        backend,
        blobs: new EncryptedBlobStore({ backend, envelope }),
        reread: values['reread'] === true,
        masterKey,
        target,
        keep,
        now: clock.now(),
        program: programVersion(),
      });
      const { set, tables, blobs } = manifest;
      const result = {
        set,
        tables: tables.length,
        rows: tables.reduce((sum, { rows }) => sum + rows, 0),
        tableBytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
        files: blobs.count,
        fileBytes: blobs.blobBytes,
        copiedFiles: copied,
        copiedBytes,
        missingFiles: blobs.missing,
        removedSets: pruned?.sets ?? [],
        removedFiles: pruned?.blobs ?? 0,
      };
      const { rows, missingFiles, removedSets } = result;
      await recordCommand(database.db, services, {
        corpId: null,
        act: 'platform.backup',
        after: { set, rows, files: blobs.count, missingFiles, removedSets: removedSets.length },
      });
      context.stdout(values['json'] === true ? JSON.stringify(result, null, 2) : describe(result));
      if (pruned !== null && pruned.closed.length > 0) {
        context.stderr(
          `no file was removed: ${pruned.closed.join(', ')} can be opened by an earlier master key only`,
        );
      }
      if (blobs.missing === 0) return 0;
      context.stderr(
        `missing in the storage or damaged there, although the database refers to it: ${count(blobs.missing, 'file')}, such as`,
      );
      for (const { corpId, hash } of missing) context.stderr(`  ${hash} of enterprise ${corpId}`);
      return 1;
    } finally {
      await platform.close();
    }
  },
};

function readKeep(values: Values): number | null {
  const text = textOf(values, 'keep');
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageError('--keep is a number of sets, 1 or more');
  return Number(text);
}

interface Result {
  readonly set: string;
  readonly tables: number;
  readonly rows: number;
  readonly tableBytes: number;
  readonly files: number;
  readonly fileBytes: number;
  readonly copiedFiles: number;
  readonly copiedBytes: number;
  readonly removedSets: readonly string[];
  readonly removedFiles: number;
}

function describe(result: Result): string {
  const { set, tables, rows, tableBytes, files, fileBytes, copiedFiles, copiedBytes } = result;
  const { removedSets, removedFiles } = result;
  return [
    `${set}: ${count(tables, 'table')} with ${count(rows, 'row')} (${mebibytes(tableBytes)}), ` +
      `${count(files, 'file')} (${mebibytes(fileBytes)}), new: ${copiedFiles} (${mebibytes(copiedBytes)})`,
    ...(removedSets.length === 0
      ? []
      : [`removed ${removedSets.join(', ')}, with ${count(removedFiles, 'file')} of their own`]),
    'The master key is not in it: without that key nobody can restore it.',
  ].join('\n');
}

export const backupVerify: Command = {
  name: 'backup verify',
  summary: 'Reads a backup whole, without a database: every table and every file as it was written.',
  options: { ...fromOptions, json: jsonOption },
  async run(values, context) {
    const { target, place, manifest } = await chosenSet(values, readConfig(context.environment));
    const { ofSet, ofFiles } = await verifySet(target, place, manifest);
    const problems = [...ofSet, ...ofFiles];
    const { set, madeAt, program, tables, blobs } = manifest;
    const result = { set, madeAt, program, tables: tables.length, files: blobs.count, problems };
    const told = [
      `${set} of ${madeAt}: ${count(tables.length, 'table')} and ${count(blobs.count, 'file')}, ` +
        (problems.length === 0 ? 'all as they were written' : `and ${count(problems.length, 'problem')}`),
      ...problems,
    ];
    context.stdout(values['json'] === true ? JSON.stringify(result, null, 2) : told.join('\n'));
    if (ofFiles.length > 0) {
      context.stderr(
        '"cinnabar backup --reread" copies files that are missing or damaged again, if the storage has them',
      );
    }
    return problems.length === 0 ? 0 : 1;
  },
};
