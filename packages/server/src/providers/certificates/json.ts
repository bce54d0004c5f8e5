/** Certificates by a gateway of the operator: docs/providers/certificates.md describes requests and answers. */
import type { Adapter } from '../adapter.js';
import { GatewayClient } from '../kit/gateway-client.js';
import { openHttpExchange } from '../kit/http-exchange.js';
import type { JsonAnswer } from '../kit/json-answer.js';
import { readSecureAddress, readTls } from '../kit/outside-tls.js';
import { GarbledAnswer, ProviderRefused } from '../kit/provider-failure.js';
import type { ProviderParts } from '../kit/provider-parts.js';
import {
  type CertificateAnswer,
  type CertificateOrder,
  type CertificateSource,
  DEFAULT_RETRY_SECONDS,
} from './port.js';

export const jsonCertificates: Adapter<CertificateSource> = {
  name: 'json',
  settings: {
    CERTIFICATE_JSON_URL: 'required',
    CERTIFICATE_JSON_SECRET: 'secret',
    CERTIFICATE_JSON_CA: 'optional',
    CERTIFICATE_JSON_CLIENT_CERT: 'optional',
    CERTIFICATE_JSON_CLIENT_KEY: 'optional secret',
  },
  open(settings, parts) {
    const baseUrl = readSecureAddress(settings, 'CERTIFICATE_JSON_URL');
    const tls = readTls(settings, {
      ca: 'CERTIFICATE_JSON_CA',
      cert: 'CERTIFICATE_JSON_CLIENT_CERT',
      key: 'CERTIFICATE_JSON_CLIENT_KEY',
    });
    const hasTls = Object.keys(tls).length > 0;
    const gateway = new GatewayClient(hasTls ? { ...parts, exchange: openHttpExchange(tls) } : parts, {
      ...{ baseUrl, setting: 'CERTIFICATE_JSON_SECRET', secret: settings['CERTIFICATE_JSON_SECRET'] ?? '' },
    });
    return { port: new JsonSource(gateway, parts), check: () => gateway.check() };
  },
};

const MAX_FILES = 10;
const REASON = /^[A-Za-z0-9_.-]{1,64}$/;

class JsonSource implements CertificateSource {
  readonly #gateway: GatewayClient;
  readonly #nonce: () => string;

  constructor(gateway: GatewayClient, { nonce }: Pick<ProviderParts, 'nonce'>) {
    this.#gateway = gateway;
    this.#nonce = nonce;
  }

  order({
    kind,
    reference,
    request,
    subject,
    isRenewal,
    isPending,
  }: CertificateOrder): Promise<CertificateAnswer> {
    if (isPending) {
      const id = `${reference}-${this.#nonce()}`;
      return this.#gateway.post('status', { type: 'certificate.status', reference }, { id, read: answerOf });
    }
    const content = {
      ...{ type: 'certificate.request', reference, kind, subject, isRenewal },
      csr: Buffer.from(request).toString('base64'),
    };
    return this.#gateway.post('request', content, { id: reference, read: answerOf });
  }
}

function answerOf(answer: JsonAnswer): CertificateAnswer {
  const status = answer.text('status');
  switch (status) {
    case 'issued':
      return { state: 'issued', files: filesIn(answer) };
    case 'pending':
      return {
        state: 'pending',
        retryAfterSeconds: answer.has('retryAfter')
          ? Math.max(0, answer.integer('retryAfter'))
          : DEFAULT_RETRY_SECONDS,
      };
    case 'refused':
      throw new ProviderRefused(reasonIn(answer), 'refused');
    default:
      throw new GarbledAnswer('status is none of issued, pending, refused');
  }
}

function filesIn(answer: JsonAnswer): readonly Uint8Array[] {
  const given = answer.texts('certificates');
  if (given.length === 0 || given.length > MAX_FILES)
    throw new GarbledAnswer(`certificates are not 1 to ${MAX_FILES}`);
  return given.map((base64) => {
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length === 0 || bytes.toString('base64') !== base64)
      throw new GarbledAnswer('a certificate is not base64');
    return bytes;
  });
}

/** Another text could repeat what was sent. */
function reasonIn(answer: JsonAnswer): string {
  const reason = answer.optionalText('reason');
  return reason !== null && REASON.test(reason) ? reason : 'REFUSED';
}
