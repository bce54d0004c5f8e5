import {
  isSettingName,
  saveSetting,
  settingChoices,
  storedSetting,
} from '@cinnabar/server/areas/enterprise/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { type Command, jsonOption, textOf, UsageError, type Values } from './command.js';
import { corpOption, noCorp, readCorpId } from './find-corp.js';
import { withPlatform } from './with-platform.js';

const known = Object.entries(settingChoices)
  .map(([name, choices]) => `${name} (${choices.join(', ')})`)
  .join('; ');

export const corpSet: Command = {
  name: 'corp set',
  summary: `Changes a setting of an enterprise: ${known}.`,
  arguments: [{ name: 'name' }, { name: 'value' }],
  options: { corp: corpOption, json: jsonOption },
  async run(values, surroundings) {
    const corpId = readCorpId(values);
    const { name, value } = readSetting(values);
    return withPlatform(values, surroundings, async ({ database }) => {
      const stored = storedSetting(value);
      if (!(await transact(database.db, (tx) => saveSetting(tx, corpId, name, stored)))) throw noCorp(corpId);
      return { json: { corpId, [name]: stored }, text: `${name} of enterprise ${corpId} is ${value}` };
    });
  },
};

function readSetting(values: Values): { readonly name: string; readonly value: string } {
  const name = textOf(values, 'name') ?? '';
  const value = textOf(values, 'value') ?? '';
  if (!isSettingName(name)) throw new UsageError(`there is no setting "${name}", but ${known}`);
  const choices = settingChoices[name];
  if (!choices.includes(value)) throw new UsageError(`${name} is one of ${choices.join(', ')}`);
  return { name, value };
}
