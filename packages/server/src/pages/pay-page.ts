/** Data of the payment page before there is an order. */
import * as declared from '@cinnabar/api/pages/pay.js';
import { findSigningPart } from '../areas/flows/index.js';
import { dueOfPart } from '../areas/payments/index.js';
import type { LinkContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { refuse } from '../operation/refusal.js';

async function viewDue({ db, services, now, session }: LinkContext): Promise<declared.PayPageView> {
  const { corpId, userId, subject } = session.link;
  const { flowId, participantId } = subject;
  if (flowId === undefined || participantId === undefined) throw refuse('404');
  const found = await findSigningPart(db, { corpId, flowId, participantId, userId }, now);
  if (found === null) throw refuse('410');
  return dueOfPart({ db, services }, found.flow, found.signer);
}

export const payPageRoutes: readonly AnyRoute[] = [route('link', declared.viewDue, viewDue)];
