import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { replaceMasterKey } from '@cinnabar/server/custody/replaced-master-key.js';
import { rotateKey } from '@cinnabar/server/custody/rotate-key.js';
import type { RotatedUse } from '@cinnabar/server/custody/rotated-keys.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { audited, recordCommand } from './audited.js';
import {
  type CliContext,
  type Command,
  CommandFailed,
  jsonOption,
  textOf,
  UsageError,
  type Values,
} from './command.js';
import { withPlatform } from './with-platform.js';

export const keysRotate: Command = {
  name: 'keys rotate',
  summary:
    'Replaces the master key: wraps every data key by a new one. Start the service with that one afterwards. Or rotates the pepper of passwords, or the key of links, which running processes take up by themselves.',
  options: {
    to: {
      type: 'string',
      placeholder: 'FILE',
      description: 'file of the new master key; generated if it does not exist',
    },
    pepper: { type: 'boolean', description: 'rotate the pepper of passwords instead' },
    links: { type: 'boolean', description: 'rotate the key that signs links to files instead' },
    json: jsonOption,
  },
  async run(values, context) {
    const use = useOf(values);
    if (use !== null) return rotateStored(values, context, use);
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
      const after = { key: 'master', from, to };
      await recordCommand(database.db, services, { corpId: null, act: 'keys.rotate', after });
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

function useOf(values: Values): RotatedUse | null {
  const uses = [
    ...(values['pepper'] === true ? (['pepper'] as const) : []),
    ...(values['links'] === true ? (['links'] as const) : []),
  ];
  if (uses.length > 1 || (uses.length > 0 && textOf(values, 'to') !== undefined))
    throw new UsageError('--pepper, --links and --to exclude each other: one key is rotated at a time');
  return uses[0] ?? null;
}

const FATES: Readonly<Record<RotatedUse, string>> = {
  pepper:
    'Each password is stored by the new pepper when it is next entered; until then the one before stays. "keys list" counts them.',
  links:
    'Links that were given before stay valid until their own end, at most half an hour; then the key before is deleted.',
};

function rotateStored(values: Values, context: CliContext, use: RotatedUse): Promise<number> {
  return withPlatform(values, context, async (platform) => {
    const { masterKey, clock } = platform.services;
    const made = await audited(
      platform,
      (tx) => rotateKey(tx, masterKey, use, clock.now()),
      (next) =>
        next === null ? null : { corpId: null, act: 'keys.rotate', after: { key: use, to: next.keyId } },
    );
    if (made === null) throw new CommandFailed('a new key was made a moment ago: nothing was changed');
    const usedFrom = made.usedFrom.toISOString();
    return {
      json: { key: use, id: made.keyId, usedFrom },
      text: [`${made.keyId} is used from ${usedFrom} by every process that runs`, FATES[use]].join('\n'),
    };
  });
}

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
