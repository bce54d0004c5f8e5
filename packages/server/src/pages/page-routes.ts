import type { AnyRoute } from '../operation/handler.js';
import { accessRoutes } from './access.js';
import { approvalPageRoutes } from './approval-page.js';
import { automaticSealRoutes } from './automatic-seal.js';
import { consentRoutes } from './consent.js';
import { loginRoutes } from './console/login.js';
import { openContractRoutes } from './console/open-contract.js';
import { ownSecurityRoutes } from './console/own-security.js';
import { setupRoutes } from './console/setup.js';
import { copyPageRoutes } from './copy-page.js';
import { facePageRoutes } from './face-page.js';
import { fillPageRoutes } from './fill-page.js';
import { linkPageRoutes } from './link-page.js';
import { mineRoutes } from './mine.js';
import { myAutomaticSealRoutes } from './my-automatic-seals.js';
import { myDataRoutes } from './my-data.js';
import { myEnterpriseRoutes } from './my-enterprises.js';
import { newcomerPageRoutes } from './newcomer.js';
import { ownIdentityRoutes } from './own-identity.js';
import { padRoutes } from './pad.js';
import { pageGuideRoutes } from './page-guides.js';
import { pageTextRoutes } from './page-text.js';
import { payPageRoutes } from './pay-page.js';
import { placePageRoutes } from './place-page.js';
import { platformActRoutes } from './platform/acts.js';
import { platformCertificateRoutes } from './platform/certificates.js';
import { platformClosingRoutes } from './platform/closing.js';
import { platformCorpRoutes } from './platform/corps.js';
import { platformJobRoutes } from './platform/jobs.js';
import { platformProviderRoutes } from './platform/providers.js';
import { platformRoutes } from './platform/routes.js';
import { platformSealRoutes } from './platform/seals.js';
import { platformStorageRoutes } from './platform/storage.js';
import { registrationRoutes } from './registration.js';
import { signPageRoutes } from './sign-page.js';
import { templateBlockRoutes } from './template-blocks.js';

/** The operations of the pages, except for public verification, which has places of its own. */
export const pageOperationRoutes: readonly AnyRoute[] = [
  ...linkPageRoutes,
  ...signPageRoutes,
  ...padRoutes,
  ...fillPageRoutes,
  ...placePageRoutes,
  ...approvalPageRoutes,
  ...copyPageRoutes,
  ...pageGuideRoutes,
  ...pageTextRoutes,
  ...consentRoutes,
  ...newcomerPageRoutes,
  ...registrationRoutes,
  ...facePageRoutes,
  ...accessRoutes,
  ...automaticSealRoutes,
  ...payPageRoutes,
  ...mineRoutes,
  ...myEnterpriseRoutes,
  ...myDataRoutes,
  ...myAutomaticSealRoutes,
  ...ownIdentityRoutes,
  ...loginRoutes,
  ...ownSecurityRoutes,
  ...openContractRoutes,
  ...setupRoutes,
  ...platformRoutes,
  ...platformActRoutes,
  ...platformCertificateRoutes,
  ...platformCorpRoutes,
  ...platformClosingRoutes,
  ...platformJobRoutes,
  ...platformProviderRoutes,
  ...platformStorageRoutes,
  ...platformSealRoutes,
  ...templateBlockRoutes,
];
