import { type ListedPackage, listPackages } from '@cinnabar/server/areas/enterprise/index.js';
import { type Command, jsonOption } from './command.js';
import { corpOption, readCorpId, requireCorp } from './find-corp.js';
import { listOutcome, pagingOptions, readWindow } from './list-options.js';
import { withPlatform } from './with-platform.js';

export const packageList: Command = {
  name: 'package list',
  summary: 'Lists the packages of an enterprise (balance add --expires), the latest expiry first.',
  options: { corp: corpOption, ...pagingOptions, json: jsonOption },
  async run(values, context) {
    const corpId = readCorpId(values);
    const window = readWindow(values);
    return withPlatform(values, context, async ({ database }) => {
      await requireCorp(database.db, corpId);
      return listOutcome('packages', await listPackages(database.db, corpId, window), printPackage);
    });
  },
};

function printPackage({ packageId, ledger, count, remaining, expireTime, orderCode }: ListedPackage): string {
  const what = ledger === 'collection' ? 'collections' : 'contracts';
  const order = orderCode === null ? '' : `, order ${orderCode}`;
  return `${packageId}  ${remaining} of ${count} ${what} left, until ${expireTime.toISOString()}${order}`;
}
