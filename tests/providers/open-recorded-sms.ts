/** Adapters to real providers of text messages, each against its fake, recorded in a database of their own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordedSms } from '@cinnabar/server/areas/sms/index.js';
import { AdjustableClock } from '@cinnabar/server/clock.js';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import type { Adapter, AdapterSettings } from '@cinnabar/server/providers/adapter.js';
import { openProviderParts } from '@cinnabar/server/providers/kit/provider-parts.js';
import { aliyunSms } from '@cinnabar/server/providers/sms/aliyun-sms.js';
import { httpSms } from '@cinnabar/server/providers/sms/http-sms.js';
import type { SmsFailure, SmsProvider } from '@cinnabar/server/providers/sms/port.js';
import { tencentSms } from '@cinnabar/server/providers/sms/tencent-sms.js';
import { ALIYUN_KEY, ALIYUN_SIGN, aliyunReport, openAliyunSms } from '../fakes/aliyun-sms.js';
import { type FakeAnswer, type FakeRequest, FakeServer } from '../fakes/fake-server.js';
import { GATEWAY_SECRET, gatewayHeadersOf, gatewayReport, openSmsGateway } from '../fakes/sms-gateway.js';
import { APPROVED, type FakeSms, SmsOutbox } from '../fakes/sms-outbox.js';
import { TENCENT_KEY } from '../fakes/tencent-cloud.js';
import { TENCENT_APP, TENCENT_SIGN, tencentReport, tencentSmsAnswer } from '../fakes/tencent-sms.js';
import { freshDatabase } from '../support/fresh-database.js';

interface VendorOfSms {
  readonly adapter: Adapter<SmsProvider>;
  open(outbox: SmsOutbox): (request: FakeRequest) => FakeAnswer;
  settings(url: string, templates: string): AdapterSettings;
  /** The setting whose wrong value makes the signature wrong. */
  readonly secret: string;
  /** The vendor's codes by what they mean here. */
  readonly codes: Partial<Readonly<Record<SmsFailure, string>>>;
  report(
    of: FakeSms,
    failure: string | null,
    now: Date,
  ): { readonly body: string; readonly headers: Record<string, string> };
}

export const vendorsOfSms = {
  aliyun: {
    adapter: aliyunSms,
    open: openAliyunSms,
    settings: (url, templates) => ({
      ALIYUN_ACCESS_KEY_ID: ALIYUN_KEY.accessKeyId,
      ALIYUN_ACCESS_KEY_SECRET: ALIYUN_KEY.accessKeySecret,
      ALIYUN_SMS_SIGN_NAME: ALIYUN_SIGN,
      ALIYUN_SMS_TEMPLATES: join(templates, 'aliyun.json'),
      ALIYUN_SMS_URL: url,
    }),
    secret: 'ALIYUN_ACCESS_KEY_SECRET',
    codes: {
      TEMPLATE_MISSING: 'isv.SMS_TEMPLATE_ILLEGAL',
      REFUSED: 'isv.BLACK_KEY_CONTROL_LIMIT',
      NO_BALANCE: 'isv.AMOUNT_NOT_ENOUGH',
      INVALID_NUMBER: 'isv.MOBILE_NUMBER_ILLEGAL',
      LIMITED: 'isv.BUSINESS_LIMIT_CONTROL',
      TRANSIENT: 'Throttling.User',
    },
    report: (of, failure) => ({ body: aliyunReport(of, failure), headers: {} }),
  },
  tencent: {
    adapter: tencentSms,
    open: (outbox) => (request) => tencentSmsAnswer(request, outbox),
    settings: (url, templates) => ({
      TENCENT_SECRET_ID: TENCENT_KEY.secretId,
      TENCENT_SECRET_KEY: TENCENT_KEY.secretKey,
      TENCENT_SMS_APP_ID: TENCENT_APP,
      TENCENT_SMS_SIGN_NAME: TENCENT_SIGN,
      TENCENT_SMS_TEMPLATES: join(templates, 'tencent.json'),
      TENCENT_SMS_URL: url,
    }),
    secret: 'TENCENT_SECRET_KEY',
    codes: {
      TEMPLATE_MISSING: 'FailedOperation.TemplateIncorrectOrUnapproved',
      REFUSED: 'FailedOperation.ContainSensitiveWord',
      NO_BALANCE: 'FailedOperation.InsufficientBalanceInSmsPackage',
      INVALID_NUMBER: 'FailedOperation.PhoneNumberInBlacklist',
      LIMITED: 'LimitExceeded.PhoneNumberThirtySecondLimit',
      TRANSIENT: 'RequestLimitExceeded',
    },
    report: (of, failure) => ({ body: tencentReport(of, failure), headers: {} }),
  },
  http: {
    adapter: httpSms,
    open: openSmsGateway,
    settings: (url) => ({ SMS_HTTP_URL: `${url}/sms`, SMS_HTTP_SECRET: GATEWAY_SECRET }),
    secret: 'SMS_HTTP_SECRET',
    codes: {
      TEMPLATE_MISSING: 'TEMPLATE_MISSING',
      REFUSED: 'REFUSED',
      NO_BALANCE: 'NO_BALANCE',
      INVALID_NUMBER: 'INVALID_NUMBER',
      LIMITED: 'LIMITED',
      TRANSIENT: 'BUSY',
    },
    report: (of, failure, now) => {
      const body = gatewayReport(of, failure);
      return { body, headers: gatewayHeadersOf(body, now) };
    },
  },
} as const satisfies Readonly<Record<string, VendorOfSms>>;

export type VendorName = keyof typeof vendorsOfSms;

/** The operator's files with the ids of approved templates. */
export async function templateFiles(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cinnabar-sms-'));
  const named = (prefix: string) =>
    Object.fromEntries(
      Object.entries(APPROVED).map(([id, { name }]) => [
        name,
        name.endsWith('@international') ? { id: `${prefix}${id}`, parameters: ['code'] } : `${prefix}${id}`,
      ]),
    );
  await writeFile(join(folder, 'aliyun.json'), JSON.stringify(named('SMS_')));
  await writeFile(join(folder, 'tencent.json'), JSON.stringify(named('')));
  return folder;
}

/** Providers in the given order. */
export async function openRecordedSms(...names: readonly [VendorName, ...VendorName[]]) {
  const fresh = await freshDatabase();
  const database = openDatabase({ address: fresh.address, max: 4 });
  const templates = await templateFiles();
  const clock = new AdjustableClock();
  const open = async (name: VendorName) => {
    const vendor: VendorOfSms = vendorsOfSms[name];
    const outbox = new SmsOutbox();
    const fake = await FakeServer.open(vendor.open(outbox));
    const openWith = (changed: AdapterSettings = {}) =>
      vendor.adapter.open(
        { ...vendor.settings(fake.url, templates), ...changed },
        { ...openProviderParts(), provider: `sms-${name}` },
      );
    const { port } = openWith();
    return { name, vendor, outbox, fake, openWith, port };
  };
  const [firstName, ...otherNames] = names;
  const first = await open(firstName);
  const others = await Promise.all(otherNames.map(open));
  return {
    db: database.db,
    clock,
    /** The first provider, and all. */
    first,
    all: [first, ...others],
    sms: new RecordedSms({ db: database.db, clock, providers: [first, ...others] }),
    later(minutes: number) {
      clock.follow({ offsetMs: clock.offsetMs + minutes * 60_000, resets: 0 });
    },
    async close() {
      await Promise.all([first, ...others].map(({ fake }) => fake.close()));
      await rm(templates, { recursive: true });
      await database.close();
      await fresh.drop();
    },
  };
}

export type RecordedSmsUnderTest = Awaited<ReturnType<typeof openRecordedSms>>;
