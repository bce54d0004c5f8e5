/** Who gives a command that cannot be taken back: an operator of the platform, by a second factor of theirs. */
import { listOperators } from '@cinnabar/server/areas/platform/index.js';
import { findTotpFactor, requireFactorOf } from '@cinnabar/server/areas/sessions/index.js';
import type { UserId } from '@cinnabar/server/operation/context.js';
import { Refusal } from '@cinnabar/server/operation/refusal.js';
import { CommandFailed, type Options, textOf, UsageError, type Values } from './command.js';
import type { Platform } from './open-platform.js';

export const proofOptions: Options = {
  operator: {
    type: 'string',
    placeholder: 'MOBILE',
    description: 'an operator of the platform; required once one of them has an authenticator app',
  },
  code: {
    type: 'string',
    placeholder: 'CODE',
    description: 'the code that their authenticator app shows, or a recovery code of theirs',
  },
};

/**
 * Asks for the second factor of an operator. Until one of them has set up an authenticator app there is nothing to ask for,
 * and the account of the host decides alone.
 * @returns who has proven to be there; null: nobody was asked
 * @throws UsageError, CommandFailed
 */
export async function proveOperator(
  { database: { db }, services }: Pick<Platform, 'database' | 'services'>,
  values: Values,
): Promise<UserId | null> {
  const operators = await listOperators(db);
  const able = [];
  for (const operator of operators) {
    const factor = await findTotpFactor(db, operator.userId);
    if (factor !== null && factor.confirmedAt !== null) able.push(operator);
  }
  if (able.length === 0) return null;
  const [mobile, code] = [textOf(values, 'operator'), textOf(values, 'code')];
  if (mobile === undefined || code === undefined) {
    throw new UsageError(
      '--operator and --code are required: this command takes the second factor of an operator',
    );
  }
  const operator = able.find((each) => each.mobile === mobile.trim());
  // Nobody learns which of the two was wrong.
  const wrong = 'the operator or the code is wrong, or the code was used already: nothing was changed';
  if (operator === undefined) throw new CommandFailed(wrong);
  const { userId } = operator;
  try {
    await requireFactorOf(
      { db, services, now: services.clock.now(), address: null, device: null, requestId: null },
      { userId, session: `command line ${userId}`, source: 'commandLine', endSession: async () => undefined },
      code,
    );
  } catch (error) {
    throw error instanceof Refusal ? new CommandFailed(wrong) : error;
  }
  return userId;
}
