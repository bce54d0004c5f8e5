import { type ListedApplication, listApplications } from '@cinnabar/server/areas/credentials/index.js';
import { type Command, jsonOption } from './command.js';
import { corpOption, readCorpId, requireCorp } from './find-corp.js';
import { listOutcome, pagingOptions, readWindow } from './list-options.js';
import { withPlatform } from './with-platform.js';

export const appList: Command = {
  name: 'app list',
  summary: 'Lists the applications of an enterprise, oldest first, without their secrets.',
  options: { corp: corpOption, ...pagingOptions, json: jsonOption },
  async run(values, context) {
    const corpId = readCorpId(values);
    const window = readWindow(values);
    return withPlatform(values, context, async ({ database }) => {
      await requireCorp(database.db, corpId);
      return listOutcome('apps', await listApplications(database.db, corpId, window), printApplication);
    });
  },
};

function printApplication({ appId, name, status, allowList }: ListedApplication): string {
  const from = allowList.length === 0 ? '' : `, from ${allowList.join(', ')}`;
  return `${appId}  ${name}  ${status}${from}`;
}
