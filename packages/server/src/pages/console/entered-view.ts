import type { EnteredConsole } from '@cinnabar/api/pages/login.js';
import { findCorp } from '../../areas/enterprise/index.js';
import { findUser } from '../../areas/members/index.js';
import {
  actingMemberships,
  type ConsoleSession,
  findTotpFactor,
  loginPolicyOf,
  passkeysOf,
  standingIn,
} from '../../areas/sessions/index.js';
import { maskMobile } from '../../custody/masking.js';
import type { Db } from '../../database/schema.js';
import type { Services } from '../../operation/services.js';
import { consoleKey } from './session-secrets.js';

/** What the pages need of a session; null if its person does not exist any more. */
export async function enteredConsoleView(
  db: Db,
  services: Services,
  secret: string,
  session: ConsoleSession,
  address: string,
): Promise<EnteredConsole | null> {
  const person = await findUser(db, session.userId);
  if (person === null) return null;
  const factors = await factorsOf(db, session);
  const memberships = await actingMemberships(db, session.userId);
  const corps: EnteredConsole['corps'][number][] = [];
  for (const { corpId, roles } of memberships) {
    if (session.corpId !== null && session.corpId !== corpId) continue;
    const corp = await findCorp(db, corpId);
    const policy = loginPolicyOf(corp?.settings ?? {}, services.config.loginMethods);
    const isProduction = services.config.mode === 'production';
    const facts = { roles, policy, hasFactor: factors.length > 0, isProduction, address };
    corps.push({ corpId, corpName: corp?.corpName ?? '', roles, standing: standingIn(session, facts) });
  }
  return {
    session: consoleKey(services, secret),
    userId: session.userId,
    userName: person.realName ?? memberships.at(0)?.userName ?? '',
    mobile: maskMobile(person.mobile),
    now: services.clock.now().getTime(),
    method: session.method,
    needsFactor: session.method !== 'access' && !session.isStrong && factors.length > 0,
    factors,
    hasFace: services.faces?.serves('channelA') === true && person.verifiedAt !== null,
    corps,
  };
}

async function factorsOf(db: Db, { userId }: ConsoleSession): Promise<EnteredConsole['factors']> {
  const totp = await findTotpFactor(db, userId);
  const passkeys = await passkeysOf(db, userId);
  return [
    ...(totp !== null && totp.confirmedAt !== null ? (['totp'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
  ];
}
