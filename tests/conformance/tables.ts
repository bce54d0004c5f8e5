import type { TableMaker } from './support/operation-table.js';
import { applicationTables } from './tables/applications.js';
import { approvalTables } from './tables/approvals.js';
import { auditTables } from './tables/audit.js';
import { batchTables } from './tables/batches.js';
import { bulkStartTables } from './tables/bulk-start.js';
import { certificateTables } from './tables/certificates.js';
import { settingsTables } from './tables/corp-settings.js';
import { directStartTables } from './tables/direct-start.js';
import { enterpriseTables } from './tables/enterprise.js';
import { flowActTables } from './tables/flow-acts.js';
import { flowControlTables } from './tables/flow-control.js';
import { flowReadingTables } from './tables/flow-reading.js';
import { flowSigningTables } from './tables/flow-signing.js';
import { flowStartTables } from './tables/flow-start.js';
import { handOverTables } from './tables/hand-over.js';
import { linkTables } from './tables/links.js';
import { newcomerTables } from './tables/newcomers.js';
import { payChannelTables } from './tables/pay-channels.js';
import { paymentTables } from './tables/payments.js';
import { personalSealTables } from './tables/personal-seals.js';
import { sealUseTables } from './tables/seal-use.js';
import { sealTables } from './tables/seals.js';
import { templateChangeTables } from './tables/template-changes.js';
import { templateDraftTables } from './tables/template-drafts.js';
import { templatePlaceTables } from './tables/template-places.js';
import { templateTables } from './tables/templates.js';
import { uploadTables } from './tables/uploads.js';
import { webhookTables } from './tables/webhooks.js';
import { workspaceTables } from './tables/workspace.js';

/** One for each operation. */
export const tables: readonly TableMaker[] = [
  ...enterpriseTables,
  ...handOverTables,
  ...settingsTables,
  ...certificateTables,
  ...paymentTables,
  ...payChannelTables,
  ...sealTables,
  ...sealUseTables,
  ...personalSealTables,
  ...uploadTables,
  ...templatePlaceTables,
  ...templateTables,
  ...templateChangeTables,
  ...templateDraftTables,
  ...flowStartTables,
  ...directStartTables,
  ...bulkStartTables,
  ...batchTables,
  ...flowActTables,
  ...flowSigningTables,
  ...flowReadingTables,
  ...linkTables,
  ...newcomerTables,
  ...flowControlTables,
  ...approvalTables,
  ...webhookTables,
  ...workspaceTables,
  ...applicationTables,
  ...auditTables,
];
