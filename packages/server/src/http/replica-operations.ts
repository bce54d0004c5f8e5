/** Operations that only read, and may read from a replica. Exports record themselves, and read their rows from it. */
import type { AnyOperation } from '@cinnabar/api/operation.js';
import { auditList } from '@cinnabar/api/operations/audit.js';
import { queryAccountHistoryList } from '@cinnabar/api/operations/enterprise.js';
import {
  contractList,
  enterpriseContractsCount,
  enterpriseContractsList,
  listByMobile,
  listCount,
  signTaskOverview,
} from '@cinnabar/api/operations/flows.js';
import { memberList } from '@cinnabar/api/operations/members.js';
import { payOrderListByPage } from '@cinnabar/api/operations/payments.js';
import { sealUsageList } from '@cinnabar/api/operations/seals.js';
import { templateOverview } from '@cinnabar/api/operations/template-overview.js';
import { templateList } from '@cinnabar/api/operations/templates.js';
import { webhookDeliveryList } from '@cinnabar/api/operations/webhooks.js';

export const replicaOperations: ReadonlySet<AnyOperation> = new Set<AnyOperation>([
  ...[contractList, listByMobile, listCount, signTaskOverview],
  ...[enterpriseContractsList, enterpriseContractsCount],
  ...[auditList, queryAccountHistoryList, memberList, payOrderListByPage, sealUsageList],
  ...[templateList, templateOverview, webhookDeliveryList],
]);
