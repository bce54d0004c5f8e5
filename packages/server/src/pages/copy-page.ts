/** The view of a contract for a copier. */
import * as declared from '@cinnabar/api/pages/copy.js';
import { type CopyOf, copyingPage } from '../areas/flows/index.js';
import type { LinkContext, LinkGrant } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { refuse, refuseFor } from '../operation/refusal.js';

async function viewCopy({ db, services, now, session }: LinkContext): Promise<declared.CopyPageView> {
  const shown = await copyingPage({ db, services, now }, copyOf(session.link));
  if (shown === null) throw refuse('410');
  return shown;
}

/** @throws Refusal PERMISSION_DENIED for a link to anything else */
export function copyOf({ kind, corpId, userId, subject: { flowId, copierId } }: LinkGrant): CopyOf {
  if (kind !== 'copy') throw refuseFor('PERMISSION_DENIED');
  if (flowId === undefined || copierId === undefined) throw refuse('404');
  return { corpId, flowId, copierId, userId };
}

export const copyPageRoutes: readonly AnyRoute[] = [route('link', declared.viewCopy, viewCopy)];
