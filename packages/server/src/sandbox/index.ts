/** Additions of the sandbox to the service: simulated providers, endpoints, demo data. */
import type { Logger } from 'pino';
import { finishFaceCheck } from '../areas/face-auth/index.js';
import { type FaceOrder, findOrder, startOrder } from '../areas/faces/index.js';
import type { AdjustableClock } from '../clock.js';
import type { MasterKey } from '../custody/master-key.js';
import type { OpenDatabase } from '../database/connect.js';
import type { Db } from '../database/schema.js';
import type { ExtraRoute } from '../http/extra-route.js';
import { advanceClock, resetClock } from '../jobs/advance-clock.js';
import type { JobRunner } from '../jobs/runner.js';
import type { Sweep } from '../jobs/tasks.js';
import type { AnyRoute } from '../operation/handler.js';
import type { Services } from '../operation/services.js';
import type { FaceProvider } from '../providers/face/port.js';
import type { IdentityProvider } from '../providers/identity/port.js';
import { uncheckedIdentity } from '../providers/identity/unchecked-identity.js';
import type { PayProvider } from '../providers/pay/port.js';
import type { SmsSender } from '../providers/sms/port.js';
import { ensureDemo } from './demo/ensure-demo.js';
import { makeShowcase } from './demo/showcase.js';
import { sandboxDemoRoute } from './demo-endpoint.js';
import { demoLoginRoutes } from './demo-login.js';
import { sandboxRoutes } from './endpoints.js';
import { SandboxFaces } from './faces.js';
import { followClock } from './follow-clock.js';
import { SandboxPay } from './pay.js';
import { sandboxPaymentRoute, sandboxPayRoute } from './pay-endpoint.js';
import { sandboxNotificationRoute } from './pay-notification-endpoint.js';
import { SandboxSmsOutbox } from './sms-outbox.js';

export interface SandboxParts {
  readonly db: Db;
  readonly masterKey: MasterKey;
  readonly baseUrl: string;
}

interface SandboxPathsParts {
  readonly services: Services;
  readonly database: OpenDatabase;
  readonly clock: AdjustableClock;
  readonly jobs: JobRunner;
  readonly sweeps: readonly Sweep[];
  readonly log: Logger;
}

export interface Sandbox {
  readonly sms: SmsSender;
  readonly identity: IdentityProvider;
  readonly faces: FaceProvider;
  readonly pay: PayProvider;
  paths(parts: SandboxPathsParts): readonly ExtraRoute[];
  /** Follows changes of the clock by other processes of the same sandbox. */
  followClock(clock: AdjustableClock): { stop(): Promise<void> };
  /** @returns whether the database has the demo data; a database with earlier enterprises gets none */
  putDemoData(services: Services, routes: readonly AnyRoute[]): Promise<boolean>;
  /** Makes an enterprise with contracts in every state while the service serves. */
  putShowcase(services: Services, routes: readonly AnyRoute[], log: Logger): { stop(): Promise<void> };
}

export function openSandbox({ db, masterKey, baseUrl }: SandboxParts): Sandbox {
  const sms = new SandboxSmsOutbox(db);
  const faces = new SandboxFaces(db);
  const pay = new SandboxPay({ db, masterKey, baseUrl });
  return {
    sms,
    identity: uncheckedIdentity,
    faces,
    pay,
    followClock: (clock) => followClock(db, clock),
    putDemoData: (services, routes) => ensureDemo(db, services, routes),
    putShowcase(services, routes, log) {
      let isStopped = false;
      const making = makeShowcase(db, services, routes, () => isStopped).catch((error: unknown) =>
        log.warn({ err: error }, 'the contracts of the sandbox could not all be made'),
      );
      return {
        async stop() {
          isStopped = true;
          await making;
        },
      };
    },
    paths({ services, database, clock, jobs, sweeps, log }) {
      return [
        ...sandboxRoutes({
          outbox: sms,
          async decideFace(orderNo, result) {
            const order = await findOrder(db, orderNo);
            if (order !== null) await faces.decide(await startedCheck(db, faces, order), result);
            const redirect = await finishFaceCheck({ db, services, now: clock.now() }, orderNo, null);
            if (redirect === null) throw new Error(`the check ${orderNo} was decided and has no result`);
            return redirect;
          },
          advance: (milliseconds) => advanceClock({ database, clock, jobs, sweeps }, milliseconds),
          reset: () => resetClock({ database, clock }),
          zone: services.config.timeZone,
        }),
        sandboxDemoRoute(db, { masterKey }),
        ...demoLoginRoutes(db, services),
        sandboxPayRoute({ pay, masterKey, clock, baseUrl }),
        sandboxPaymentRoute({ pay, clock }),
        sandboxNotificationRoute({ pay, till: { db, services }, clock, log }),
      ];
    },
  };
}

/** The provider's id of a check, which programs decide without opening its page. */
async function startedCheck(db: Db, faces: SandboxFaces, { orderNo, started }: FaceOrder): Promise<string> {
  if (started !== null) return started.h5faceId;
  const { h5faceId } = await faces.begin();
  await startOrder(db, orderNo, { attemptNo: orderNo, h5faceId, device: 'phone' }, null);
  return h5faceId;
}
