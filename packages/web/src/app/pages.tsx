import type { PageName } from '@cinnabar/api/pages/addresses.js';
import { type ComponentType, lazy } from 'react';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { behindGate } from './behind-gate.js';

const desk = <PageSkeleton shape="desk" />;
const approve = behindGate(() => import('../approve/approve-page.js'));
const consolePage = lazy(() => import('../console/console-page.js'));
const docs = lazy(() => import('../docs/docs-page.js'));
const pay = behindGate(() => import('../pay/pay-page.js'));
const seals = behindGate(() => import('../seals/seals-page.js'));
const designer = behindGate(() => import('../designer/link-designer.js'), desk);

/** Each page is a separate chunk, loaded on first use. */
export const componentOf: Readonly<Record<PageName, ComponentType>> = {
  home: lazy(() => import('../home/home-page.js')),
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
  contracts: lazy(() => import('../contracts/contracts-page.js')),
  seals,
  newSeal: seals,
  seal: seals,
  templates: designer,
  designer,
  preview: lazy(() => import('./preview-page.js')),
  face: lazy(() => import('../face/face-page.js')),
  newPayment: pay,
  lastPayment: pay,
  payment: pay,
  sandboxPayment: lazy(() => import('../pay/sandbox-payment-page.js')),
  verify: lazy(() => import('../verify/verify-page.js')),
  login: lazy(() => import('../login/login-page.js')),
  setup: lazy(() => import('../setup/setup-page.js')),
  platform: lazy(() => import('../platform/platform-page.js')),
  security: lazy(() => import('../security/security-page.js')),
  write: lazy(() => import('../write/write-page.js')),
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
