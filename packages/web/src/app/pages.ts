import type { PageName } from '@cinnabar/api/pages/addresses.js';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

const approve = lazy(() => import('../approve/approve-page.js'));
const docs = lazy(() => import('../docs/docs-page.js'));
const pay = lazy(() => import('../pay/pay-page.js'));
const seals = lazy(() => import('../seals/seals-page.js'));
const templates = lazy(() => import('../templates/templates-page.js'));

/** Each page is a separate chunk, loaded on first use. */
export const componentOf: Readonly<Record<PageName, LazyExoticComponent<ComponentType>>> = {
  home: lazy(() => import('../home/home-page.js')),
  sign: lazy(() => import('../sign/sign-page.js')),
  fill: lazy(() => import('../fill/fill-page.js')),
  place: lazy(() => import('../place/place-page.js')),
  copy: lazy(() => import('../copy/copy-page.js')),
  approvals: approve,
  approval: approve,
  identity: lazy(() => import('../identity/identity-page.js')),
  invitation: lazy(() => import('../invitation/invitation-page.js')),
  registration: lazy(() => import('../registration/registration-page.js')),
  enterprise: lazy(() => import('../enterprise/enterprise-page.js')),
  automatic: lazy(() => import('../automatic/automatic-page.js')),
  contracts: lazy(() => import('../contracts/contracts-page.js')),
  seals,
  newSeal: seals,
  seal: seals,
  templates,
  designer: templates,
  face: lazy(() => import('../face/face-page.js')),
  newPayment: pay,
  lastPayment: pay,
  payment: pay,
  sandboxPayment: lazy(() => import('../pay/sandbox-payment-page.js')),
  verify: lazy(() => import('../verify/verify-page.js')),
  write: lazy(() => import('../write/write-page.js')),
  docs,
  docsSection: docs,
  docsEntry: docs,
};
