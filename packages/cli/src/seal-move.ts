import { MAX_SEAL_REASON } from '@cinnabar/api/pages/platform-seals.js';
import { id } from '@cinnabar/api/schema.js';
import { moveSeal, type SealMove } from '@cinnabar/server/areas/seals/index.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { audited } from './audited.js';
import {
  type CliContext,
  type Command,
  CommandFailed,
  jsonOption,
  type Option,
  type Options,
  textOf,
  UsageError,
  type Values,
} from './command.js';
import { openPlatform } from './open-platform.js';
import { readOption } from './read-option.js';

const whichSeal: Options = {
  corp: { type: 'string', required: true, placeholder: 'ID', description: 'corpId of the enterprise' },
  seal: { type: 'string', required: true, placeholder: 'ID', description: 'sealId' },
};

const reasonOption: Option = {
  type: 'string',
  placeholder: 'TEXT',
  description: `told to the enterprise at the seal and in its audit, 1 to ${MAX_SEAL_REASON} characters`,
};

export const sealReview: Command = {
  name: 'seal review',
  summary: 'Passes or rejects a seal pending review (SEAL_REVIEW); only a passed seal can sign.',
  options: {
    ...whichSeal,
    pass: { type: 'boolean', description: 'the seal can sign' },
    reject: { type: 'boolean', description: 'the seal cannot sign' },
    reason: { ...reasonOption, description: `with --reject: ${reasonOption.description}` },
    json: jsonOption,
  },
  run(values, context) {
    const verdict = verdictOf(values);
    if (verdict === 'pass' && values['reason'] !== undefined) {
      throw new UsageError('--reason: only with --reject');
    }
    return move(verdict, values, context);
  },
};

export const sealSuspend: Command = {
  name: 'seal suspend',
  summary: 'Suspends an enabled seal until it is resumed; a suspended default stays the default.',
  options: { ...whichSeal, reason: reasonOption, json: jsonOption },
  run: (values, context) => move('suspend', values, context),
};

export const sealResume: Command = {
  name: 'seal resume',
  summary: 'Resumes a suspended seal.',
  options: { ...whichSeal, json: jsonOption },
  run: (values, context) => move('resume', values, context),
};

function verdictOf(values: Values): SealMove {
  if (values['pass'] === values['reject']) throw new UsageError('either --pass or --reject is required');
  return values['pass'] === true ? 'pass' : 'reject';
}

/** null: none is told. */
function reasonOf(values: Values): string | null {
  const given = textOf(values, 'reason');
  if (given === undefined) return null;
  const reason = given.trim();
  if (reason === '' || reason.length > MAX_SEAL_REASON) {
    throw new UsageError(`--reason: 1 to ${MAX_SEAL_REASON} characters`);
  }
  return reason;
}

export const SEAL_STATUS_WORDS = {
  1: 'enabled',
  2: 'waiting for review',
  3: 'rejected',
  4: 'suspended',
} as const;

async function move(wanted: SealMove, values: Values, context: CliContext): Promise<number> {
  const corpId = readOption(id<'Corp'>(), values, 'corp');
  const sealId = readOption(id<'Seal'>(), values, 'seal');
  const reason = reasonOf(values);
  const platform = await openPlatform(readConfig(context.environment), context);
  try {
    const moved = await audited(
      platform,
      (tx) =>
        moveSeal(tx, {
          ...{ corpId, sealId, move: wanted, reason },
          now: platform.services.clock.now(),
        }),
      (outcome) =>
        outcome.outcome === 'moved'
          ? {
              corpId,
              act: 'seal.status',
              object: { kind: 'seal', id: sealId },
              after: { status: outcome.status, move: wanted },
              texts: { reason },
            }
          : null,
    );
    if (moved.outcome === 'unknown') {
      throw new CommandFailed(`enterprise ${corpId} has no seal ${sealId}`);
    }
    const { sealName, status } = moved;
    if (moved.outcome === 'unmoved') {
      throw new CommandFailed(
        `seal ${sealId} (${sealName}) is ${SEAL_STATUS_WORDS[status]}: nothing was changed`,
      );
    }
    context.stdout(
      values['json'] === true
        ? JSON.stringify({ corpId, sealId, sealName, status }, null, 2)
        : `seal ${sealId} (${sealName}) is ${SEAL_STATUS_WORDS[status]} now`,
    );
    return 0;
  } finally {
    await platform.close();
  }
}
