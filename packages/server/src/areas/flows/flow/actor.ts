import type { MemberContext } from '../../../operation/context.js';

/** The actor as recorded in the history. */
export interface Actor {
  readonly userId: number;
  readonly name: string;
  readonly corpId: number;
  readonly appId: string;
  readonly source: string | null;
  readonly address: string;
  readonly device: string | null;
  readonly requestId: string;
}

export function actorOf(ctx: MemberContext): Actor {
  return {
    userId: ctx.actingMember.userId,
    name: ctx.actingMember.realName ?? ctx.actingMember.userName,
    corpId: ctx.corpId,
    appId: ctx.appId,
    source: ctx.source,
    address: ctx.address,
    device: ctx.device,
    requestId: ctx.requestId,
  };
}

/** The actor as a plain object for an event's detail. */
export function actorDetail(actor: Actor): { readonly [name: string]: string | number | null } {
  return { ...actor };
}
