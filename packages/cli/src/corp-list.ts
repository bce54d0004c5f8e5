import { text } from '@cinnabar/api/schema.js';
import { type ListedCorp, listCorps } from '@cinnabar/server/areas/enterprise/index.js';
import { type Command, jsonOption, textOf } from './command.js';
import { count } from './count.js';
import { listOutcome, pagingOptions, readWindow } from './list-options.js';
import { readOption } from './read-option.js';
import { withPlatform } from './with-platform.js';

export const corpList: Command = {
  name: 'corp list',
  summary: 'Lists enterprises with their status and balances, oldest first.',
  options: {
    name: { type: 'string', placeholder: 'TEXT', description: 'only those whose name contains this' },
    ...pagingOptions,
    json: jsonOption,
  },
  async run(values, context) {
    const part =
      textOf(values, 'name') === undefined ? null : readOption(text(1, 100), values, 'name').trim();
    const window = readWindow(values);
    return withPlatform(values, context, async ({ database }) =>
      listOutcome('corps', await listCorps(database.db, part, window), printCorp),
    );
  },
};

function printCorp({ corpId, corpName, corpCode, identStatus, contracts, collections }: ListedCorp): string {
  const code = corpCode === null ? '' : ` (${corpCode})`;
  return `${corpId}  ${corpName}${code}  ${identStatus}, ${count(contracts, 'contract')}, ${count(collections, 'collection')}`;
}
