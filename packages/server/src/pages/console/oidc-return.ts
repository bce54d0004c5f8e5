/** Where the provider of an enterprise redirects the browser after a log-in. */
import { finishOidc, requireMethod } from '../../areas/sessions/index.js';
import type { Db } from '../../database/schema.js';
import type { HttpAnswer } from '../../http/answer.js';
import type { Exchange } from '../../http/exchange.js';
import type { ExtraRoute } from '../../http/extra-route.js';
import type { Services } from '../../operation/services.js';
import { beginConsoleSession } from './begin-session.js';
import { contextOfExchange } from './context-of-exchange.js';
import { keptOidcTicket, oidcCookie } from './session-secrets.js';

/** The person sees the log-in page again, without being told what the provider has answered. */
export function oidcReturn(db: Db, services: Services): ExtraRoute {
  async function answer(exchange: Exchange): Promise<HttpAnswer> {
    const cookies = [oidcCookie(services, '')];
    const location = await finish(exchange, cookies);
    return { status: 303, code: '303', headers: { location, 'set-cookie': cookies }, body: '' };
  }

  async function finish(exchange: Exchange, cookies: string[]): Promise<string> {
    const { request, log, requestId } = exchange;
    const ctx = contextOfExchange(db, services, exchange, cookies);
    try {
      requireMethod(services, 'oidc');
      const { searchParams } = new URL(request.url ?? '/', services.config.baseUrl);
      const { userId, corpId, isStrong, next } = await finishOidc(
        ctx,
        searchParams,
        keptOidcTicket(services, request.headers),
      );
      const login = { userId, method: 'oidc', isStrong, isFresh: false, corpId, linkId: null } as const;
      await beginConsoleSession(ctx, login);
      return `/login?next=${encodeURIComponent(next === '' ? `/console/${corpId}` : next)}`;
    } catch (error) {
      log.warn({ err: error, requestId }, 'a log-in by a provider has failed');
      return '/login?failed=oidc';
    }
  }

  return { method: 'GET', path: '/login/oidc', answer };
}
