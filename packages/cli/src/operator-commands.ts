import { type PlatformDuty, platformDuties } from '@cinnabar/api/platform-duties.js';
import { id, text } from '@cinnabar/api/schema.js';
import { mobile } from '@cinnabar/api/schemas/fields.js';
import {
  addOperator,
  type ListedOperator,
  listOperators,
  removeOperator,
  setDuties,
} from '@cinnabar/server/areas/platform/index.js';
import { audited } from './audited.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError, type Values } from './command.js';
import { readOption } from './read-option.js';
import { withPlatform } from './with-platform.js';

const dutiesOption = {
  type: 'string',
  placeholder: 'DUTIES',
  description: `duties by commas: ${platformDuties.join(', ')}; all of them by default`,
} as const;
const userOption = {
  type: 'string',
  required: true,
  placeholder: 'ID',
  description: 'user id of the operator, from operator list',
} as const;

export const operatorList: Command = {
  name: 'operator list',
  summary: 'Lists the operators of the platform with their duties.',
  options: { json: jsonOption },
  run: (values, context) =>
    withPlatform(values, context, async ({ database }) => {
      const operators = await listOperators(database.db);
      const json = operators.map(({ createdAt, ...operator }) => ({
        ...operator,
        createTime: createdAt.toISOString(),
      }));
      return {
        json,
        text: operators.length === 0 ? 'there is no operator yet' : operators.map(line).join('\n'),
      };
    }),
};

function line({ userId, name, mobile: number, duties }: ListedOperator): string {
  return `${userId}  ${name} (${number ?? 'no mobile'}): ${duties.join(', ')}`;
}

export const operatorAdd: Command = {
  name: 'operator add',
  summary:
    'Makes a person an operator of the platform. They log in to /login by a code, set a password and a second factor there, and enter /platform with both.',
  options: {
    mobile: { type: 'string', required: true, placeholder: 'NUMBER', description: 'mobile of the person' },
    name: { type: 'string', required: true, placeholder: 'NAME', description: 'name of the person' },
    duties: dutiesOption,
    json: jsonOption,
  },
  async run(values, context) {
    const given = {
      mobile: readOption(mobile(), values, 'mobile'),
      name: readOption(text(1, 100), values, 'name').trim(),
      duties: readDuties(values) ?? platformDuties,
    };
    const { duties } = given;
    return withPlatform(values, context, async (platform) => {
      const { ids, clock } = platform.services;
      const userId = await audited(
        platform,
        async (tx) => {
          const added = await addOperator(tx, ids, given, clock.now());
          if (added === null) throw new CommandFailed('the person is an operator already: see operator list');
          return added;
        },
        (added) => ({
          corpId: null,
          act: 'operator.create',
          subjectUserId: added,
          after: { duties: duties.join(', ') },
          texts: { name: given.name, mobile: given.mobile },
        }),
      );
      return { json: { userId, duties }, text: `${given.name} is operator ${userId}: ${duties.join(', ')}` };
    });
  },
};

export const operatorSet: Command = {
  name: 'operator set',
  summary: 'Changes the duties of an operator of the platform; it holds from their next request.',
  options: { user: userOption, duties: { ...dutiesOption, required: true }, json: jsonOption },
  async run(values, context) {
    const userId = readOption(id<'User'>(), values, 'user');
    const duties = readDuties(values);
    if (duties === null) throw new UsageError('--duties is required');
    return withPlatform(values, context, async (platform) => {
      await audited(
        platform,
        async (tx) => (await setDuties(tx, userId, duties)) ?? unknown(userId),
        (before) => ({
          corpId: null,
          act: 'operator.duties',
          subjectUserId: userId,
          before: { duties: before.join(', ') },
          after: { duties: duties.join(', ') },
        }),
      );
      return { json: { userId, duties }, text: `operator ${userId}: ${duties.join(', ')}` };
    });
  },
};

export const operatorRemove: Command = {
  name: 'operator remove',
  summary: 'Removes an operator of the platform and ends their sessions; the last one stays.',
  options: { user: userOption, json: jsonOption },
  async run(values, context) {
    const userId = readOption(id<'User'>(), values, 'user');
    return withPlatform(values, context, async (platform) => {
      await audited(
        platform,
        async (tx) => {
          const outcome = await removeOperator(tx, userId);
          if (outcome === 'unknown') unknown(userId);
          if (outcome === 'last') throw new CommandFailed('this is the last operator: add another one first');
        },
        () => ({ corpId: null, act: 'operator.remove', subjectUserId: userId }),
      );
      return { json: { userId }, text: `${userId} is no operator any more` };
    });
  },
};

function unknown(userId: number): never {
  throw new CommandFailed(`there is no operator ${userId}: see operator list`);
}

/** null: none given. */
function readDuties(values: Values): readonly PlatformDuty[] | null {
  const given = textOf(values, 'duties');
  if (given === undefined) return null;
  const names = given.split(',').map((each) => each.trim());
  const duties = platformDuties.filter((duty) => names.includes(duty));
  if (duties.length === 0 || duties.length !== new Set(names).size) {
    throw new UsageError(`--duties: one or more of ${platformDuties.join(', ')}, by commas`);
  }
  return duties;
}
