import type { Answer, Operation, OutputOf } from '@cinnabar/api/operation.js';
import { findActingMember } from '../../areas/members/index.js';
import type { Tx } from '../../database/schema.js';
import type { CorpId, MemberContext, UserId } from '../../operation/context.js';
import type { AnyRoute, Upload } from '../../operation/handler.js';
import type { Services } from '../../operation/services.js';

/** Carries out operations in one transaction, as if by requests that share it. */
export interface DemoMember {
  perform<Q, A extends Answer>(
    operation: Operation<Q, A>,
    input: Q,
    upload?: Upload,
  ): Promise<OutputOf<Operation<Q, A>>>;
}

export interface Stage {
  readonly tx: Tx;
  readonly services: Services;
  readonly routes: readonly AnyRoute[];
  /** When everything happens. */
  readonly now: Date;
}

/** The demo data is created by the operations of the interface, so any client could have created it. */
export async function demoMember(
  { tx, services, routes, now }: Stage,
  who: { readonly corpId: CorpId; readonly userId: UserId; readonly appId: string },
): Promise<DemoMember> {
  const actingMember = await findActingMember(tx, who.corpId, who.userId);
  if (actingMember === null)
    throw new Error(`user ${who.userId} is not a member of enterprise ${who.corpId}`);

  const context = (): MemberContext => ({
    requestId: 'demo-data',
    language: 'zh',
    now,
    address: '127.0.0.1',
    device: null,
    source: 'pc',
    openCorpId: null,
    services,
    db: tx,
    warn: () => undefined,
    act: (work) => work(tx, false),
    appId: who.appId,
    corpId: who.corpId,
    actingMember,
  });

  return {
    async perform<Q, A extends Answer>(operation: Operation<Q, A>, input: Q, upload?: Upload) {
      const route = routes.find((each) => each.operation.path === operation.path);
      if (route?.caller !== 'member')
        throw new Error(`${operation.path} is not an operation for acting members`);
      const output = await route.run(context(), input, upload ?? null);
      // handler.ts binds a route to the output type of its own operation, which is this one.
      return output as OutputOf<Operation<Q, A>>;
    },
  };
}
