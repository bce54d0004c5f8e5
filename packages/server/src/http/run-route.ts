import type { AnyOperation } from '@cinnabar/api/operation.js';
import { holdsRight, onlyAudits } from '@cinnabar/api/permissions.js';
import type { Context, VisitorContext } from '../operation/context.js';
import type { AnyRoute, Upload } from '../operation/handler.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import type { Caller } from './identify.js';

/** What the roles alone permit, checked before any look-up. Refuses with 403. */
export function requireRight(operation: AnyOperation, caller: Caller): void {
  const { right, writes, ownPart } = operation;
  const actingMember = caller.kind === 'member' || caller.kind === 'application' ? caller.actingMember : null;
  const roles = actingMember?.roles ?? [];
  const isRefused = right !== null && !holdsRight(roles, right);
  if (!isRefused && !(writes && !ownPart && onlyAudits(roles))) return;
  // If an operation declares the code PERMISSION_DENIED, it replaces 403 with that reason.
  const named = operation.errors.includes('PERMISSION_DENIED');
  throw named ? refuse('PERMISSION_DENIED') : refuseFor('PERMISSION_DENIED');
}

/** A request's context before the fields of its kind of caller are added; fields for pages are always present. */
export type AnyContext = Context & Pick<VisitorContext, 'headers' | 'setCookie' | 'noteUser' | 'file'>;

/**
 * Calls the handler with the context of its kind of caller; `context` belongs to this request and is extended in place.
 */
export function runRoute(
  route: AnyRoute,
  context: AnyContext,
  caller: Caller,
  input: unknown,
  upload: Upload | null,
): Promise<unknown> {
  if (route.caller === 'none') return route.run(context, input, upload);
  if (route.caller === 'application' && caller.kind === 'application') {
    const { appId, corpId, actingMember } = caller;
    return route.run(Object.assign(context, { appId, corpId, actingMember }), input, upload);
  }
  if (route.caller === 'member' && caller.kind === 'member') {
    const { appId, corpId, actingMember } = caller;
    return route.run(Object.assign(context, { appId, corpId, actingMember }), input, upload);
  }
  if (route.caller === 'target' && caller.kind === 'target') {
    const { appId, corpId, targetUserId } = caller;
    return route.run(Object.assign(context, { appId, corpId, targetUserId }), input, upload);
  }
  if (route.caller === 'visitor' && caller.kind === 'visitor') return route.run(context, input, upload);
  if (route.caller === 'link' && caller.kind === 'link') {
    return route.run(Object.assign(context, { session: caller.session }), input, upload);
  }
  if (route.caller === 'person' && caller.kind === 'person') {
    return route.run(Object.assign(context, { person: caller.person }), input, upload);
  }
  if (route.caller === 'console' && caller.kind === 'console') {
    return route.run(Object.assign(context, { session: caller.session }), input, upload);
  }
  if (route.caller === 'platform' && caller.kind === 'platform') {
    return route.run(Object.assign(context, { operator: caller.operator }), input, upload);
  }
  throw new Error(`${route.operation.path} was called as ${caller.kind}, not ${route.caller}`);
}
