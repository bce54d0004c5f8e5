/** Alibaba Cloud SMS: verifies ACS3 signatures as the real one does, and carries out actions. */
import { createHash, createHmac } from 'node:crypto';
import type { FakeAnswer, FakeRequest } from './fake-server.js';
import { ReplayGuard } from './replay-guard.js';
import { APPROVED, APPROVED_PARAMETERS, filled, type SmsOutbox } from './sms-outbox.js';

export const ALIYUN_KEY = { accessKeyId: 'LTAIfake', accessKeySecret: 'fakeAccessKeySecret' };
export const ALIYUN_SIGN = '青禾';

class AliyunError extends Error {
  constructor(
    readonly code: string,
    readonly status = 200,
  ) {
    super('as the fake says');
  }
}

type Action = (query: URLSearchParams) => Readonly<Record<string, unknown>>;

/** One account at Alibaba Cloud. */
export function openAliyunSms(outbox: SmsOutbox): (request: FakeRequest) => FakeAnswer {
  const guard = new ReplayGuard();
  const actions: Readonly<Record<string, Action>> = {
    SendSms: (query) => send(query, outbox),
    QuerySendDetails: (query) => details(query, outbox),
    QuerySmsTemplateList: () => ({
      SmsTemplateList: Object.keys(APPROVED).map((id) => ({
        TemplateCode: `SMS_${id}`,
        AuditStatus: 'AUDIT_STATE_PASS',
      })),
    }),
    QuerySmsSignList: () => ({ SmsSignList: [{ SignName: ALIYUN_SIGN, AuditStatus: 'AUDIT_STATE_PASS' }] }),
  };
  return (request) => {
    try {
      verify(request, guard);
      const action = actions[String(request.headers['x-acs-action'])];
      if (action === undefined || request.headers['x-acs-version'] !== '2017-05-25')
        throw new AliyunError('InvalidAction.NotFound', 404);
      return answer(200, { Code: 'OK', Message: 'OK', ...action(request.url.searchParams) });
    } catch (error) {
      if (!(error instanceof AliyunError)) throw error;
      return answer(error.status, { Code: error.code, Message: error.message });
    }
  };
}

function answer(status: number, content: Readonly<Record<string, unknown>>): FakeAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...content, RequestId: '819BE656-D2E0-4858-8B21-B2E477085AAF' }),
  };
}

function send(query: URLSearchParams, outbox: SmsOutbox): Readonly<Record<string, unknown>> {
  const number = query.get('PhoneNumbers') ?? '';
  if (!/^(1\d{10}|00\d{6,15})$/.test(number)) throw new AliyunError('isv.MOBILE_NUMBER_ILLEGAL');
  if (query.get('SignName') !== ALIYUN_SIGN) throw new AliyunError('isv.SMS_SIGNATURE_ILLEGAL');
  const refusal = outbox.takeRefusal();
  if (refusal !== null) throw new AliyunError(refusal);
  const id = (query.get('TemplateCode') ?? '').replace(/^SMS_/, '');
  const given: unknown = JSON.parse(query.get('TemplateParam') ?? '{}');
  const values = new Map(Object.entries(typeof given === 'object' && given !== null ? given : {}));
  const text = filled(
    id,
    (APPROVED_PARAMETERS[id] ?? []).flatMap((name) => (values.has(name) ? [String(values.get(name))] : [])),
  );
  const isInternational = number.startsWith('00');
  if (text === null || APPROVED[id]?.name.endsWith('@international') !== isInternational)
    throw new AliyunError('isv.SMS_TEMPLATE_ILLEGAL');
  const mobile = number.replace(/^00/, '+');
  return { BizId: outbox.add({ mobile, key: query.get('OutId') ?? '', text }) };
}

function details(query: URLSearchParams, outbox: SmsOutbox): Readonly<Record<string, unknown>> {
  if (!/^\d{8}$/.test(query.get('SendDate') ?? '')) throw new AliyunError('isv.INVALID_PARAMETERS');
  const number = (query.get('PhoneNumber') ?? '').replace(/^00/, '+');
  const found = outbox.sent.filter(({ mobile }) => mobile === number);
  return {
    TotalCount: found.length,
    SmsSendDetailDTOs: {
      SmsSendDetailDTO: found.map(({ key }) => ({ OutId: key, PhoneNum: number, SendStatus: 3 })),
    },
  };
}

const AUTHORIZATION =
  /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([a-z0-9;-]+),Signature=([0-9a-f]{64})$/;
const REQUIRED = [
  'host',
  'x-acs-action',
  'x-acs-content-sha256',
  'x-acs-date',
  'x-acs-signature-nonce',
  'x-acs-version',
];

function verify({ method, url, headers, body }: FakeRequest, guard: ReplayGuard): void {
  const [, id = '', signed = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (id !== ALIYUN_KEY.accessKeyId) throw new AliyunError('InvalidAccessKeyId.NotFound', 404);
  const names = signed.split(';');
  const content = createHash('sha256').update(body).digest('hex');
  const isComplete =
    REQUIRED.every((name) => names.includes(name)) && headers['x-acs-content-sha256'] === content;
  const lines = names.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`).join('');
  const canonical = [method, url.pathname, canonicalQuery(url.searchParams), lines, signed, content].join(
    '\n',
  );
  const digest = createHash('sha256').update(canonical).digest('hex');
  const expected = createHmac('sha256', ALIYUN_KEY.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${digest}`)
    .digest('hex');
  if (!isComplete || expected !== signature) throw new AliyunError('SignatureDoesNotMatch', 400);
  if (!guard.isTimely(new Date(String(headers['x-acs-date']))))
    throw new AliyunError('InvalidTimeStamp.Expired', 400);
  if (!guard.isNew(String(headers['x-acs-signature-nonce'])))
    throw new AliyunError('SignatureNonceUsed', 400);
}

function canonicalQuery(query: URLSearchParams): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

/** The body of Alibaba's report. */
export function aliyunReport(
  of: { readonly id: string; readonly key: string; readonly mobile: string },
  failure: string | null,
): string {
  return JSON.stringify([
    {
      phone_number: of.mobile.replace(/^\+/, '00'),
      send_time: '2026-11-20 18:00:00',
      report_time: '2026-11-20 18:00:05',
      success: failure === null,
      err_code: failure ?? 'DELIVERED',
      err_msg: 'as the fake says',
      sms_size: '1',
      biz_id: of.id,
      out_id: of.key,
    },
  ]);
}
