import { id } from '@cinnabar/api/schema.js';
import { CertificateAuthority } from '@cinnabar/server/authority/certificate-authority.js';
import { keysToMove, moveKey } from '@cinnabar/server/authority/move-keys.js';
import type { KeyUse } from '@cinnabar/server/custody/key-store.js';
import { recordCommand } from './audited.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError } from './command.js';
import { count } from './count.js';
import { moveWrapping } from './keys-move-wrapping.js';
import { proofOptions, proveOperator } from './operator-proof.js';
import { readOption } from './read-option.js';
import { withKeyStore } from './with-key-store.js';
import { withPlatform } from './with-platform.js';

const USES: Readonly<Record<string, KeyUse>> = {
  authority: 'authority',
  enterprises: 'enterprise',
  services: 'service',
};

const WRAPPING = 'wrapping';

export const keysMove: Command = {
  name: 'keys move',
  summary:
    'Shows which certificates have keys elsewhere than the settings want; with --confirm, makes their next generation there. Of wrapping: encrypts data keys by the token, or no longer. Nothing has to be stopped.',
  arguments: [{ name: 'USE', choices: [...Object.keys(USES), WRAPPING] }],
  options: {
    corp: { type: 'string', placeholder: 'ID', description: 'of enterprises: this one alone' },
    confirm: {
      type: 'string',
      placeholder: 'USE',
      description: 'the same word once more; without it nothing is changed',
    },
    ...proofOptions,
    json: jsonOption,
  },
  run(values, context) {
    const word = textOf(values, 'USE') ?? '';
    const use = USES[word];
    if (use === undefined && word !== WRAPPING)
      throw new UsageError(`one of ${[...Object.keys(USES), WRAPPING].join(', ')}`);
    const corpId = textOf(values, 'corp') === undefined ? null : readOption(id<'Corp'>(), values, 'corp');
    if (corpId !== null && use !== 'enterprise') throw new UsageError('--corp is for enterprises');
    const confirmed = textOf(values, 'confirm');
    if (confirmed !== undefined && confirmed !== word)
      throw new CommandFailed(`--confirm is not ${word}: nothing was changed`);
    if (use === undefined) {
      return withPlatform(values, context, (platform) =>
        moveWrapping(platform, values, confirmed !== undefined),
      );
    }
    return withPlatform(values, context, async (platform) => {
      const { config, database, services } = platform;
      const { db } = database;
      const userId = confirmed === undefined ? null : await proveOperator(platform, values);
      return withKeyStore(platform, async (keyStore) => {
        const authority = new CertificateAuthority({
          db,
          keyStore,
          name: config.mode === 'sandbox' ? 'Cinnabar Sandbox' : 'Cinnabar',
          pseudonym: services.masterKey.pseudonym,
          algorithm: config.signingAlgorithm,
          publishedAt: config.trustUrl,
        });
        const now = services.clock.now();
        const place = config.keyPlaces[use];
        const parts = { db, authority, place, now };
        const found = await keysToMove(parts, { use, corpId });
        const rows = found.map((record) => ({
          corpId: record.corp_id,
          purpose: record.purpose,
          generation: record.generation + 1,
        }));
        const lines = rows.map(
          (row) =>
            `${row.purpose} of ${row.corpId === 0 ? 'the service' : row.corpId}, generation ${row.generation}`,
        );
        const isDone = confirmed !== undefined;
        if (isDone) {
          for (const record of found) await moveKey(parts, record);
          if (found.length > 0) {
            const after = { keys: word, place, count: String(found.length) };
            await recordCommand(db, services, { corpId, userId, act: 'keys.move', after });
          }
        }
        return {
          json: { place, isDone, certificates: rows },
          text: [...lines, ...adviceOf(rows, { place, isDone, word, trustUrl: config.trustUrl })].join('\n'),
        };
      });
    });
  },
};

interface Row {
  readonly purpose: string;
  readonly generation: number;
}

function adviceOf(
  rows: readonly Row[],
  { place, isDone, word, trustUrl }: { place: string; isDone: boolean; word: string; trustUrl: string },
): readonly string[] {
  if (rows.length === 0) return [`all keys of ${word} lie in ${place} already`];
  const root = rows.find(({ purpose }) => purpose === 'root');
  return [
    isDone
      ? `${count(rows.length, 'key')} made in ${place}; processes that run use them within 10 s. The earlier keys stay until their certificates end.`
      : `Nothing was changed: --confirm ${word} makes these generations with keys in ${place}.`,
    ...(root === undefined
      ? []
      : [
          `A new root: distribute ${trustUrl}/ca/root-${root.generation}.cer to everybody who trusts the earlier one, and keep the earlier one, which documents signed before need.`,
        ]),
  ];
}
