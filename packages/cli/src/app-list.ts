import { type ListedApplication, listApplications } from '@cinnabar/server/areas/credentials/index.js';
import { corpRowsCommand } from './corp-rows-command.js';

export const appList = corpRowsCommand({
  name: 'app list',
  summary: 'Lists the applications of an enterprise, oldest first, without their secrets.',
  key: 'apps',
  load: listApplications,
  print: printApplication,
});

function printApplication({ appId, name, status, allowList }: ListedApplication): string {
  const from = allowList.length === 0 ? '' : `, from ${allowList.join(', ')}`;
  return `${appId}  ${name}  ${status}${from}`;
}
