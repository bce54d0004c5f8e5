/** The certificates with which enterprises and persons sign, as far as other authorities issue them: the area's public interface. */
import * as certificates from '@cinnabar/api/operations/certificates.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { certificatesInUse } from './certificates-in-use.js';
export { certifyPersons } from './certify-persons.js';
export { importFacts, requestFacts } from './facts.js';
export { certificateJobs, certificateSweeps } from './jobs.js';
export { BY_FILE, defaultAlgorithm, OTHERS_SIGN_NO_SM2, requestState, sourceOf } from './rules.js';
export { takeIntoUse } from './take-into-use.js';

export const certificateRoutes = routesOf(certificates, handlers);
