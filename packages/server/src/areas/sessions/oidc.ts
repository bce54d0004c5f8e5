/** Log-in by the OpenID Connect provider of an enterprise: authorization code flow with PKCE (RFC 7636). */
import { id } from '@cinnabar/api/schema.js';
import { plainMobile } from '@cinnabar/api/schemas/fields.js';
import type { Configuration } from 'openid-client';
import { hashToken, randomToken } from '../../custody/secrets.js';
import type { Context, CorpId, UserId } from '../../operation/context.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { findActingMember, userByMobile } from '../members/index.js';
import { limitWrongTries } from './limit-wrong-tries.js';
import { insertChallenge, takeChallenge } from './store/challenges.js';
import { findLoginProvider, type LoginProvider } from './store/login-providers.js';

type OidcContext = Pick<Context, 'db' | 'services' | 'now' | 'address'>;

const corpIds = id<'Corp'>();
const CHALLENGE_MS = 10 * 60_000;
const SCOPE = 'openid phone';
/** Two factors at the provider (RFC 8176 section 2). */
const SEVERAL_FACTORS = 'mfa';

export function providerSealing(): string {
  return 'login provider';
}

function redirectAddress({ config }: Pick<Services, 'config'>): string {
  return `${config.baseUrl}/login/oidc`;
}

/** The provider as it describes itself. */
async function openProvider({ services }: OidcContext, provider: LoginProvider): Promise<Configuration> {
  const client = await import('openid-client');
  const secret = await services.envelope.decrypt(provider.corpId, providerSealing(), provider.clientSecret);
  // Only the sandbox reaches a provider without https.
  const isPlain = services.config.mode === 'sandbox';
  return client.discovery(
    new URL(provider.issuer),
    provider.clientId,
    undefined,
    client.ClientSecretBasic(Buffer.from(secret).toString('utf8')),
    isPlain ? { execute: [client.allowInsecureRequests] } : {},
  );
}

/** Reads what the provider tells of itself, as a log-in begins. @returns what is wrong; null: nothing */
export async function tryLoginProvider(ctx: OidcContext, corpId: CorpId): Promise<string | null> {
  const provider = await findLoginProvider(ctx.db, corpId);
  if (provider === null) throw refuse('404');
  try {
    await openProvider(ctx, provider);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export interface OidcRequest {
  readonly corpId: CorpId;
  /** Identifies the browser that begins, so that no other can finish. */
  readonly ticket: string;
  /** Page to which the person returns. */
  readonly next: string;
}

/** @returns the address of the provider @throws Refusal 404 if the enterprise has none */
export async function beginOidc(ctx: OidcContext, { corpId, ticket, next }: OidcRequest): Promise<string> {
  const provider = await findLoginProvider(ctx.db, corpId);
  if (provider === null) throw refuse('404');
  const client = await import('openid-client');
  const configuration = await openProvider(ctx, provider);
  const [state, nonce, verifier] = [randomToken(), randomToken(), client.randomPKCECodeVerifier()];
  await insertChallenge(ctx.db, {
    challengeHash: hashToken(state),
    kind: 'oidc',
    userId: null,
    content: { corpId, nonce, verifier, next, ticket: hashToken(ticket) },
    expireTime: new Date(ctx.now.getTime() + CHALLENGE_MS),
  });
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectAddress(ctx.services),
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return address.href;
}

export interface OidcLogin {
  readonly userId: UserId;
  readonly corpId: CorpId;
  /** Whether the provider has checked two factors. */
  readonly isStrong: boolean;
  readonly next: string;
}

/**
 * The member for whom the provider vouches: the holder of the mobile that it has verified. Only a member of the
 * enterprise that set up the provider is accepted, and nobody becomes one.
 * @param query of the address to which the provider has redirected the browser
 * @throws Refusal LOGIN_WRONG, CREDENTIALS_LIMITED
 */
export function finishOidc(
  ctx: OidcContext,
  query: URLSearchParams,
  ticket: string | null,
): Promise<OidcLogin> {
  return limitWrongTries(ctx, async () => {
    const state = query.get('state') ?? '';
    const challenge = await takeChallenge(ctx.db, 'oidc', hashToken(state), ctx.now);
    if (challenge === null || ticket === null || challenge.content['ticket'] !== hashToken(ticket)) {
      throw refuseFor('LOGIN_WRONG');
    }
    const { corpId, nonce, verifier, next } = challenge.content;
    const provider = await providerOf(ctx, Number(corpId));
    const vouched = await claimsOf(ctx, provider, query, {
      state,
      nonce: String(nonce),
      verifier: String(verifier),
    });
    const person = vouched === null ? null : await userByMobile(ctx.db, vouched.mobile);
    const isMember =
      person !== null && (await findActingMember(ctx.db, provider.corpId, person.userId)) !== null;
    if (vouched === null || person === null || !isMember) throw refuseFor('LOGIN_WRONG');
    const { isStrong } = vouched;
    return { userId: person.userId, corpId: provider.corpId, isStrong, next: String(next) };
  });
}

async function providerOf({ db }: OidcContext, corpId: number): Promise<LoginProvider> {
  const provider = await findLoginProvider(db, corpIds.read(corpId, 'corpId', { zone: 'UTC' }));
  // Removed in the meantime.
  if (provider === null) throw refuseFor('LOGIN_WRONG');
  return provider;
}

interface Expected {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** @returns null unless the provider has verified a mobile */
async function claimsOf(
  ctx: OidcContext,
  provider: LoginProvider,
  query: URLSearchParams,
  { state, nonce, verifier }: Expected,
): Promise<{ readonly mobile: string; readonly isStrong: boolean } | null> {
  const client = await import('openid-client');
  const configuration = await openProvider(ctx, provider);
  const tokens = await client.authorizationCodeGrant(
    configuration,
    new URL(`${redirectAddress(ctx.services)}?${query.toString()}`),
    { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
  );
  const claims = tokens.claims();
  if (claims === undefined) return null;
  const told =
    claims['phone_number'] === undefined
      ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : claims;
  const { phone_number: mobile, phone_number_verified: isVerified } = told;
  if (typeof mobile !== 'string' || isVerified !== true) return null;
  const methods: unknown = claims['amr'];
  const isStrong = Array.isArray(methods) && methods.includes(SEVERAL_FACTORS);
  return { mobile: plainMobile(mobile), isStrong };
}
