/** The first operator of a production service. */
import { createHash } from 'node:crypto';
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/setup.js';
import { offerAuthenticator } from '../../areas/sessions/index.js';
import * as setup from '../../areas/setup/index.js';
import type { VisitorContext } from '../../operation/context.js';
import { type AnyRoute, route } from '../../operation/handler.js';
import { refuseFor } from '../../operation/refusal.js';
import { tellFinding } from '../../operation/self-check.js';
import { beginConsoleSession, entered } from './begin-session.js';
import { requireOwnSite } from './own-site.js';

/**
 * Only the page at BASE_URL. Elsewhere the console admits every name under which the service is reached; here a name
 * that somebody else has pointed at the service must not do.
 */
function requireBaseAddress({ services: { config }, headers }: VisitorContext): void {
  requireOwnSite(config, headers);
  const { origin } = headers;
  if (origin !== undefined && origin !== new URL(config.baseUrl).origin) throw refuseFor('PERMISSION_DENIED');
}

async function beginSetup(ctx: VisitorContext, { code, mobile }: InputOf<typeof declared.beginSetup>) {
  requireBaseAddress(ctx);
  await setup.requireSetupCode(ctx, code);
  return offerAuthenticator(ctx.services, mobile);
}

async function checkSetup(
  ctx: VisitorContext,
  { code }: InputOf<typeof declared.checkSetup>,
): Promise<declared.SetupState> {
  requireBaseAddress(ctx);
  await setup.requireSetupCode(ctx, code);
  const { config, authority, selfCheck } = ctx.services;
  const root = (await authority.chain(ctx.now)).at(-1) ?? new Uint8Array();
  return {
    findings: (await selfCheck.findings()).map((finding) => tellFinding(finding, ctx.language)),
    settings: selfCheck.settings,
    baseUrl: config.baseUrl,
    timeZone: config.timeZone,
    time: new Date(),
    rootFingerprint: createHash('sha256').update(root).digest('hex'),
    rootsUrl: `${config.trustUrl}/ca/roots.pem`,
  };
}

async function finishSetup(
  ctx: VisitorContext,
  given: InputOf<typeof declared.finishSetup>,
): Promise<declared.FinishedSetup> {
  requireBaseAddress(ctx);
  const { code, name, mobile, password, sealed, totp, ownerName, ownerMobile } = given;
  const { userId, recoveryCodes, corp } = await setup.finishSetup(ctx, {
    code,
    operator: { name, mobile, password, sealed, totp },
    corp: {
      corpName: given.corpName,
      corpCode: given.corpCode ?? null,
      isIdentified: given.isIdentified,
      opening: { contracts: given.contracts, collections: 0 },
    },
    owner: { userName: ownerName, mobile: ownerMobile },
  });
  const proven = { isStrong: true, isFresh: true, corpId: null, linkId: null } as const;
  const begun = await beginConsoleSession(ctx, { userId, method: 'password', ...proven });
  return {
    entered: await entered(ctx, begun),
    recoveryCodes,
    corp: {
      corpId: corp.corpId,
      corpName: corp.corpName,
      appId: corp.appId,
      appSecret: corp.appSecret,
      ownerName: corp.owner.userName,
      ownerMobile: corp.owner.mobile,
    },
  };
}

export const setupRoutes: readonly AnyRoute[] = [
  route('visitor', declared.beginSetup, beginSetup),
  route('visitor', declared.checkSetup, checkSetup),
  route('visitor', declared.finishSetup, finishSetup),
];
