import type { Adapter, ProviderCheck } from '../../adapter.js';
import { proveAccount } from '../../kit/prove-account.js';
import { ProviderRefused } from '../../kit/provider-failure.js';
import type { ProviderParts } from '../../kit/provider-parts.js';
import {
  type FacePage,
  type FaceProvider,
  type FaceRequest,
  type FaceResult,
  type FaceReturn,
  FaceReturnInvalid,
  type StartedFaceCheck,
} from '../port.js';
import { faceUnavailable } from '../unavailable.js';
import { KYC_VERSION, type KycAccount, KycClient } from './kyc-client.js';
import { SharedKycTickets } from './shared-kyc-tickets.js';
import { isKycSignature, kycSignature } from './signature.js';

const BASE_URL = 'https://kyc1.qcloud.com';
const PASSED = '0';
/** The provider has no record of the order yet. */
const NO_RECORD = '66660011';

/** Face checks on the H5 pages of Tencent Cloud FaceID (慧眼, WBappid). */
export const tencentKyc: Adapter<FaceProvider> = {
  name: 'tencent',
  settings: {
    TENCENT_FACE_APP_ID: 'required',
    TENCENT_FACE_SECRET: 'secret',
    TENCENT_FACE_URL: 'optional',
  },
  open(settings, parts) {
    const account = {
      appId: settings['TENCENT_FACE_APP_ID'] ?? '',
      secret: settings['TENCENT_FACE_SECRET'] ?? '',
      baseUrl: settings['TENCENT_FACE_URL'] ?? BASE_URL,
    };
    const port = new TencentKyc(account, parts);
    return { port, check: () => port.check() };
  },
};

export class TencentKyc implements FaceProvider {
  readonly #account: KycAccount;
  readonly #client: KycClient;
  readonly #tickets: SharedKycTickets;
  readonly #nonce: () => string;

  constructor(account: KycAccount, parts: ProviderParts) {
    this.#account = account;
    this.#client = new KycClient(account, parts);
    const { tickets: store, clock } = parts;
    this.#tickets = new SharedKycTickets({
      client: this.#client,
      store,
      clock,
      name: `tencent ${account.appId}`,
    });
    this.#nonce = parts.nonce;
  }

  serves(): boolean {
    return true;
  }

  async begin(request: FaceRequest): Promise<{ readonly h5faceId: string; readonly page: FacePage }> {
    try {
      return await this.#tickets.use(async (tickets) => {
        const submitted = await this.#client.submit(tickets, request, request.subject);
        const nonceTicket = await this.#client.ticket(tickets.accessToken, 'NONCE', request.person);
        const url = this.#pageUrl(request, { ...submitted, nonceTicket });
        return { h5faceId: submitted.h5faceId, page: { way: 'open', url } };
      }, isRefusal);
    } catch (error) {
      throw faceUnavailable(error);
    }
  }

  /**
   * The signature of a return covers the code and our number of the attempt only. Everything else about the check is
   * compared with what was stored, and the provider itself is asked before a check passes.
   */
  async result(
    { attemptNo, h5faceId, device }: StartedFaceCheck,
    returned: FaceReturn | null,
  ): Promise<FaceResult | null> {
    if (returned === null) return null;
    const { code } = returned;
    const [sign, foreign] =
      device === 'pc'
        ? [returned['newSign'], returned['newSignature']]
        : [returned['newSignature'], returned['newSign']];
    if (returned['orderNo'] !== attemptNo || returned['h5faceId'] !== h5faceId) {
      throw new FaceReturnInvalid('the return is from another check');
    }
    if (code === undefined || sign === undefined || foreign !== undefined) {
      throw new FaceReturnInvalid('the parameters are not those of a return');
    }
    const { appId } = this.#account;
    const signers = await this.#tickets.recentSignTickets();
    if (!signers.some((ticket) => isKycSignature(sign, [appId, attemptNo, ticket, code]))) {
      throw new FaceReturnInvalid('the signature is wrong');
    }
    if (code !== PASSED) return { verdict: 'fail', identity: null, record: { code } };
    return this.#record(attemptNo);
  }

  check(): Promise<ProviderCheck> {
    return proveAccount(
      async () => {
        await this.#tickets.use(
          async () => undefined,
          () => false,
        );
        return {
          works: true,
          detail: { zh: '已取得 access token 和 SIGN ticket', en: 'access token and SIGN ticket obtained' },
        };
      },
      {
        zh: '与腾讯云控制台核对 TENCENT_FACE_APP_ID 和 TENCENT_FACE_SECRET',
        en: 'compare TENCENT_FACE_APP_ID and TENCENT_FACE_SECRET with the console of Tencent Cloud FaceID',
      },
    );
  }

  async #record(attemptNo: string): Promise<FaceResult | null> {
    try {
      const { code, record } = await this.#tickets.use(
        (tickets) => this.#client.query(tickets, { attemptNo }),
        isRefusal,
      );
      if (code === NO_RECORD) return null;
      const proof = { provider: 'tencent', request: record['bizSeqNo'] ?? attemptNo };
      return { verdict: code === PASSED ? 'pass' : 'fail', identity: null, record: { ...record, ...proof } };
    } catch (error) {
      throw faceUnavailable(error);
    }
  }

  #pageUrl(
    { attemptNo, person, device, returnUrl }: FaceRequest,
    { h5faceId, domain, nonceTicket }: { h5faceId: string; domain: string | null; nonceTicket: string },
  ): string {
    const { appId, baseUrl } = this.#account;
    const nonce = this.#nonce();
    const sign = kycSignature([appId, person, attemptNo, KYC_VERSION, h5faceId, nonceTicket, nonce]);
    const common = {
      version: KYC_VERSION,
      nonce,
      orderNo: attemptNo,
      h5faceId,
      url: returnUrl,
      userId: person,
      sign,
    };
    const page =
      device === 'pc'
        ? { path: '/api/pc/login', query: { appId, ...common } }
        : {
            path: '/api/web/login',
            query: { webankAppId: appId, ...common, resultType: '1', from: 'browser', redirectType: '1' },
          };
    const origin = domain === null ? baseUrl.replace(/\/+$/, '') : `https://${domain}`;
    return `${origin}${page.path}?${new URLSearchParams(page.query)}`;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ProviderRefused;
}
