/** Public endpoints of the authority: timestamps, revocation lists, OCSP, certificates. */

import { pemOf } from '@cinnabar/pki/asn1/pem.js';
import { type AuthorityPurpose, OCSP_PATH } from '../authority/authority-certificates.js';
import type { CertificateAuthority } from '../authority/certificate-authority.js';
import type { OcspResponder } from '../authority/ocsp-responder.js';
import type { RevocationLists } from '../authority/revocation.js';
import type { TimestampAuthority } from '../authority/timestamp-authority.js';
import type { Clock } from '../clock.js';
import { refuse } from '../operation/refusal.js';
import type { HttpAnswer } from './answer.js';
import { contentTypeOf, readBody } from './body.js';
import type { Exchange } from './exchange.js';
import type { ExtraRoute } from './extra-route.js';
import { Places, type PlacesLimits } from './places.js';
import { RequestBudget } from './request-budget.js';
import { withinPlaces } from './within-places.js';

export interface TrustEndpoints {
  readonly authority: CertificateAuthority;
  readonly lists: RevocationLists;
  readonly responder: OcspResponder;
  /** null: this service issues no timestamps itself. */
  readonly timestamps: TimestampAuthority | null;
  readonly clock: Clock;
  readonly requestsPerMinute: number;
}

/** Requests for timestamps and OCSP requests have a few hundred bytes. */
const MAX_BYTES = 16 * 1024;
const MAX_PATH_LENGTH = 4096;
/** Limit of concurrent requests: anonymous clients must not exhaust the database connections. */
const PLACES: PlacesLimits = { most: 16, perAddress: 8 };
/** Trust anchors of this service: all its roots so far. */
const ROOTS_PATH = '/ca/roots.pem';

/** Handles a request after it has arrived completely. */
type InPlace = (exchange: Exchange, work: () => Promise<HttpAnswer>) => Promise<HttpAnswer>;

export function trustRoutes(parts: TrustEndpoints): readonly ExtraRoute[] {
  const budget = new RequestBudget(parts.requestsPerMinute);
  const places = new Places(PLACES);
  const inPlace: InPlace = (exchange, work) => withinPlaces(places, exchange, 1, work);
  return [
    ...(parts.timestamps === null ? [] : [timestampRoute(parts.timestamps, parts, budget, inPlace)]),
    ...ocspRoutes(parts, budget, inPlace),
    ...publishedRoutes(parts, inPlace),
  ];
}

/** RFC 3161, 3.4. Errors in a request are reported in the reply itself. */
function timestampRoute(
  timestamps: TimestampAuthority,
  { clock }: TrustEndpoints,
  budget: RequestBudget,
  inPlace: InPlace,
): ExtraRoute {
  return {
    method: 'POST',
    path: '/tsa',
    async answer(exchange) {
      const request = await readRequest(exchange, budget, 'application/timestamp-query');
      return inPlace(exchange, async () =>
        bytesAnswer('application/timestamp-reply', await timestamps.answer(request, clock.now())),
      );
    },
  };
}

/** RFC 6960, appendix A: by POST, or by GET with the request as base64 in the path. */
function ocspRoutes(
  { responder, clock }: TrustEndpoints,
  budget: RequestBudget,
  inPlace: InPlace,
): readonly ExtraRoute[] {
  const answer = (exchange: Exchange, request: Uint8Array) =>
    inPlace(exchange, async () =>
      bytesAnswer('application/ocsp-response', await responder.answer(request, clock.now())),
    );
  return [
    {
      method: 'POST',
      path: OCSP_PATH,
      answer: async (exchange) =>
        answer(exchange, await readRequest(exchange, budget, 'application/ocsp-request')),
    },
    {
      method: 'GET',
      path: `${OCSP_PATH}/*`,
      async answer(exchange) {
        takeFrom(budget, exchange);
        const path = pathOf(exchange.request.url);
        if (path.length > MAX_PATH_LENGTH) throw refuse('413');
        return answer(exchange, Buffer.from(decoded(path.slice(OCSP_PATH.length + 1)), 'base64'));
      },
    },
  ];
}

function publishedRoutes(
  { authority, lists, clock }: TrustEndpoints,
  inPlace: InPlace,
): readonly ExtraRoute[] {
  return [
    {
      method: 'GET',
      path: '/crl/:name',
      async answer(exchange) {
        const asked = publishedName(exchange.request.url, 'crl');
        if (asked === null) throw refuse('404');
        return inPlace(exchange, async () => {
          const list = await lists.current(asked.purpose, asked.generation, clock.now());
          if (list === null) throw refuse('404');
          return bytesAnswer('application/pkix-crl', list.crl);
        });
      },
    },
    {
      method: 'GET',
      path: '/ca/:name',
      async answer(exchange) {
        const { url } = exchange.request;
        return inPlace(exchange, async () => {
          if (pathOf(url) === ROOTS_PATH) {
            const roots = await authority.trustAnchors();
            return bytesAnswer('application/x-pem-file', Buffer.from(roots.map(pemOf).join('')));
          }
          const asked = publishedName(url, 'cer');
          const record = asked && (await authority.certificates.find(asked.purpose, asked.generation));
          if (record === null) throw refuse('404');
          return bytesAnswer('application/pkix-cert', record.certificate);
        });
      },
    },
  ];
}

async function readRequest(exchange: Exchange, budget: RequestBudget, mediaType: string): Promise<Buffer> {
  takeFrom(budget, exchange);
  const { request } = exchange;
  if (contentTypeOf(request.headers['content-type']).mediaType !== mediaType)
    throw refuse('415', { zh: `须为 ${mediaType}`, en: `send ${mediaType}` });
  return readBody(exchange, MAX_BYTES);
}

function takeFrom(budget: RequestBudget, { address }: Exchange): void {
  if (!budget.take(address)) throw refuse('429');
}

/** Parses a path such as `/crl/issuing-1.crl`, as written by revocationListPath and authorityCertificatePath. */
function publishedName(
  url: string | undefined,
  suffix: 'crl' | 'cer',
): { readonly purpose: AuthorityPurpose; readonly generation: number } | null {
  const found = new RegExp(`/(root|issuing)-([1-9]\\d{0,8})\\.${suffix}$`).exec(pathOf(url));
  if (found === null) return null;
  return { purpose: found[1] === 'root' ? 'root' : 'issuing', generation: Number(found[2]) };
}

function pathOf(url: string | undefined): string {
  const [path = ''] = (url ?? '').split('?', 1);
  return path;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function bytesAnswer(mediaType: string, bytes: Uint8Array): HttpAnswer {
  return { status: 200, code: '200', headers: { 'content-type': mediaType }, body: bytes };
}
