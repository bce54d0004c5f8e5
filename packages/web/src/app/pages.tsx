import type { PageName } from '@cinnabar/api/pages/addresses.js';
import type { ComponentType } from 'react';
import { onDemand } from '../shared/components/on-demand.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { behindGate } from './behind-gate.js';

const page = (importFile: () => Promise<{ readonly default: ComponentType }>) =>
  onDemand(importFile, <PageSkeleton />);
const desk = <PageSkeleton shape="desk" />;
const approve = behindGate(() => import('../approve/approve-page.js'));
const consolePage = page(() => import('../console/console-page.js'));
const docs = page(() => import('../docs/docs-page.js'));
const pay = behindGate(() => import('../pay/pay-page.js'));
const seals = behindGate(() => import('../seals/seals-page.js'));
const designer = behindGate(() => import('../designer/link-designer.js'), desk);

/** Each page is a separate chunk, loaded on first use. */
export const componentOf: Readonly<Record<PageName, ComponentType>> = {
  home: page(() => import('../home/home-page.js')),
  sign: behindGate(() => import('../sign/sign-page.js'), desk),
  fill: behindGate(() => import('../fill/fill-page.js'), desk),
  place: behindGate(() => import('../place/place-page.js'), desk),
  copy: behindGate(() => import('../copy/copy-page.js')),
  approvals: approve,
  approval: approve,
  identity: behindGate(() => import('../identity/identity-page.js')),
  invitation: behindGate(() => import('../invitation/invitation-page.js')),
  registration: behindGate(() => import('../registration/registration-page.js')),
  enterprise: behindGate(() => import('../enterprise/enterprise-page.js')),
  automatic: behindGate(() => import('../automatic/automatic-page.js')),
  contracts: page(() => import('../contracts/contracts-page.js')),
  seals,
  newSeal: seals,
  seal: seals,
  templates: designer,
  designer,
  preview: page(() => import('./preview-page.js')),
  face: page(() => import('../face/face-page.js')),
  newPayment: pay,
  lastPayment: pay,
  payment: pay,
  sandboxPayment: page(() => import('../pay/sandbox-payment-page.js')),
  verify: page(() => import('../verify/verify-page.js')),
  login: page(() => import('../login/login-page.js')),
  setup: page(() => import('../setup/setup-page.js')),
  platform: page(() => import('../platform/platform-page.js')),
  security: page(() => import('../security/security-page.js')),
  write: page(() => import('../write/write-page.js')),
  corps: consolePage,
  console: consolePage,
  consoleContracts: consolePage,
  consoleNewContract: consolePage,
  consoleBatch: consolePage,
  consoleBatchInfo: consolePage,
  consoleContract: consolePage,
  consoleApprovals: consolePage,
  consoleTemplates: consolePage,
  consoleTemplate: consolePage,
  consoleDesigner: consolePage,
  consoleTemplateDraft: consolePage,
  consoleSeals: consolePage,
  consoleSeal: consolePage,
  consoleSealMatrix: consolePage,
  consoleNewSeal: consolePage,
  consoleMembers: consolePage,
  consoleMember: consolePage,
  consoleMemberLeave: consolePage,
  consoleFees: consolePage,
  consoleEvidence: consolePage,
  consoleDeveloper: consolePage,
  consoleSettings: consolePage,
  consoleAudit: consolePage,
  consoleMe: consolePage,
  docs,
  docsSection: docs,
  docsEntry: docs,
};
