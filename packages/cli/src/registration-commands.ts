import { id } from '@cinnabar/api/schema.js';
import { withRevision } from '@cinnabar/server/areas/flows/index.js';
import {
  confirmRegistration,
  listWaitingRegistrations,
  type RegistrationId,
  rejectRegistration,
  withoutSeal,
} from '@cinnabar/server/areas/newcomers/index.js';
import { Refusal } from '@cinnabar/server/operation/refusal.js';
import { audited, type CommandAct } from './audited.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError, type Values } from './command.js';
import type { Platform } from './open-platform.js';
import { readOption } from './read-option.js';
import { withPlatform } from './with-platform.js';

export const registrationList: Command = {
  name: 'registration list',
  summary:
    'Lists enterprises that somebody else than their legal representative has registered, and that wait for them.',
  options: { json: jsonOption },
  run: (values, context) =>
    withPlatform(values, context, async ({ database, services }) => {
      const rows = await listWaitingRegistrations(database.db, services.clock.now());
      const json = rows.map((row) => ({
        registrationId: row.registration_id,
        corpName: row.corp_name,
        corpCode: row.corp_code,
        legalRepName: row.legal_rep_name,
        userId: row.user_id,
        createTime: row.created_at.toISOString(),
      }));
      const lines = json.map(
        ({ registrationId, corpName, corpCode, userId }) =>
          `${registrationId}  ${corpName} (${corpCode}), by user ${userId}`,
      );
      return { json, text: lines.length === 0 ? 'nothing waits' : lines.join('\n') };
    }),
};

export const registrationReview: Command = {
  name: 'registration review',
  summary:
    'Confirms or rejects a registration in place of the legal representative; with what you have seen.',
  options: {
    registration: {
      type: 'string',
      required: true,
      placeholder: 'ID',
      description: 'id of the registration, from registration list',
    },
    pass: {
      type: 'boolean',
      description: 'creates the enterprise as identified, owned by the person who registered it',
    },
    reject: { type: 'boolean', description: 'rejects the registration' },
    reason: {
      type: 'string',
      required: true,
      placeholder: 'TEXT',
      description: 'your evidence, such as the number of a sealed letter; it is stored',
    },
    json: jsonOption,
  },
  async run(values, context) {
    const registrationId = readOption(id<'CorpRegistration'>(), values, 'registration');
    const { passes, reason } = readVerdict(values);
    return withPlatform(values, context, async (platform) => {
      await (passes ? confirm(platform, registrationId, reason) : reject(platform, registrationId, reason));
      const state = passes ? 'confirmed' : 'rejected';
      return { json: { registrationId, state }, text: `registration ${registrationId} is ${state}` };
    });
  },
};

function readVerdict(values: Values): { readonly passes: boolean; readonly reason: string } {
  if (values['pass'] === values['reject']) throw new UsageError('either --pass or --reject is required');
  const reason = textOf(values, 'reason')?.trim() ?? '';
  if (reason === '' || reason.length > 500) throw new UsageError('--reason: 1 to 500 characters');
  return { passes: values['pass'] === true, reason };
}

async function confirm(platform: Platform, registrationId: RegistrationId, reason: string): Promise<void> {
  const { database, services } = platform;
  const { db } = database;
  const step = { db, services, now: services.clock.now() };
  const by = { way: 'operator', userId: null, reason } as const;
  try {
    const prepared = await withoutSeal(step, registrationId);
    await withRevision(() =>
      audited(
        platform,
        (tx) => confirmRegistration(tx, step, prepared, by),
        () => reviewed(registrationId, true, reason),
      ),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw error.code === '404' ? noPendingRegistration(registrationId) : new CommandFailed(error.message);
  }
}

/** Corp and owner of a confirmed registration are in its own record. */
function reviewed(registrationId: RegistrationId, passes: boolean, reason: string): CommandAct {
  const object = { kind: 'registration', id: registrationId } as const;
  return { corpId: null, act: 'registration.review', object, after: { passes }, texts: { reason } };
}

async function reject(platform: Platform, registrationId: RegistrationId, reason: string): Promise<void> {
  const now = platform.services.clock.now();
  const isRejected = await audited(
    platform,
    (tx) => rejectRegistration(tx, registrationId, reason, now),
    (isDone) => (isDone ? reviewed(registrationId, false, reason) : null),
  );
  if (!isRejected) {
    throw noPendingRegistration(registrationId);
  }
}

function noPendingRegistration(registrationId: RegistrationId): CommandFailed {
  return new CommandFailed(`no registration ${registrationId} is pending`);
}
