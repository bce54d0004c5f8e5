/** Certificates by Enrollment over Secure Transport (RFC 7030). docs/providers/certificates.md describes the settings. */

import { DerError } from '@cinnabar/pki/asn1/der.js';
import { readCommonName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { readSignedData } from '@cinnabar/pki/cms/signed-data.js';
import { InvalidSetting } from '../../settings/invalid-setting.js';
import type { Adapter, AdapterSettings, ProviderCheck } from '../adapter.js';
import { openHttpExchange } from '../kit/http-exchange.js';
import { readSecureAddress, readTls } from '../kit/outside-tls.js';
import { proveAccount } from '../kit/prove-account.js';
import { ProviderClient } from '../kit/provider-client.js';
import { GarbledAnswer } from '../kit/provider-failure.js';
import type { ProviderParts } from '../kit/provider-parts.js';
import { readCertsOnly, readEnrolment } from './est-answer.js';
import type { CertificateAnswer, CertificateKind, CertificateOrder, CertificateSource } from './port.js';

export const estCertificates: Adapter<CertificateSource> = {
  name: 'est',
  settings: {
    EST_URL: 'required',
    EST_LABEL: 'optional',
    EST_PERSONS_LABEL: 'optional',
    EST_USER: 'optional',
    EST_PASSWORD: 'optional secret',
    EST_CA: 'optional',
    EST_CLIENT_CERT: 'optional',
    EST_CLIENT_KEY: 'optional secret',
  },
  open(settings, parts) {
    const url = readSecureAddress(settings, 'EST_URL');
    const tls = readTls(settings, { ca: 'EST_CA', cert: 'EST_CLIENT_CERT', key: 'EST_CLIENT_KEY' });
    const hasTls = Object.keys(tls).length > 0;
    const source = new EstSource(hasTls ? { ...parts, exchange: openHttpExchange(tls) } : parts, {
      url,
      labels: { enterprise: labelIn(settings, 'EST_LABEL'), person: labelIn(settings, 'EST_PERSONS_LABEL') },
      authorization: authorizationIn(settings),
    });
    return { port: source, check: () => source.check() };
  },
};

interface EstOptions {
  /** Origin. */
  readonly url: string;
  /** Names of profiles at the authority; null: its only one. */
  readonly labels: Readonly<Record<CertificateKind, string | null>>;
  /** Value of the header; null: the certificate of TLS, or none. */
  readonly authorization: string | null;
}

const MAX_ANSWER_BYTES = 256 * 1024;
const CACERTS_LIFE_MS = 10 * 60_000;
const LINE = /.{1,76}/g;

class EstSource implements CertificateSource {
  readonly #client: ProviderClient;
  readonly #clock: ProviderParts['clock'];
  readonly #options: EstOptions;
  readonly #chains = new Map<CertificateKind, { readonly file: Uint8Array; readonly at: number }>();

  constructor(parts: ProviderParts, options: EstOptions) {
    this.#options = options;
    this.#clock = parts.clock;
    this.#client = new ProviderClient(parts, { baseUrl: options.url, maxAnswerBytes: MAX_ANSWER_BYTES });
  }

  /** A pending order is asked for by the same request (RFC 7030, section 4.2.3). */
  async order({ kind, request, isRenewal }: CertificateOrder): Promise<CertificateAnswer> {
    const op = isRenewal ? 'simplereenroll' : 'simpleenroll';
    const lines = Buffer.from(request).toString('base64').match(LINE) ?? [];
    const answer = await this.#client.call({
      op,
      // A further certificate for the same key may cost money.
      isIdempotent: false,
      build: () => ({
        method: 'POST',
        path: this.#pathOf(kind, op),
        headers: {
          ...this.#headers(),
          'content-type': 'application/pkcs10',
          'content-transfer-encoding': 'base64',
        },
        body: `${lines.join('\r\n')}\r\n`,
      }),
      read: (given) => readEnrolment(given, op, this.#clock.now()),
    });
    if (answer.state === 'pending') return answer;
    // The answer has the certificate alone.
    return { state: 'issued', files: [...answer.files, await this.#chain(kind)] };
  }

  check(): Promise<ProviderCheck> {
    return proveAccount(
      async () => {
        const { certificates } = readSignedData(await this.#cacerts('enterprise'));
        const names = certificates.map(({ subject }) => `“${readCommonName(subject)}”`);
        return {
          works: true,
          detail: {
            zh: `可以连接，证书链为${names.join('、')}；签发时才验证账号`,
            en: `it answers, with the chain of ${names.join(', ')}; the account is proven when it issues`,
          },
        };
      },
      {
        zh: '更正 EST_USER、EST_PASSWORD 或客户端证书',
        en: 'correct EST_USER, EST_PASSWORD or the client certificate',
      },
    );
  }

  async #chain(kind: CertificateKind): Promise<Uint8Array> {
    const kept = this.#chains.get(kind);
    if (kept !== undefined && performance.now() - kept.at < CACERTS_LIFE_MS) return kept.file;
    const file = await this.#cacerts(kind);
    this.#chains.set(kind, { file, at: performance.now() });
    return file;
  }

  #cacerts(kind: CertificateKind): Promise<Uint8Array> {
    return this.#client.call({
      op: 'cacerts',
      isIdempotent: true,
      build: () => ({ method: 'GET', path: this.#pathOf(kind, 'cacerts'), headers: this.#headers() }),
      read: (answer) => withCertificates(readCertsOnly(answer, 'cacerts')),
    });
  }

  #pathOf(kind: CertificateKind, op: string): string {
    const label = this.#options.labels[kind];
    return `/.well-known/est/${label === null ? '' : `${label}/`}${op}`;
  }

  #headers(): Readonly<Record<string, string>> {
    const { authorization } = this.#options;
    return { accept: 'application/pkcs7-mime', ...(authorization === null ? {} : { authorization }) };
  }
}

/** @throws GarbledAnswer */
function withCertificates(file: Uint8Array): Uint8Array {
  try {
    if (readSignedData(file).certificates.length > 0) return file;
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
  }
  throw new GarbledAnswer('no PKCS #7 with certificates');
}

function labelIn(settings: AdapterSettings, name: string): string | null {
  const given = settings[name];
  if (given === undefined) return null;
  if (/^[A-Za-z0-9._~-]{1,64}$/.test(given)) return given;
  throw new InvalidSetting(name, 'must consist of letters, digits, hyphens, dots, underscores and tildes');
}

function authorizationIn({ EST_USER: user, EST_PASSWORD: password }: AdapterSettings): string | null {
  if (user === undefined && password === undefined) return null;
  if (user === undefined || password === undefined || user.includes(':'))
    throw new InvalidSetting('EST_USER', 'and EST_PASSWORD are given together; the user has no colon');
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
