/** The composition root: constructs and connects all parts explicitly. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation } from '@cinnabar/api/operation.js';
import { registry } from '@cinnabar/api/registry.js';
import type { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import type { DestinationStream } from 'pino';
import { auditJobs, auditSweeps } from '../areas/audit/index.js';
import { certificateJobs, certificateSweeps, certifyPersons } from '../areas/certificates/index.js';
import { closingJobs, closingSweeps } from '../areas/closing/index.js';
import { findToken } from '../areas/credentials/index.js';
import { enterpriseJobs, enterpriseSweeps } from '../areas/enterprise/index.js';
import { approvalNotices, flowJobs, flowNotices, flowSweeps } from '../areas/flows/index.js';
import { findActingMember, findMembership } from '../areas/members/index.js';
import { mailJobs } from '../areas/notices/index.js';
import { paymentJobs, paymentSubscriptions, paymentSweeps } from '../areas/payments/index.js';
import { SEAL_PREVIEW, SEAL_UPLOAD } from '../areas/seals/index.js';
import { loginCodeJob, refusedLoginJob } from '../areas/sessions/index.js';
import { openSetup } from '../areas/setup/index.js';
import { smsJobs } from '../areas/sms/index.js';
import { ATTACHMENT_FILE, CONTRACT_FILE, PICTURE_FILE } from '../areas/templates/index.js';
import { openSender, webhookJobs, webhookSubscriptions, webhookSweeps } from '../areas/webhooks/index.js';
import { CertificateAuthority } from '../authority/certificate-authority.js';
import { OcspResponder } from '../authority/ocsp-responder.js';
import { RevocationLists } from '../authority/revocation.js';
import { AdjustableClock, SystemClock } from '../clock.js';
import { DocumentConverter } from '../conversion/document-converter.js';
import { chooseChainHash } from '../custody/chain-hash.js';
import { LocalKeyStore } from '../custody/local-key-store.js';
import type { PasswordVerdict } from '../custody/password-lockout.js';
import { PASSWORD_COST, type PasswordCost } from '../custody/password-verifier.js';
import { PlacedKeyStore } from '../custody/placed-key-store.js';
import { unlockMasterKey } from '../custody/replaced-master-key.js';
import { RotatedKeys } from '../custody/rotated-keys.js';
import { loadClockSetting } from '../database/clock-offset.js';
import type { OpenDatabase } from '../database/connect.js';
import { createIdSource } from '../database/ids.js';
import type { Db } from '../database/schema.js';
import { SharedLookup } from '../database/shared-lookup.js';
import { readinessChecks } from '../http/health.js';
import type { Directory } from '../http/identify.js';
import { createLog, type ServiceLog } from '../http/log.js';
import { createMetrics } from '../http/metrics.js';
import { paymentNotificationRoute } from '../http/payment-notifications.js';
import { requireFreeAddress } from '../http/require-free-address.js';
import { createHttpServer } from '../http/server.js';
import { smsReportRoute } from '../http/sms-reports.js';
import { trustRoutes } from '../http/trust-endpoints.js';
import { Uploads } from '../http/uploads.js';
import { outboxJobs, outboxSweep } from '../jobs/outbox.js';
import { createJobRunner } from '../jobs/runner.js';
import type { JobDefinition, Sweep } from '../jobs/tasks.js';
import type { AnyRoute } from '../operation/handler.js';
import { programVersion } from '../operation/program-version.js';
import type { Services } from '../operation/services.js';
import { pageRoutes } from '../pages/index.js';
import { chooseOfficeConverter } from '../providers/office/choose-office-converter.js';
import type { Config } from '../settings/config.js';
import { readSignatureTrust } from '../settings/signature-trust.js';
import { readTimestampTrust } from '../settings/timestamp-trust.js';
import { EncryptedBlobStore } from '../storage/encrypted-blob-store.js';
import { chooseParserSandbox } from './choose-parser-sandbox.js';
import { chooseProviders, judgeProviders } from './choose-providers.js';
import { chooseTimestamps } from './choose-timestamps.js';
import { chooseValidation } from './choose-validation.js';
import { ClosingStack } from './closing-stack.js';
import { loadSandbox } from './compose-sandbox.js';
import { housekeepingJob, housekeepingSweep } from './housekeeping.js';
import { interfaceRoutes } from './interface-routes.js';
import type { GivenEnvironment } from './known-settings.js';
import { findConfiguredFonts, openDocumentEngine } from './open-document-engine.js';
import { openEnvelope } from './open-envelope.js';
import { openKeyStores } from './open-key-stores.js';
import { openMigrated } from './open-migrated.js';
import { OpenProviderDesk } from './open-provider-desk.js';
import { openProviders } from './open-providers.js';
import { openReads } from './open-reads.js';
import { openSelfCheck } from './open-self-check.js';
import { openStorage } from './open-storage.js';
import { openTracing } from './open-tracing.js';
import { ProviderStates } from './provider-states.js';
import { revocationJob, revocationSweep } from './publish-revocation.js';
import { storedMasterKey } from './stored-master-key.js';
import { StoredTickets, TicketsOnceStored } from './stored-tickets.js';
import { watchDisk } from './watch-disk.js';
import { watchKeyStore } from './watch-key-store.js';
import { providersRoute, watchProviders } from './watch-providers.js';
import { watchRecords } from './watch-records.js';
import { watchService } from './watch-service.js';
import { watchStorage } from './watch-storage.js';
import { watchTraces } from './watch-traces.js';

export interface App {
  readonly services: Services;
  readonly database: OpenDatabase;
  /** Starts serving and, unless the role is `web`, running jobs. @returns the address, as `http://host:port` */
  listen(): Promise<string>;
  /** The code by which the first operator introduces themselves; null once the service belongs to somebody. */
  setupCode(): Promise<string | null>;
  /** Drains, finishes running work (20 s at most), then closes everything in reverse order of construction. */
  close(): Promise<void>;
}

export interface AppOptions {
  /** Responses that do not match their operation are errors: for tests. */
  readonly strictAnswers?: boolean;
  /** An engine that outlives the service: for tests, so that not every one starts its processes. */
  readonly documents?: DocumentEngine;
  /** Cost of new signing passwords: for tests, which set thousands; no setting can lower it. */
  readonly passwordCost?: PasswordCost;
  /** Destination of log lines; standard output by default. */
  readonly logTo?: DestinationStream;
  /** Additional operations with their routes: for tests. */
  readonly extra?: { readonly registry: readonly Operation[]; readonly routes: readonly AnyRoute[] };
  /** What the settings were read from, for the setup to show; without it, every setting counts as a default. */
  readonly given?: GivenEnvironment;
  /** In sandbox mode, whether an empty database gets the demo data before the first request. */
  readonly demoData?: boolean;
  /** Called if the service cannot continue because its database is permanently unavailable. */
  readonly onFatal?: (error: Error) => void;
}

const GRACE_MS = 20_000;

/** Owners of stored files, which are deleted when nothing refers to them. */
const uploadKinds: readonly string[] = [
  CONTRACT_FILE,
  ATTACHMENT_FILE,
  PICTURE_FILE,
  SEAL_UPLOAD,
  SEAL_PREVIEW,
];
const sweeps: readonly Sweep[] = [
  outboxSweep,
  housekeepingSweep,
  revocationSweep,
  ...enterpriseSweeps,
  ...closingSweeps,
  ...flowSweeps,
  ...paymentSweeps,
  ...webhookSweeps,
  ...auditSweeps,
  ...certificateSweeps,
];

/**
 * Constructs the service: database, migrations, keys, engine, jobs, HTTP. If construction fails, everything opened so
 * far is closed.
 * @throws InvalidSetting, DatabaseError, CustodyError
 */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const log = createLog(config.logLevel, options.logTo);
  const stack = new ClosingStack((message) => log.log.error(message));
  stack.add('log', async () => log.flush());
  try {
    return await assemble(config, options, log, stack);
  } catch (error) {
    await stack.close();
    throw error;
  }
}

async function assemble(
  config: Config,
  options: AppOptions,
  { log, requestLog }: ServiceLog,
  stack: ClosingStack,
): Promise<App> {
  judgeProviders(config);
  const given = options.given ?? { values: {}, fromFile: new Set() };
  const metrics = createMetrics();
  const version = programVersion();
  const tracing = await openTracing(config, watchTraces(metrics, log, version));
  if (tracing !== null) stack.add('traces', () => tracing.close());
  const tickets = new TicketsOnceStored();
  const providerStates = new ProviderStates(() => new Date());
  const real = openProviders(config, {
    watch: watchProviders({ metrics, log, states: providerStates, tracing }),
    tickets,
  });
  const countRetry = metrics.counter('storage_retries_total', 'Repeated requests to a remote store', 'cause');
  const opened = openStorage(config, (cause, failure) => {
    countRetry(cause);
    log.warn({ cause, detail: failure.message }, 'a request to the object store is repeated');
  });
  const backend = watchStorage(opened, metrics);
  await readTimestampTrust(config);
  const signatureTrust = await readSignatureTrust(config);
  const fonts = findConfiguredFonts(config);
  const containment = await chooseParserSandbox(config, log);
  await requireFreeAddress(config);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const givenKey = config.masterKey ?? (await storedMasterKey(config.dataDir));
  const database = await openMigrated(config, { givenKey, onFatal: options.onFatal, log, stack, tracing });
  const { db } = database;
  // Only the sandbox's clock can be moved.
  const clock =
    config.mode === 'sandbox' ? new AdjustableClock(await loadClockSetting(db)) : new SystemClock();
  const masterKey = await unlockMasterKey(db, givenKey);
  const keyStores = openKeyStores(config, watchKeyStore(metrics));
  stack.add('key stores', () => keyStores.close());
  const envelope = await openEnvelope(database, { masterKey, guarding: keyStores.guarding, clock });
  chooseChainHash(db, config.eventChainHash);
  tickets.use(new StoredTickets({ db, envelope }));
  const rotatedKeys = await RotatedKeys.open({ db, masterKey, clock });
  const following = rotatedKeys.follow();
  stack.add('rotated keys', () => following.stop());
  const keyStore = new PlacedKeyStore({
    ...{ db, clock, local: new LocalKeyStore({ db, envelope, clock }) },
    ...{ places: config.keyPlaces, outside: keyStores.outside },
  });
  const [personSource] = real.personCertificates;
  const authority = new CertificateAuthority({
    db,
    keyStore,
    name: config.mode === 'sandbox' ? 'Cinnabar Sandbox' : 'Cinnabar',
    pseudonym: masterKey.pseudonym,
    algorithm: config.signingAlgorithm,
    publishedAt: config.trustUrl,
    persons: personSource === undefined ? null : certifyPersons(personSource.port, signatureTrust),
  });
  const { timestamps, builtIn, authorities } = await chooseTimestamps(
    config,
    { signers: authority.services, states: providerStates },
    (error) => log.warn({ err: error }, 'a timestamp authority gave no timestamp'),
  );
  const lists = new RevocationLists({ db, keyStore, authority: authority.certificates });
  const responder = new OcspResponder({ db, authority: authority.certificates, signers: authority.services });
  const validation = await chooseValidation(config, { authority, lists, responder }, (detail) =>
    log.warn({ detail }, 'a revocation list is out of reach'),
  );
  const blobs = new EncryptedBlobStore({ backend, envelope });
  const documents = options.documents ?? openDocumentEngine(config, containment, fonts, tracing?.document);
  if (options.documents === undefined) stack.add('document engine', () => documents.close());
  const converter = new DocumentConverter({
    office: chooseOfficeConverter({
      containment,
      url: config.officeConverterUrl,
      processes: config.officeProcesses,
      fontDir: config.fontDir,
    }),
    containment,
    fonts,
  });
  stack.add('document converter', () => converter.close());
  const sandbox = await loadSandbox(config, { db, masterKey, baseUrl: config.baseUrl });
  const providers = await chooseProviders(config, { db, clock, real, sandbox });
  const ids = createIdSource(database);
  const services: Services = Object.freeze({
    config,
    clock,
    ids,
    reads: openReads(config, { database, metrics, log, stack, tracing }),
    documents,
    converter,
    blobs,
    masterKey,
    rotatedKeys,
    passwordCost: options.passwordCost ?? PASSWORD_COST,
    passwordChecks: new SharedLookup<PasswordVerdict>(),
    envelope,
    authority,
    revocationLists: lists,
    timestamps,
    validation,
    signatureTrust,
    selfCheck: openSelfCheck(config, { given, containment, database, real, keyStores }),
    providerDesk: new OpenProviderDesk(config, {
      ...{ real, authorities, converter, containment, nextTrial: () => ids.next() },
      ...{ states: providerStates, trialSms: providers.sms },
    }),
    ...providers,
  });

  const countPaymentAlert = metrics.counter(
    'payment_alerts_total',
    'Events of payments that somebody has to look at',
    'kind',
  );
  const subscriptions = [
    ...paymentSubscriptions,
    ...flowNotices(services),
    ...approvalNotices(services),
    ...webhookSubscriptions(services),
  ];
  const definitions: readonly JobDefinition[] = [
    ...outboxJobs(db, subscriptions),
    ...smsJobs(db, services),
    ...mailJobs(db, services),
    loginCodeJob(db, services),
    refusedLoginJob(db),
    ...enterpriseJobs({ db, services }, log),
    ...closingJobs(db, log),
    ...flowJobs(db, services, log),
    ...paymentJobs({ db, services }, log, countPaymentAlert),
    ...webhookJobs(db, services),
    ...auditJobs(db, services, log),
    housekeepingJob({ db, backend, authority, uploadKinds, config }),
    revocationJob(lists),
    ...certificateJobs(
      {
        ...{ db, services, source: real.certificates[0] ?? null },
        count: metrics.counter('certificate_orders_total', 'Orders at other authorities', 'result'),
      },
      log,
    ),
  ];
  const jobs = createJobRunner({
    ...{ database, clock, log, definitions, sweeps },
    outbox: { db, subscriptions },
    ...(tracing === null ? {} : { around: tracing.task }),
  });
  stack.add('jobs', () => jobs.stop());
  // Other processes of the same sandbox may move its clock.
  if (sandbox !== null && clock instanceof AdjustableClock && config.databaseUrl !== null) {
    const movements = sandbox.followClock(clock);
    stack.add('clock', () => movements.stop());
  }

  const uploads = await Uploads.open(join(config.dataDir, 'arriving'), config.limits);
  watchDisk(metrics, config);
  watchService(metrics, { services, database, uploads, version });
  watchRecords(metrics, { db, clock });
  const webhooks = openSender({ db, services, version, around: tracing?.task }, metrics, log);
  stack.add('webhooks', () => webhooks.stop());
  const serves = config.role !== 'worker';
  const strictAnswers = options.strictAnswers ?? false;
  const pages = serves ? pageRoutes({ services, db, routes: interfaceRoutes, uploads, strictAnswers }) : null;
  const http = createHttpServer({
    services,
    db,
    registry: serves ? [...registry, ...(options.extra?.registry ?? [])] : [],
    routes: serves ? [...interfaceRoutes, ...(options.extra?.routes ?? [])] : [],
    extraRoutes: [
      providersRoute(providerStates),
      paymentNotificationRoute({ till: { db, services }, clock, log }),
      ...real.sms.map((provider) => smsReportRoute({ provider, db, clock, log })),
      ...(pages?.browser ?? []),
      ...trustRoutes({
        authority,
        lists,
        responder,
        timestamps: builtIn,
        clock,
        requestsPerMinute: config.trustRequestsPerMinute,
      }),
      ...(sandbox !== null && clock instanceof AdjustableClock
        ? sandbox.paths({ services, database, clock, jobs, sweeps, log })
        : []),
    ],
    pageOperations: pages?.operations ?? [],
    deadEndPage: (exchange) => pages?.deadEnd(exchange) ?? null,
    directory: directoryOf(db),
    uploads,
    readiness: readinessChecks({ db, blobs, authority, keyStores, clock }),
    parsers: containment.kind,
    metrics,
    trace: tracing?.requests ?? null,
    log,
    requestLog,
    strictAnswers,
    version,
  });
  // Nothing sends requests to a worker.
  const drainMs = config.role === 'worker' ? 0 : config.drainSeconds * 1000;
  stack.add('http', () => http.stop({ drainMs, graceMs: GRACE_MS }));

  return {
    services,
    database,
    async listen() {
      if (options.demoData === true && config.mode === 'sandbox' && sandbox !== null) {
        if (!(await sandbox.putDemoData(services, interfaceRoutes)))
          log.warn('no demo data: this database had enterprises before its first start');
      }
      if (config.role !== 'web') {
        await jobs.start();
        webhooks.start();
      }
      const address = await http.listen();
      if (options.demoData === true && config.demoContracts && sandbox !== null) {
        const making = sandbox.putShowcase(services, interfaceRoutes, log);
        stack.add('demo contracts', () => making.stop());
      }
      return address;
    },
    setupCode: async () => (serves ? openSetup(db, services) : null),
    close: () => stack.close(),
  };
}

function directoryOf(db: Db): Directory {
  return {
    findToken: (tokenHash, now) => findToken(db, tokenHash, now),
    findActingMember: (corpId, userId) => findActingMember(db, corpId, userId),
    isMember: async (corpId, userId) => (await findMembership(db, corpId, userId)) !== null,
  };
}
