import { InvalidSetting } from '../../../settings/invalid-setting.js';
import type { Adapter, ProviderCheck } from '../../adapter.js';
import { proveAccount } from '../../kit/prove-account.js';
import { ProviderRefused } from '../../kit/provider-failure.js';
import type { ProviderParts } from '../../kit/provider-parts.js';
import { privateKeyOf, publicKeyOf } from '../../pay/keys.js';
import type {
  FacePage,
  FaceProvider,
  FaceRequest,
  FaceResult,
  FaceReturn,
  StartedFaceCheck,
} from '../port.js';
import { faceUnavailable } from '../unavailable.js';
import { type CertifyAccount, CertifyClient, NO_SUCH_CHECK } from './certify-client.js';

const GATEWAY = 'https://openapi.alipay.com/gateway.do';

/** Face checks in the app of Alipay (开放认证). */
export const alipayCertify: Adapter<FaceProvider> = {
  name: 'alipay',
  settings: {
    ALIPAY_FACE_APP_ID: 'required',
    ALIPAY_FACE_PRIVATE_KEY: 'secret',
    ALIPAY_FACE_PUBLIC_KEY: 'required',
    ALIPAY_FACE_GATEWAY: 'optional',
  },
  open(settings, parts) {
    const privateKey = privateKeyOf(settings['ALIPAY_FACE_PRIVATE_KEY'] ?? '');
    if (privateKey === null)
      throw new InvalidSetting('ALIPAY_FACE_PRIVATE_KEY', 'it must be an RSA private key');
    const publicKey = publicKeyOf(settings['ALIPAY_FACE_PUBLIC_KEY'] ?? '');
    if (publicKey === null)
      throw new InvalidSetting('ALIPAY_FACE_PUBLIC_KEY', 'it must be an RSA public key');
    const gateway = settings['ALIPAY_FACE_GATEWAY'] ?? GATEWAY;
    if (!URL.canParse(gateway)) throw new InvalidSetting('ALIPAY_FACE_GATEWAY', 'it must be an address');
    const account = { appId: settings['ALIPAY_FACE_APP_ID'] ?? '', privateKey, publicKey, gateway };
    const port = new AlipayCertify(account, parts);
    return { port, check: () => port.check() };
  },
};

export class AlipayCertify implements FaceProvider {
  readonly #client: CertifyClient;

  constructor(account: CertifyAccount, parts: ProviderParts) {
    this.#client = new CertifyClient(account, parts);
  }

  serves(): boolean {
    return true;
  }

  async begin({ attemptNo, subject, device, returnUrl }: FaceRequest) {
    try {
      const h5faceId = await this.#client.initialize(attemptNo, subject, `${returnUrl}?returned=1`);
      return { h5faceId, page: pageOf(this.#client.pageUrl(h5faceId), device) };
    } catch (error) {
      throw faceUnavailable(error);
    }
  }

  /**
   * Alipay returns after success and failure alike, and its record does not tell a failed check from an unfinished one: a
   * person who has returned without having passed has failed.
   */
  async result({ h5faceId }: StartedFaceCheck, returned: FaceReturn | null): Promise<FaceResult | null> {
    try {
      const hasPassed = await this.#client.hasPassed(h5faceId);
      if (!hasPassed && returned === null) return null;
      return {
        verdict: hasPassed ? 'pass' : 'fail',
        identity: null,
        record: { passed: hasPassed ? 'T' : 'F', provider: 'alipay', request: h5faceId },
      };
    } catch (error) {
      if (error instanceof ProviderRefused && error.code === NO_SUCH_CHECK) return null;
      throw faceUnavailable(error);
    }
  }

  check(): Promise<ProviderCheck> {
    return proveAccount(
      async () => {
        try {
          await this.#client.hasPassed('0'.repeat(32));
        } catch (error) {
          if (!(error instanceof ProviderRefused) || error.code !== NO_SUCH_CHECK) throw error;
        }
        return {
          works: true,
          detail: { zh: '账号及其签名有效', en: 'the account and its signature are accepted' },
        };
      },
      {
        zh: '与支付宝控制台核对以 ALIPAY_FACE_ 开头的设置，并确认已签约该产品',
        en: 'compare the settings ALIPAY_FACE_… with the console of Alipay, and check that the product is signed up for',
      },
    );
  }
}

/** The page works in the app of Alipay only: a phone opens the app, at a computer the address is scanned with it. */
function pageOf(url: string, device: FaceRequest['device']): FacePage {
  if (device === 'pc') return { way: 'scan', url };
  return {
    way: 'open',
    url: `alipays://platformapi/startapp?${new URLSearchParams({ appId: '20000067', url })}`,
  };
}
