/** The part of the composition that the sandbox adds: its own paths, its payment provider's notifications, demo data. */
import { finishFaceCheck } from '../areas/face-auth/index.js';
import { findOrder } from '../areas/faces/index.js';
import type { AdjustableClock } from '../clock.js';
import type { OpenDatabase } from '../database/connect.js';
import type { Db } from '../database/schema.js';
import type { ServiceLog } from '../http/log.js';
import { paymentNotificationRoute } from '../http/payment-notifications.js';
import type { ExtraRoute } from '../http/server.js';
import { advanceClock, resetClock } from '../jobs/advance-clock.js';
import type { JobRunner } from '../jobs/runner.js';
import type { Sweep } from '../jobs/tasks.js';
import type { AnyRoute } from '../operation/handler.js';
import type { Services } from '../operation/services.js';
import { noPayProvider } from '../providers/pay.js';
import type { ClosingStack } from './closing-stack.js';

interface SandboxParts {
  readonly clock: AdjustableClock;
  readonly jobs: JobRunner;
  readonly sweeps: readonly Sweep[];
  readonly stack: ClosingStack;
}

/** The sandbox's own paths; its modules are not even loaded in production. */
export async function sandboxPaths(
  services: Services,
  database: OpenDatabase,
  { clock, jobs, sweeps, stack }: SandboxParts,
): Promise<readonly ExtraRoute[]> {
  const { config, masterKey, pay } = services;
  const { db } = database;
  const { sandboxRoutes } = await import('../sandbox/endpoints.js');
  const { SandboxFaces } = await import('../sandbox/faces.js');
  const { SandboxSmsOutbox } = await import('../sandbox/sms-outbox.js');
  if (config.databaseUrl !== null) {
    const { followClock } = await import('../sandbox/follow-clock.js');
    const following = followClock(db, clock);
    stack.add('clock', () => following.stop());
  }
  const { SandboxPay } = await import('../sandbox/pay.js');
  const { sandboxPaymentRoute, sandboxPayRoute } = await import('../sandbox/pay-endpoint.js');
  const routes = sandboxRoutes({
    outbox: new SandboxSmsOutbox(db),
    async decideFace(orderNo, result) {
      const order = await findOrder(db, orderNo);
      if (order !== null) await new SandboxFaces(db).decide(order.h5faceId, result);
      return finishFaceCheck({ db, services, now: clock.now() }, orderNo);
    },
    advance: (milliseconds) => advanceClock({ database, clock, jobs, sweeps }, milliseconds),
    reset: () => resetClock({ database, clock }),
    zone: config.timeZone,
  });
  const { sandboxDemoRoute } = await import('../sandbox/demo-endpoint.js');
  const own = [...routes, sandboxDemoRoute(db, { masterKey })];
  if (!(pay instanceof SandboxPay)) return own;
  return [
    ...own,
    sandboxPayRoute({ pay, masterKey, clock, baseUrl: config.baseUrl }),
    sandboxPaymentRoute({ pay, clock }),
  ];
}

/** Where payment providers tell us of payments; the sandbox's is the only one so far. */
export async function notificationRoutes(
  services: Services,
  db: Db,
  log: ServiceLog['log'],
): Promise<readonly ExtraRoute[]> {
  if (services.pay === noPayProvider) return [];
  const { SANDBOX_NOTIFY_PATH } = await import('../sandbox/pay-notification.js');
  const till = { db, services };
  return [paymentNotificationRoute({ path: SANDBOX_NOTIFY_PATH, till, clock: services.clock, log })];
}

export async function putDemoData(
  db: Db,
  services: Services,
  routes: readonly AnyRoute[],
  log: ServiceLog['log'],
): Promise<void> {
  const { ensureDemo } = await import('../sandbox/demo/ensure-demo.js');
  if (!(await ensureDemo(db, services, routes))) {
    log.warn('no demo data: this database had enterprises before its first start');
  }
}
