/** What the pages of people talk to: links, sessions, and the operations that a session may call. */
import type { Db } from '../database/schema.js';
import { createOperationHandler } from '../http/operation-handler.js';
import type { ExtraRoute } from '../http/server.js';
import type { Uploads } from '../http/uploads.js';
import type { AnyRoute } from '../operation/handler.js';
import type { Services } from '../operation/services.js';
import { accessEndpoints } from './access-endpoints.js';
import { approvalEndpoints } from './approval-endpoints.js';
import { automaticEndpoints } from './automatic-endpoints.js';
import { consentEndpoints } from './consent-endpoints.js';
import { copyEndpoints } from './copy-endpoints.js';
import { faceEndpoints } from './face-endpoints.js';
import { fillEndpoints } from './fill-endpoints.js';
import { htmlEndpoints } from './html-endpoints.js';
import { identifyBySession } from './identify-session.js';
import { linkEndpoints } from './link-endpoints.js';
import { mineEndpoints } from './mine-endpoints.js';
import { myAutomaticEndpoints } from './my-automatic-endpoints.js';
import { myEnterprisesEndpoints } from './my-enterprises-endpoints.js';
import { newcomerEndpoints } from './newcomer-endpoints.js';
import { ownIdentityEndpoints } from './own-identity-endpoints.js';
import { padEndpoints } from './pad-endpoints.js';
import { pagePictureEndpoints } from './page-picture-endpoints.js';
import { pageTextEndpoints } from './page-text-endpoints.js';
import { payEndpoints } from './pay-endpoints.js';
import { placeEndpoints } from './place-endpoints.js';
import { referenceEndpoint } from './reference-endpoint.js';
import { registrationEndpoints } from './registration-endpoints.js';
import { signEndpoints } from './sign-endpoints.js';
import { verifyEndpoints } from './verify-endpoints.js';
import { readWebFiles } from './web-files.js';

/** Below this the operations of the interface can be called by a session, under their own paths. */
const OPERATIONS = '/pages/operations';

export interface PagesOptions {
  readonly services: Services;
  readonly db: Db;
  readonly routes: readonly AnyRoute[];
  readonly uploads: Uploads;
  /** Answers that do not fit their operation are errors: for tests. */
  readonly strictAnswers: boolean;
}

/**
 * Every operation has a path here, so that one which a session may not call is 403 and not unknown. Whoever calls is
 * found out by the session; all else is as in the interface.
 */
export function pageRoutes({
  services,
  db,
  routes,
  uploads,
  strictAnswers,
}: PagesOptions): readonly ExtraRoute[] {
  const identify = identifyBySession(db, services);
  const handle = createOperationHandler({ services, db, uploads, strictAnswers, identify });
  const operations = routes.filter(({ caller }) => caller !== 'none');
  const files = readWebFiles();
  return [
    ...(files === null ? [] : [referenceEndpoint(services, files), ...htmlEndpoints(services, db, files)]),
    ...linkEndpoints(services, db, files),
    ...pagePictureEndpoints(services, db),
    ...pageTextEndpoints(services, db),
    ...signEndpoints(services, db),
    ...padEndpoints(services, db),
    ...fillEndpoints(services, db),
    ...approvalEndpoints(services, db),
    ...copyEndpoints(services, db),
    ...placeEndpoints(services, db),
    ...faceEndpoints(services, db),
    ...newcomerEndpoints(services, db),
    ...verifyEndpoints(services, db, uploads),
    ...consentEndpoints(services, db),
    ...payEndpoints(services, db),
    ...mineEndpoints(services, db),
    ...myEnterprisesEndpoints(services, db),
    ...myAutomaticEndpoints(services, db),
    ...ownIdentityEndpoints(services, db),
    ...accessEndpoints(services, db),
    ...automaticEndpoints(services, db),
    ...registrationEndpoints(services, db),
    ...operations.map(
      (route): ExtraRoute => ({
        method: 'POST',
        path: `${OPERATIONS}${route.operation.path}`,
        answer: handle(route),
      }),
    ),
  ];
}
