/** One call of each adapter, and a local server that answers it. */
import { createSign, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alipayCertify } from '@cinnabar/server/providers/face/alipay-certify/alipay-certify.js';
import { tencentKyc } from '@cinnabar/server/providers/face/tencent-kyc/tencent-kyc.js';
import { httpIdentity } from '@cinnabar/server/providers/identity/http-identity.js';
import { tencentIdentity } from '@cinnabar/server/providers/identity/tencent-identity.js';
import { openProviderParts } from '@cinnabar/server/providers/kit/provider-parts.js';
import { smtpAdapter } from '@cinnabar/server/providers/mail/smtp-adapter.js';
import { aliyunSms } from '@cinnabar/server/providers/sms/aliyun-sms.js';
import { httpSms } from '@cinnabar/server/providers/sms/http-sms.js';
import { tencentSms } from '@cinnabar/server/providers/sms/tencent-sms.js';
import { serveHttp, serveSmtp } from './serve.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cinnabar-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const templates = join(folder, 'templates.json');
writeFileSync(templates, JSON.stringify({ flowTurn: '1' }));
const secret = 'a secret of a gateway, 24 bytes or more';
const tencentKey = { TENCENT_SECRET_ID: 'id', TENCENT_SECRET_KEY: 'secret' };

const always = (answer) => () => serveHttp(() => JSON.stringify(answer));

let number = 0;
const sendMessage = (port) => {
  number += 1;
  return port.send({
    ...{ mobile: '13800138000', template: 'flowTurn', text: '请签署合同', code: null, time: new Date() },
    parameters: { corpName: '青禾贸易', act: '签署', flowTitle: '采购合同', until: '', link: 's/abc' },
    idempotencyKey: `flow-${number} turn`,
  });
};

const person = { realName: '王芳', identNum: '11010519491231002X', mobile: '13800138000' };
const checkPerson = (port) => port.checkPerson(person);

const beginFace = (port) => {
  number += 1;
  return port.begin({
    attemptNo: String(number).padStart(32, '0'),
    ...{ channel: 'channelA', subject: person, person: 'p'.repeat(32), device: 'phone' },
    returnUrl: 'https://sign.example.com/face',
  });
};

const sendMail = (port) => {
  number += 1;
  return port.send({
    ...{ to: 'user@example.com', subject: '请签署合同', language: 'zh', time: new Date() },
    ...{ text: '请签署合同。'.repeat(40), html: `<p>${'请签署合同。'.repeat(40)}</p>` },
    messageKey: `key-${number}`,
  });
};

const kycAnswers = {
  '/api/oauth2/access_token': { code: '0', access_token: 'token', expire_in: '7200' },
  '/api/oauth2/api_ticket': { code: '0', tickets: [{ value: 'ticket', expire_in: '3600' }] },
  '/api/server/h5/geth5faceid': { code: 0, result: { h5faceId: 'abc', orderNo: '1' } },
};
const kyc = () => serveHttp((url) => JSON.stringify(kycAnswers[url.split('?')[0]]));

const [app, alipay] = [1, 2].map(() =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }),
);
const node = JSON.stringify({ code: '10000', msg: 'Success', certify_id: 'abc' });
const sign = createSign('RSA-SHA256').update(node).sign(alipay.privateKey, 'base64');
const initialized = `{"alipay_user_certify_open_initialize_response":${node},"sign":"${sign}"}`;

/** `open`: opens the adapter at the address of a server that `serve` opens; `call` is measured. */
export const calls = {
  'sms aliyun': {
    serve: always({ Code: 'OK', BizId: '1' }),
    open: (url) =>
      opened(aliyunSms, {
        ALIYUN_ACCESS_KEY_ID: 'id',
        ALIYUN_ACCESS_KEY_SECRET: 'secret',
        ALIYUN_SMS_SIGN_NAME: '青禾',
        ALIYUN_SMS_TEMPLATES: templates,
        ALIYUN_SMS_URL: url,
      }),
    call: sendMessage,
  },
  'sms tencent': {
    serve: always({ Response: { SendStatusSet: [{ Code: 'Ok', Message: '', SerialNo: '1' }] } }),
    open: (url) =>
      opened(tencentSms, {
        ...tencentKey,
        TENCENT_SMS_APP_ID: '1400006666',
        TENCENT_SMS_SIGN_NAME: '青禾',
        TENCENT_SMS_TEMPLATES: templates,
        TENCENT_SMS_URL: url,
      }),
    call: sendMessage,
  },
  'sms http': {
    serve: always({ id: '1' }),
    open: (url) => opened(httpSms, { SMS_HTTP_URL: url, SMS_HTTP_SECRET: secret }),
    call: sendMessage,
  },
  'identity tencent': {
    serve: always({ Response: { Result: '0' } }),
    open: (url) => opened(tencentIdentity, { ...tencentKey, TENCENT_IDENTITY_URL: url }),
    call: checkPerson,
  },
  'identity http': {
    serve: always({ result: 'match' }),
    open: (url) => opened(httpIdentity, { IDENTITY_HTTP_URL: url, IDENTITY_HTTP_SECRET: secret }),
    call: checkPerson,
  },
  // Two requests each: the identity, and a ticket for the page.
  'face tencent': {
    serve: kyc,
    open: (url) =>
      opened(tencentKyc, {
        TENCENT_FACE_APP_ID: 'IDA',
        TENCENT_FACE_SECRET: 'secret',
        TENCENT_FACE_URL: url,
      }),
    call: beginFace,
  },
  'face alipay': {
    serve: () => serveHttp(() => initialized),
    open: (url) =>
      opened(alipayCertify, {
        ALIPAY_FACE_APP_ID: '2021000000000001',
        ALIPAY_FACE_PRIVATE_KEY: app.privateKey,
        ALIPAY_FACE_PUBLIC_KEY: alipay.publicKey,
        ALIPAY_FACE_GATEWAY: `${url}/gateway.do`,
      }),
    call: beginFace,
  },
  'mail smtp': {
    serve: serveSmtp,
    open: (port) =>
      opened(smtpAdapter, {
        ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: port, SMTP_TLS: 'none' },
        SMTP_FROM: 'no-reply@example.com',
      }),
    call: sendMail,
  },
};

function opened(adapter, settings) {
  return adapter.open(settings, { ...openProviderParts(), provider: adapter.name }).port;
}
