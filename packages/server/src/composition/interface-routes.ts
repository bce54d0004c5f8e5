/** The handlers of all operations of the interface. */
import { auditRoutes } from '../areas/audit/index.js';
import { certificateRoutes } from '../areas/certificates/index.js';
import { codeRoutes } from '../areas/codes/index.js';
import { credentialRoutes } from '../areas/credentials/index.js';
import { enterpriseRoutes } from '../areas/enterprise/index.js';
import { faceAuthRoutes } from '../areas/face-auth/index.js';
import { countAwaitingSeal, flowRoutes, needsSeal } from '../areas/flows/index.js';
import { memberRoutes } from '../areas/members/index.js';
import { newcomerRoutes } from '../areas/newcomers/index.js';
import { offboardingRoutes } from '../areas/offboarding/index.js';
import { overviewRoutes } from '../areas/overview/index.js';
import { paymentRoutes } from '../areas/payments/index.js';
import { sealRoutes } from '../areas/seals/index.js';
import { sessionRoutes } from '../areas/sessions/index.js';
import { templateRoutes } from '../areas/templates/index.js';
import { webhookRoutes } from '../areas/webhooks/index.js';
import { workspaceRoutes } from '../areas/workspace/index.js';
import type { AnyRoute } from '../operation/handler.js';

export const interfaceRoutes: readonly AnyRoute[] = [
  ...credentialRoutes,
  ...sealRoutes({ isNeeded: needsSeal, countAwaiting: countAwaitingSeal }),
  ...memberRoutes,
  ...sessionRoutes,
  ...offboardingRoutes,
  ...newcomerRoutes,
  ...faceAuthRoutes,
  ...enterpriseRoutes,
  ...certificateRoutes,
  ...codeRoutes,
  ...paymentRoutes,
  ...templateRoutes,
  ...flowRoutes,
  ...overviewRoutes,
  ...workspaceRoutes,
  ...webhookRoutes,
  ...auditRoutes,
];
