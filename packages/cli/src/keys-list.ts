import { id } from '@cinnabar/api/schema.js';
import {
  countEnterpriseKeys,
  countLooseKeys,
  listStoredKeys,
  useOf,
} from '@cinnabar/server/authority/stored-keys.js';
import { countGuarded } from '@cinnabar/server/custody/guard-keys.js';
import { verifiersByPepper } from '@cinnabar/server/custody/peppers-in-use.js';
import { type Command, jsonOption, textOf } from './command.js';
import { count } from './count.js';
import { readOption } from './read-option.js';
import { withPlatform } from './with-platform.js';

const PLATFORM = 0;

export const keysList: Command = {
  name: 'keys list',
  summary:
    'Lists signing keys by use, store, algorithm and end, and how many passwords each pepper still has.',
  options: {
    corp: { type: 'string', placeholder: 'ID', description: 'the keys of this enterprise alone' },
    json: jsonOption,
  },
  run: (values, context) =>
    withPlatform(values, context, async ({ database: { db }, services: { masterKey } }) => {
      const corpId = textOf(values, 'corp') === undefined ? null : readOption(id<'Corp'>(), values, 'corp');
      const keys = (await listStoredKeys(db, corpId ?? PLATFORM)).map(({ notAfter, ...key }) => ({
        ...{ use: useOf(key.purpose), ...key, notAfter: notAfter.toISOString() },
      }));
      const lines = keys.map(
        (key) =>
          `${key.use}  ${key.purpose} ${key.generation}  ${key.place}  ${key.algorithm}  until ${key.notAfter}${key.isNewest ? '' : '  replaced'}`,
      );
      if (corpId !== null) return { json: { keys }, text: lines.join('\n') || 'no key yet' };
      const enterprises = await countEnterpriseKeys(db);
      const loose = Object.fromEntries(await countLooseKeys(db));
      const stored = await db
        .selectFrom('rotated_keys')
        .select(['key_id as id', 'use', 'used_from as usedFrom', 'retired_at as retiredAt'])
        .orderBy('used_from')
        .execute();
      const dataKeys = await countGuarded(db);
      const verifiers = await verifiersByPepper(db);
      const first = { use: 'pepper', id: masterKey.originId, usedFrom: null, retiredAt: null } as const;
      const rotated = [first, ...stored].map((key) => ({
        ...key,
        passwords: key.use === 'pepper' ? (verifiers.get(key.id) ?? 0) : null,
      }));
      return {
        json: { keys, enterprises, withoutCertificate: loose, dataKeys, rotated },
        text: [
          ...lines,
          ...enterprises.map(
            (each) =>
              `enterprise  ${each.place}  ${each.algorithm}  ${count(each.enterprises, 'enterprise')}, ${count(each.earlier, 'replaced key')}, first end ${each.soonest?.toISOString() ?? '-'}`,
          ),
          ...Object.entries(loose).map(([place, keys]) => `without certificate  ${place}  ${keys}`),
          `data keys  ${dataKeys.local} wrapped by the master key, ${dataKeys.pkcs11} by the token and the master key`,
          ...rotated.map(
            (each) =>
              `${each.use}  ${each.id}  from ${each.usedFrom?.toISOString() ?? 'the beginning'}${each.passwords === null ? '' : `, ${each.passwords} passwords`}${each.retiredAt === null ? '' : ', deleted'}`,
          ),
        ].join('\n'),
      };
    }),
};
