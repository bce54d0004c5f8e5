/** Log-in of the demo people with one click. */
import { InvalidField, id, object } from '@cinnabar/api/schema.js';
import { findCorp } from '../areas/enterprise/index.js';
import { actingMemberships } from '../areas/sessions/index.js';
import type { Db } from '../database/schema.js';
import { jsonAnswer } from '../http/answer.js';
import { MAX_JSON_BYTES, parseJson, readBody } from '../http/body.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/extra-route.js';
import type { UserId } from '../operation/context.js';
import { invalidBody, refuse } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { beginConsoleSession } from '../pages/console/begin-session.js';
import { contextOfExchange } from '../pages/console/context-of-exchange.js';
import { requireOwnSite } from '../pages/console/own-site.js';
import {
  buyer,
  customer,
  type DemoEnterprise,
  type DemoPerson,
  person,
  showcase,
  supplier,
} from './demo/cast.js';
import { type DemoEnterpriseIds, findDemoRecord } from './demo/record.js';
import { findShowcase } from './demo/showcase.js';

const loginRequest = object({ userId: id<'User'>() });

function membersOf(
  ids: DemoEnterpriseIds,
  { owner, member }: DemoEnterprise,
): readonly (readonly [UserId, DemoPerson])[] {
  return [
    [ids.ownerId, owner],
    [ids.memberId, member],
  ];
}

export function demoLoginRoutes(db: Db, services: Services): readonly ExtraRoute[] {
  async function demoPeople(): Promise<ReadonlyMap<UserId, DemoPerson>> {
    const record = await findDemoRecord(db);
    if (record === null) return new Map();
    const shown = await findShowcase(db);
    const [bought, supplied] = record.enterprises;
    return new Map<UserId, DemoPerson>([
      // First whoever has most to see.
      ...(shown === null ? [] : [...membersOf(shown.host, showcase), ...membersOf(shown.customer, customer)]),
      ...membersOf(bought, buyer),
      ...membersOf(supplied, supplier),
      [record.personId, person],
    ]);
  }

  async function people() {
    const found = [];
    for (const [userId, { mobile }] of await demoPeople()) {
      const [membership] = await actingMemberships(db, userId);
      if (membership === undefined) continue;
      const { userName, corpId, roles } = membership;
      const corpName = (await findCorp(db, corpId))?.corpName ?? '';
      found.push({ userId, name: userName, mobile, corpName, roles });
    }
    return jsonAnswer(200, '200', JSON.stringify({ people: found }));
  }

  async function logIn(exchange: Exchange) {
    requireOwnSite(services.config, exchange.request.headers);
    const userId = readUser(parseJson(await readBody(exchange, MAX_JSON_BYTES)));
    if (!(await demoPeople()).has(userId)) throw refuse('404');
    const cookies: string[] = [];
    const login = {
      userId,
      method: 'demo',
      isStrong: true,
      isFresh: true,
      corpId: null,
      linkId: null,
    } as const;
    await beginConsoleSession(contextOfExchange(db, services, exchange, cookies), login);
    const answer = jsonAnswer(200, '200', JSON.stringify({ userId }));
    return { ...answer, headers: { ...answer.headers, 'set-cookie': cookies } };
  }

  function readUser(body: unknown): UserId {
    try {
      return loginRequest.read(body, '', { zone: services.config.timeZone }).userId;
    } catch (error) {
      throw error instanceof InvalidField ? invalidBody('400', error) : error;
    }
  }

  return [
    { method: 'POST', path: '/sandbox/people', answer: people },
    { method: 'POST', path: '/sandbox/login', answer: logIn },
  ];
}
