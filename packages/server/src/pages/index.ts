/** Backend of the pages: their own operations, and those of the interface that a session may call. */
import { OPERATIONS_OF_CONSOLE } from '@cinnabar/api/console-door.js';
import { OPERATIONS_OF_LINKS } from '@cinnabar/api/operations-of-links.js';
import { pageOperations } from '@cinnabar/api/page-registry.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/extra-route.js';
import { createOperationHandler } from '../http/operation-handler.js';
import type { OperationRoute } from '../http/operation-routes.js';
import { routeTable } from '../http/route-table.js';
import type { Uploads } from '../http/uploads.js';
import type { AnyRoute } from '../operation/handler.js';
import type { Services } from '../operation/services.js';
import { browserRoutes, deadEndPage } from './browser-routes.js';
import { identifyFromConsole } from './console/identify-console.js';
import { identifyFromPage } from './identify-page.js';
import { pageOperationRoutes } from './page-routes.js';
import { publicVerification } from './public-verification.js';
import { builtWebFiles } from './web-files.js';

export interface PagesOptions {
  readonly services: Services;
  readonly db: Db;
  /** Operations of the interface. */
  readonly routes: readonly AnyRoute[];
  readonly uploads: Uploads;
  /** Responses that do not match their operation are errors: for tests. */
  readonly strictAnswers: boolean;
}

interface PageRoutes {
  /** Routes that use the browser's own protocol. */
  readonly browser: readonly ExtraRoute[];
  readonly operations: readonly OperationRoute[];
  /** The page for people at an address that leads nowhere; null for programs. */
  readonly deadEnd: (exchange: Exchange) => HttpAnswer | null;
}

/**
 * Every operation of the interface has a path here, so that one that a session may not call is 403 and not unknown. The
 * session identifies the caller; everything else is as in the interface.
 */
export function pageRoutes({ services, db, routes, uploads, strictAnswers }: PagesOptions): PageRoutes {
  const identify = identifyFromPage(db, services);
  const verification = publicVerification(services, uploads);
  const { doors } = verification;
  const handler = createOperationHandler({ services, db, uploads, strictAnswers, identify, doors });
  const own = routeTable(pageOperations, [...pageOperationRoutes, ...verification.routes]);
  const files = builtWebFiles();
  const ofInterface = routes.filter(({ caller }) => caller !== 'none');
  const ofConsole = createOperationHandler({
    services,
    db,
    uploads,
    strictAnswers,
    identify: identifyFromConsole(db, services),
  });
  return {
    browser: browserRoutes(services, db, files, handler),
    deadEnd: (exchange) => (files === null ? null : deadEndPage(services, files, exchange)),
    operations: [
      ...own.map((route) => ({ path: route.operation.path, route, handler })),
      ...ofInterface.flatMap((route): OperationRoute[] => {
        const { path } = route.operation;
        return [
          { path: `${OPERATIONS_OF_LINKS}${path}`, route, handler },
          { path: `${OPERATIONS_OF_CONSOLE}${path}`, route, handler: ofConsole },
        ];
      }),
    ],
  };
}
