import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { replaceMasterKey } from '@cinnabar/server/custody/replaced-master-key.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError } from './command.js';
import { withPlatform } from './with-platform.js';

export const keysRotate: Command = {
  name: 'keys rotate',
  summary:
    'Replaces the master key: wraps every data key by a new one. Start the service with that one afterwards.',
  options: {
    to: {
      type: 'string',
      placeholder: 'FILE',
      description: 'file of the new master key; generated if it does not exist',
    },
    json: jsonOption,
  },
  async run(values, context) {
    const { masterKey, dataDir } = readConfig(context.environment);
    const stored = join(dataDir, 'master.key');
    const given = textOf(values, 'to');
    if (masterKey !== null && given === undefined)
      throw new UsageError('--to is required: MASTER_KEY is a setting');
    if (masterKey === null && given !== undefined) {
      throw new UsageError(
        `--to is not needed: the master key is ${stored}, and the new one takes its place`,
      );
    }
    return withPlatform(values, context, async ({ database, services }) => {
      const present = masterKey ?? (await readFile(stored, 'utf8'));
      const file = given ?? `${stored}.next`;
      // The new key is stored before any data key is wrapped by it: losing it would mean losing all data.
      const next = await readOrCreate(file);
      if (next.trim() === present.trim())
        throw new CommandFailed(`${file} already contains the present master key`);
      const { from, to, dataKeys } = await replaceMasterKey(database.db, present, next, services.clock.now());
      if (masterKey === null) await rename(file, stored);
      const place = masterKey === null ? stored : file;
      return {
        json: { from, to, dataKeys, file: place },
        text: [
          `master key ${from} is replaced by ${to}, in ${place}; ${dataKeys} data keys are wrapped anew`,
          'Start every process of the service again, with the new key. Backups from before need the old one.',
        ].join('\n'),
      };
    });
  },
};

async function readOrCreate(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      throw new CommandFailed(`${path} cannot be read`, { cause: error });
    }
  }
  const made = `${newMasterKey()}\n`;
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw new CommandFailed(`${path} cannot be written`, { cause: error });
  });
  try {
    await file.writeFile(made);
    await file.sync();
  } finally {
    await file.close();
  }
  return made;
}
