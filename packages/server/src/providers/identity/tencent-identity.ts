import { InvalidSetting } from '../../settings/invalid-setting.js';
import type { Adapter, ProviderCheck } from '../adapter.js';
import { proveAccount } from '../kit/prove-account.js';
import { ProviderRefused } from '../kit/provider-failure.js';
import type { ProviderParts } from '../kit/provider-parts.js';
import type { TencentKey } from '../tencent/tc3-signature.js';
import { isInternal, type TencentClient, tencentClient } from '../tencent/tencent-client.js';
import { readTencentKey, TENCENT_KEY_SETTINGS } from '../tencent/tencent-settings.js';
import { identityOutage } from './identity-outage.js';
import {
  type IdentityProvider,
  IdentityUnavailable,
  type IdentityVerdict,
  type PersonIdentity,
} from './port.js';

const BASE_URL = 'https://faceid.tencentcloudapi.com';

/** `name`: name and number. `mobile`: the network operator's record of the mobile as well. */
const factors = ['name', 'mobile'] as const;
type Factors = (typeof factors)[number];

/** Checks of persons by Tencent Cloud FaceID. */
export const tencentIdentity: Adapter<IdentityProvider> = {
  name: 'tencent',
  settings: {
    ...TENCENT_KEY_SETTINGS,
    TENCENT_IDENTITY_FACTORS: 'optional',
    TENCENT_IDENTITY_URL: 'optional',
  },
  open(settings, parts) {
    const given = settings['TENCENT_IDENTITY_FACTORS'] ?? 'name';
    const chosen = factors.find((each) => each === given);
    if (chosen === undefined)
      throw new InvalidSetting('TENCENT_IDENTITY_FACTORS', `must be one of ${factors.join(', ')}`);
    const baseUrl = settings['TENCENT_IDENTITY_URL'] ?? BASE_URL;
    const port = new TencentIdentity(parts, { key: readTencentKey(settings), factors: chosen, baseUrl });
    return { port, check: () => port.check() };
  },
};

/** null: the registry could not answer, and charged nothing. */
type Results = Readonly<Record<string, IdentityVerdict | null>>;

const NAME_RESULTS: Results = {
  '0': 'match',
  '-1': 'mismatch',
  '-2': 'mismatch',
  '-3': 'mismatch',
  '-4': null,
  '-5': 'unknown',
  '-6': null,
  '-7': null,
};

const MOBILE_RESULTS: Results = {
  '0': 'match',
  '-4': 'mismatch',
  '-6': 'mismatch',
  '-7': 'mismatch',
  '-8': 'mismatch',
  '-9': 'unknown',
  '-11': null,
  '-12': null,
  '-13': 'unknown',
};

/** Only residents have a record there. */
const RESIDENT = /^\d{17}[\dXx]$/;

class TencentIdentity implements IdentityProvider {
  readonly #client: TencentClient;
  readonly #factors: Factors;

  constructor(
    parts: ProviderParts,
    options: { readonly key: TencentKey; readonly factors: Factors; readonly baseUrl: string },
  ) {
    const product = { service: 'faceid', version: '2018-03-01', region: null, baseUrl: options.baseUrl };
    this.#client = tencentClient(parts, options.key, product);
    this.#factors = options.factors;
  }

  async checkPerson({ realName, identNum, mobile }: PersonIdentity): Promise<IdentityVerdict> {
    if (!RESIDENT.test(identNum)) return 'unknown';
    const person = { IdCard: identNum, Name: realName };
    return this.#factors === 'name'
      ? this.#ask('IdCardVerification', person, NAME_RESULTS)
      : this.#ask('PhoneVerification', { ...person, Phone: mobile }, MOBILE_RESULTS);
  }

  /** It has no registry of enterprises: another provider is asked. */
  async checkCorp(): Promise<IdentityVerdict> {
    throw new IdentityUnavailable('Tencent Cloud has no registry of enterprises', 'no');
  }

  /** A number that cannot exist, for which nothing is charged. */
  check(): Promise<ProviderCheck> {
    const person = { IdCard: '000000000000000000', Name: '测试' };
    return proveAccount(
      async () => {
        try {
          await this.#client.call('IdCardVerification', person, { isIdempotent: true, read: () => null });
        } catch (error) {
          if (!(error instanceof ProviderRefused) || !error.code.startsWith('Invalid')) throw error;
        }
        const detail = {
          zh: '密钥有效；该服务商不核验企业',
          en: 'the key is accepted; enterprises are not checked by this provider',
        };
        return { works: true, detail };
      },
      {
        zh: '与控制台核对 TENCENT_SECRET_ID 和 TENCENT_SECRET_KEY，并为该账号开通刷脸认证',
        en: 'compare TENCENT_SECRET_ID and TENCENT_SECRET_KEY with the console, and open FaceID for the account',
      },
    );
  }

  async #ask(
    action: string,
    person: Readonly<Record<string, string>>,
    results: Results,
  ): Promise<IdentityVerdict> {
    const result = await this.#resultOf(action, person);
    const verdict = results[result];
    if (verdict === undefined) throw new IdentityUnavailable(`${action}: result ${result}`);
    if (verdict === null) throw new IdentityUnavailable(`${action}: result ${result}`, 'no');
    return verdict;
  }

  async #resultOf(action: string, person: Readonly<Record<string, string>>): Promise<string> {
    try {
      // Every answer is charged.
      return await this.#client.call(action, person, {
        isIdempotent: false,
        read: (response) => response.optionalText('Result') ?? 'missing',
      });
    } catch (error) {
      if (error instanceof ProviderRefused) {
        // Messages can repeat what was submitted.
        throw new IdentityUnavailable(error.code, isInternal(error) ? 'perhaps' : 'no');
      }
      throw identityOutage(error);
    }
  }
}
