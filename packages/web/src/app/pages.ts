import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

interface Page {
  readonly path: RegExp;
  readonly component: LazyExoticComponent<ComponentType>;
}

/** Every page is a file of its own that is fetched when somebody opens it. */
const pages: readonly Page[] = [
  { path: /^\/$/, component: lazy(() => import('../home/home-page.js')) },
  { path: /^\/sign\/\d+$/, component: lazy(() => import('../sign/sign-page.js')) },
  { path: /^\/fill\/\d+$/, component: lazy(() => import('../fill/fill-page.js')) },
  { path: /^\/approve(?:\/\d+)?$/, component: lazy(() => import('../approve/approve-page.js')) },
  { path: /^\/copy\/\d+$/, component: lazy(() => import('../copy/copy-page.js')) },
  { path: /^\/identity$/, component: lazy(() => import('../identity/identity-page.js')) },
  { path: /^\/enterprise\/new$/, component: lazy(() => import('../enterprise/enterprise-page.js')) },
  { path: /^\/face\/[^/]+$/, component: lazy(() => import('../face/face-page.js')) },
  { path: /^\/pay\/[^/]+$/, component: lazy(() => import('../pay/pay-page.js')) },
  { path: /^\/sandbox\/pay\/[^/]+$/, component: lazy(() => import('../pay/sandbox-payment-page.js')) },
  { path: /^\/contracts$/, component: lazy(() => import('../contracts/contracts-page.js')) },
  { path: /^\/seals(?:\/(?:new|\d+))?$/, component: lazy(() => import('../seals/seals-page.js')) },
  { path: /^\/registration$/, component: lazy(() => import('../registration/registration-page.js')) },
  { path: /^\/automatic$/, component: lazy(() => import('../automatic/automatic-page.js')) },
  { path: /^\/place\/\d+$/, component: lazy(() => import('../place/place-page.js')) },
  {
    path: /^\/(?:templates|designer\/\d+)$/,
    component: lazy(() => import('../templates/templates-page.js')),
  },
  { path: /^\/verify$/, component: lazy(() => import('../verify/verify-page.js')) },
  { path: /^\/write$/, component: lazy(() => import('../write/write-page.js')) },
  { path: /^\/invitation$/, component: lazy(() => import('../invitation/invitation-page.js')) },
];

export function pageAt(path: string): LazyExoticComponent<ComponentType> | null {
  return pages.find((page) => page.path.test(path))?.component ?? null;
}
