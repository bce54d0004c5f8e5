import { int32 } from '@cinnabar/api/schema.js';
import { mobile, name } from '@cinnabar/api/schemas/fields.js';
import { commandOrigin } from '@cinnabar/server/areas/audit/index.js';
import {
  CorpExists,
  type CorpProfile,
  isCreditCode,
  type OpeningBalances,
  prepareCorp,
} from '@cinnabar/server/areas/enterprise/index.js';
import { type OpenedCorp, openCorp } from '@cinnabar/server/areas/setup/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { Config } from '@cinnabar/server/settings/config.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError, type Values } from './command.js';
import { legalRepOptions, readLegalRep } from './legal-rep-options.js';
import { openPlatform, type Platform } from './open-platform.js';
import { readOption } from './read-option.js';

export const corpCreate: Command = {
  name: 'corp create',
  summary: 'Creates an enterprise with its owner and an application; the secret is shown only once.',
  options: {
    name: { type: 'string', required: true, placeholder: 'NAME', description: 'name of the enterprise' },
    'owner-name': { type: 'string', required: true, placeholder: 'NAME', description: 'name of its owner' },
    'owner-mobile': {
      type: 'string',
      required: true,
      placeholder: 'MOBILE',
      description: 'mobile of its owner',
    },
    'credit-code': {
      type: 'string',
      placeholder: 'CODE',
      description: 'unified social credit code (GB 32100)',
    },
    identified: {
      type: 'boolean',
      description: 'you have verified its registration: it may sign without further identification',
    },
    ...legalRepOptions,
    contracts: {
      type: 'string',
      placeholder: 'N',
      description: 'opening contracts; by default 10000 in the sandbox and 0 in production',
    },
    collections: { type: 'string', placeholder: 'N', description: 'opening collections; same default' },
    json: jsonOption,
  },
  async run(values, context) {
    const wanted = readRequest(values);
    const config = readConfig(context.environment);
    const opening = openingBalances(values, config);
    const platform = await openPlatform(config, context);
    try {
      const created = await create(platform, wanted, opening);
      context.stdout(values['json'] === true ? JSON.stringify(created, null, 2) : describe(created));
      return 0;
    } finally {
      await platform.close();
    }
  },
};

interface Request {
  readonly profile: CorpProfile;
  readonly ownerName: string;
  readonly ownerMobile: string;
}

function readRequest(values: Values): Request {
  const corpCode = textOf(values, 'credit-code')?.trim().toUpperCase();
  const identified = values['identified'] === true;
  if (corpCode !== undefined && !isCreditCode(corpCode)) {
    throw new UsageError(`--credit-code: ${corpCode} is not a unified social credit code`);
  }
  if (identified && corpCode === undefined) throw new UsageError('--identified needs --credit-code');
  const legalRep = readLegalRep(values);
  return {
    profile: {
      corpName: readOption(name(), values, 'name').trim(),
      identStatus: identified ? 'identified' : 'unidentified',
      ...(corpCode === undefined ? {} : { corpCode }),
      ...(legalRep === null ? {} : { legalRepName: legalRep.name, legalRepIdentNo: legalRep.identNo }),
    },
    ownerName: readOption(name(), values, 'owner-name').trim(),
    ownerMobile: readOption(mobile(), values, 'owner-mobile'),
  };
}

function openingBalances(values: Values, { mode }: Config): OpeningBalances {
  const fallback = mode === 'sandbox' ? 10_000 : 0;
  const count = (option: string): number =>
    values[option] === undefined ? fallback : readOption(int32(0, 1_000_000_000), values, option);
  return { contracts: count('contracts'), collections: count('collections') };
}

async function create(
  { database, services }: Platform,
  { profile, ownerName, ownerMobile }: Request,
  opening: OpeningBalances,
): Promise<OpenedCorp> {
  const corp = await prepareCorp(services, profile);
  const owner = { userName: ownerName, mobile: ownerMobile };
  const origin = commandOrigin(services.clock.now());
  try {
    return await transact(database.db, (tx) =>
      openCorp(tx, services, { corp, opening, owner, way: 'corp create --identified', by: null }, origin),
    );
  } catch (error) {
    if (!(error instanceof CorpExists)) throw error;
    const what =
      error.field === 'corpName' ? `of the name ${corp.corpName}` : `of the credit code ${corp.corpCode}`;
    throw new CommandFailed(`an enterprise ${what} already exists`);
  }
}

function describe({ corpId, corpName, identStatus, appId, appSecret, owner }: OpenedCorp): string {
  const note = owner.invited ? ' (verified already: invited, acts once they agree)' : '';
  return [
    `corpId     ${corpId}`,
    `corpName   ${corpName} (${identStatus})`,
    `owner      userId ${owner.userId}, ${owner.userName}, ${owner.mobile}${note}`,
    `appId      ${appId}`,
    `appSecret  ${appSecret}`,
    '',
    'The secret is not kept and cannot be shown again.',
  ].join('\n');
}
