import { type ListedPackage, listPackages } from '@cinnabar/server/areas/enterprise/index.js';
import { corpRowsCommand } from './corp-rows-command.js';

export const packageList = corpRowsCommand({
  name: 'package list',
  summary: 'Lists the packages of an enterprise (balance add --expires), the latest expiry first.',
  key: 'packages',
  load: listPackages,
  print: printPackage,
});

function printPackage({ packageId, ledger, count, remaining, expireTime, orderCode }: ListedPackage): string {
  const what = ledger === 'collection' ? 'collections' : 'contracts';
  const order = orderCode === null ? '' : `, order ${orderCode}`;
  return `${packageId}  ${remaining} of ${count} ${what} left, until ${expireTime.toISOString()}${order}`;
}
