import type { PageOperation } from './page-operation.js';
import * as access from './pages/access.js';
import * as approval from './pages/approval.js';
import * as automatic from './pages/automatic.js';
import * as consent from './pages/consent.js';
import * as copy from './pages/copy.js';
import * as face from './pages/face.js';
import * as fill from './pages/fill.js';
import * as link from './pages/link.js';
import * as login from './pages/login.js';
import * as mine from './pages/mine.js';
import * as myAutomaticSeals from './pages/my-automatic-seals.js';
import * as myData from './pages/my-data.js';
import * as myEnterprises from './pages/my-enterprises.js';
import * as newcomer from './pages/newcomer.js';
import * as ownIdentity from './pages/own-identity.js';
import * as ownSecurity from './pages/own-security.js';
import * as pad from './pages/pad.js';
import * as pageGuides from './pages/page-guides.js';
import * as pageText from './pages/page-text.js';
import * as pay from './pages/pay.js';
import * as place from './pages/place.js';
import * as platform from './pages/platform.js';
import * as platformActs from './pages/platform-acts.js';
import * as platformCertificates from './pages/platform-certificates.js';
import * as platformClosing from './pages/platform-closing.js';
import * as platformCorps from './pages/platform-corps.js';
import * as platformJobs from './pages/platform-jobs.js';
import * as platformProviders from './pages/platform-providers.js';
import * as platformSeals from './pages/platform-seals.js';
import * as platformStorage from './pages/platform-storage.js';
import * as registration from './pages/registration.js';
import * as setup from './pages/setup.js';
import * as sign from './pages/sign.js';
import * as templateBlocks from './pages/template-blocks.js';
import * as verify from './pages/verify.js';

const declarations = [
  link,
  sign,
  pad,
  fill,
  place,
  approval,
  copy,
  pageGuides,
  pageText,
  consent,
  newcomer,
  registration,
  face,
  access,
  automatic,
  pay,
  mine,
  myData,
  myEnterprises,
  myAutomaticSeals,
  ownIdentity,
  login,
  ownSecurity,
  setup,
  platform,
  platformActs,
  platformCertificates,
  platformClosing,
  platformCorps,
  platformJobs,
  platformProviders,
  platformStorage,
  platformSeals,
  templateBlocks,
  verify,
];

function isDeclaration(value: unknown): value is PageOperation {
  return typeof value === 'object' && value !== null && 'audience' in value && value.audience === 'page';
}

/** Every page operation, with the page it belongs to. */
export const pageOperations: readonly PageOperation[] = declarations.flatMap((each) =>
  Object.values<unknown>(each).filter(isDeclaration),
);
