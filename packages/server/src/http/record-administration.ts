import type { AnyOperation } from '@cinnabar/api/operation.js';
import { originOf, recordOperation } from '../areas/audit/index.js';
import type { Tx } from '../database/schema.js';
import type { Context } from '../operation/context.js';
import type { Caller } from './identify.js';

interface Done {
  readonly operation: AnyOperation;
  readonly caller: Caller;
  readonly input: unknown;
  readonly output: unknown;
}

/** Adds an entry of the audit to an act by which somebody administers their enterprise. */
export async function recordAdministration(
  tx: Tx,
  context: Context,
  { operation: { path }, caller, input, output }: Done,
): Promise<void> {
  if (caller.kind !== 'member' && caller.kind !== 'application') return;
  const { corpId, appId, actingMember } = caller;
  const userId = actingMember?.userId ?? null;
  await recordOperation(tx, { path, corpId, userId, appId, input, output }, originOf(context));
}
