import { corpOptionOf, corpOptions } from '@cinnabar/server/areas/platform/index.js';
import type { PlacesOfKeys } from '@cinnabar/server/custody/placed-key-store.js';
import type { Words } from '@cinnabar/server/operation/refusal.js';
import { audited } from './audited.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError, type Values } from './command.js';
import { corpOption, noCorp, readCorpId } from './find-corp.js';
import { withPlatform } from './with-platform.js';

const known = Object.entries(corpOptions)
  .map(([name, { values }]) => `${name} (${values})`)
  .join('; ');

export const corpSet: Command = {
  name: 'corp set',
  summary: `Changes a setting of an enterprise: ${known}.`,
  arguments: [{ name: 'name' }, { name: 'value' }],
  options: { corp: corpOption, json: jsonOption },
  async run(values, context) {
    const corpId = readCorpId(values);
    const { name, value, stored, change, problemWith } = readSetting(values);
    return withPlatform(values, context, async (platform) => {
      const problem = problemWith(platform.config.keyPlaces);
      if (problem !== null) throw new CommandFailed(problem.en);
      const isSaved = await audited(
        platform,
        (tx) => change(tx, corpId),
        (isDone) => (isDone ? { corpId, act: 'corp.settings', after: { [name]: value } } : null),
      );
      if (!isSaved) throw noCorp(corpId);
      return { json: { corpId, [name]: stored }, text: `${name} of enterprise ${corpId} is ${value}` };
    });
  },
};

function readSetting(given: Values) {
  const name = textOf(given, 'name') ?? '';
  const value = textOf(given, 'value') ?? '';
  const setting = corpOptionOf(name);
  if (setting === null) throw new UsageError(`there is no setting "${name}", but ${known}`);
  const read = setting.read(value);
  if (read === undefined) throw new UsageError(`${name} is one of ${setting.values}`);
  const problemWith = (places: PlacesOfKeys): Words | null => setting.problemOf?.(value, places) ?? null;
  return { name, value, ...read, problemWith };
}
