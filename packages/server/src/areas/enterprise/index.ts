/** Enterprises and their ledgers: the area's public interface. */
import * as enterprise from '@cinnabar/api/operations/enterprise.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { isCreditCode } from '@cinnabar/api/check-digits.js';
export { baseInfo } from './base-info.js';
export { brandOf, senderOf } from './brand.js';
export { addPackage, type Charge, type ChargeAlone, charge, chargeAlone, EMPTY_LEDGER } from './charge.js';
export { consoleNetworksOf } from './console-networks.js';
export type { Corp } from './corp.js';
export { changeSettings } from './corp-settings.js';
export {
  CorpExists,
  type CorpProfile,
  createCorp,
  type OpeningBalances,
  prepareCorp,
} from './create-corp.js';
export { draftsEnded } from './draft-retention.js';
export { embedOriginsOf, embedOriginsSetting, isEmbedOrigin } from './embed-origins.js';
export {
  formerCode,
  type Identification,
  identifyCorp,
  isClosed,
  lockCorp,
  noteIdentification,
  saveLegalRep,
  setIdentity,
} from './identification.js';
export { enterpriseJobs, enterpriseSweeps } from './jobs.js';
export { encryptLegalRepIdentNo, legalRepresentative } from './legal-representative.js';
export { countCorpsWithSuites, type ListedCorp, listCorps } from './list-corps.js';
export { type ListedPackage, listPackages } from './list-packages.js';
export { findLogoByKey } from './logo-store.js';
export { openedCorp, ownCorp } from './own-corp.js';
export { corpNameKey, DEFAULT_MAX_AMOUNT } from './rules.js';
export { setParent } from './set-parent.js';
export { type PlainChange, settingsOf } from './settings.js';
export {
  readSignatureSuite,
  SIGNATURE_SUITE,
  SM2_SUITES,
  signatureSuiteOf,
  signatureSuites,
  sm2Problem,
  suiteAlgorithms,
} from './signature-suite.js';
export {
  findBalances,
  findCorp,
  findCorpByName,
  findCorpTogether,
  saveLevel,
  saveSetting,
} from './store.js';

export const enterpriseRoutes = routesOf(enterprise, handlers);
