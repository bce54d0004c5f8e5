/** What the commands about backups share. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chooseSet, type Manifest, placeOf, readManifest } from '@cinnabar/server/backup/manifest.js';
import type { SetPlace } from '@cinnabar/server/backup/sealed-file.js';
import { openMasterKey } from '@cinnabar/server/custody/master-key.js';
import type { Config } from '@cinnabar/server/settings/config.js';
import { CommandFailed, type Option, type Options, textOf, type Values } from './command.js';

export const fromOptions: Options = {
  from: { type: 'string', required: true, placeholder: 'DIR', description: 'folder of the backups' },
  set: {
    type: 'string',
    placeholder: 'NAME',
    description: 'a set of it; by default the newest finished one',
  },
};

export const toOption: Option = {
  type: 'string',
  required: true,
  placeholder: 'DIR',
  description: 'folder of the backups, made if it is missing; for one service alone',
};

export interface ChosenSet {
  /** Folder of all sets. */
  readonly target: string;
  readonly place: SetPlace;
  readonly manifest: Manifest;
}

/** The set that the options name, opened by the master key of the settings. @throws BackupError, CommandFailed */
export async function chosenSet(values: Values, config: Config): Promise<ChosenSet> {
  const target = resolve(textOf(values, 'from') ?? '');
  const set = await chooseSet(target, textOf(values, 'set') ?? null);
  const { id, backup } = openMasterKey(config.masterKey ?? (await keptMasterKey(config.dataDir)));
  const place = placeOf(target, set, backup);
  return { target, place, manifest: await readManifest(place, id) };
}

/** Unlike the service, these commands never make a key: with a new one no backup could be opened. */
async function keptMasterKey(dataDir: string): Promise<string> {
  const path = join(dataDir, 'master.key');
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CommandFailed(`set MASTER_KEY to the master key of the backup, or put it into ${path}`, {
      cause,
    });
  });
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toLocaleString('en-US', { maximumFractionDigits: 1 })} MiB`;
}
