/** The console of the platform's operators. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/platform.js';
import * as platform from '../../areas/platform/index.js';
import type { PlatformContext, VisitorContext } from '../../operation/context.js';
import { type AnyRoute, route } from '../../operation/handler.js';
import { programVersion } from '../../operation/program-version.js';
import { tellFinding } from '../../operation/self-check.js';
import { requireOwnSite } from '../console/own-site.js';
import { requirePlatformNetwork } from './require-network.js';
import { keptPlatformSecret, platformCookie, platformKey } from './session-secrets.js';

/** Outside its networks nobody learns that there is a log-in; one begun on another site is not the visitor’s own. */
function requireOwnVisit({ services: { config }, headers, address }: VisitorContext): void {
  requirePlatformNetwork(config, address);
  requireOwnSite(config, headers);
}

async function logInToPlatform(ctx: VisitorContext, given: InputOf<typeof declared.logInToPlatform>) {
  requireOwnVisit(ctx);
  const { services, headers } = ctx;
  const former = keptPlatformSecret(services, headers);
  const { userId, name, duties, secret } = await platform.beginPlatformSession(ctx, given, former);
  ctx.noteUser(userId);
  ctx.setCookie(platformCookie(services, secret));
  return { session: platformKey(services, secret), name, duties };
}

async function resumePlatform(ctx: VisitorContext) {
  requireOwnVisit(ctx);
  const { db, services, headers, now } = ctx;
  const secret = keptPlatformSecret(services, headers);
  const operator = secret === null ? null : await platform.operatorOfSession(db, secret, now);
  if (secret === null || operator === null) return { entered: null };
  return {
    entered: { session: platformKey(services, secret), name: operator.name, duties: operator.duties },
  };
}

async function leavePlatform(ctx: PlatformContext) {
  await platform.endPlatformSession(ctx, ctx.operator);
  ctx.setCookie(platformCookie(ctx.services, ''));
  return {};
}

async function viewPlatform({
  db,
  services,
  language,
  now,
}: PlatformContext): Promise<declared.PlatformOverview> {
  const found = await services.selfCheck.findings();
  return {
    version: programVersion(),
    checkedAt: now,
    findings: found.map((finding) => tellFinding(finding, language)),
    ...(await platform.queueSizes(db)),
  };
}

export const platformRoutes: readonly AnyRoute[] = [
  route('visitor', declared.logInToPlatform, logInToPlatform),
  route('visitor', declared.resumePlatform, resumePlatform),
  route('platform', declared.leavePlatform, leavePlatform),
  route('platform', declared.viewPlatform, viewPlatform),
];
