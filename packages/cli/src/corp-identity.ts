import {
  encryptLegalRepIdentNo,
  isCreditCode,
  setIdentity,
} from '@cinnabar/server/areas/enterprise/index.js';
import { audited } from './audited.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError, type Values } from './command.js';
import { corpOption, noCorp, readCorpId, requireCorp } from './find-corp.js';
import { legalRepOptions, readLegalRep } from './legal-rep-options.js';
import { withPlatform } from './with-platform.js';

const statuses = ['identified', 'unidentified', 'invalid'] as const;
type Status = (typeof statuses)[number];

export const corpIdentity: Command = {
  name: 'corp identity',
  summary:
    'Records what you have seen of an enterprise: its status, credit code, legal representative; with the reason.',
  options: {
    corp: corpOption,
    status: {
      type: 'string',
      placeholder: 'STATUS',
      description: `${statuses.join(', ')}; only an identified one signs, an invalid one starts nothing either`,
    },
    'credit-code': {
      type: 'string',
      placeholder: 'CODE',
      description: 'unified social credit code (GB 32100)',
    },
    ...legalRepOptions,
    reason: {
      type: 'string',
      required: true,
      placeholder: 'TEXT',
      description: 'your evidence, such as the number of a letter; it is stored and cannot be changed',
    },
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    const wanted = readRequest(values);
    return withPlatform(values, context, async (platform) => {
      const { database, services } = platform;
      await requireCorp(database.db, corpId);
      const { legalRep, ...rest } = wanted;
      const now = services.clock.now();
      const encrypted =
        legalRep === null
          ? null
          : {
              name: legalRep.name,
              identNo: await encryptLegalRepIdentNo(services, corpId, legalRep.identNo),
            };
      const change = { ...rest, ...(encrypted === null ? {} : { legalRep: encrypted }), corpId, now };
      const corp = await audited(
        platform,
        (tx) => setIdentity(tx, services.ids, change),
        (changed) =>
          typeof changed === 'string'
            ? null
            : {
                corpId,
                act: 'corp.identity',
                after: { corpCode: changed.corpCode, identStatus: changed.identStatus },
                texts: { legalRepName: changed.legalRepName, reason: rest.reason },
              },
      );
      if (corp === 'unknown') throw noCorp(corpId);
      if (corp === 'taken')
        throw new CommandFailed(`another enterprise has the credit code ${rest.corpCode}`);
      if (corp === 'closed')
        throw new CommandFailed('the enterprise is closed: "corp reopen" restores its status');
      if (corp === 'incomplete') throw new CommandFailed('an identified enterprise requires a --credit-code');
      const { corpName, corpCode, legalRepName, identStatus } = corp;
      return {
        json: { corpId, corpName, corpCode, legalRepName, identStatus },
        text: `${corpName} is ${identStatus}; legal representative: ${legalRepName ?? 'none on record'}`,
      };
    });
  },
};

function readRequest(values: Values) {
  const reason = textOf(values, 'reason')?.trim() ?? '';
  if (reason === '' || reason.length > 500) throw new UsageError('--reason: 1 to 500 characters');
  const identStatus = readStatus(values);
  const corpCode = textOf(values, 'credit-code')?.trim().toUpperCase();
  if (corpCode !== undefined && !isCreditCode(corpCode)) {
    throw new UsageError(`--credit-code: ${corpCode} is not a unified social credit code`);
  }
  const legalRep = readLegalRep(values);
  if (identStatus === undefined && corpCode === undefined && legalRep === null) {
    throw new UsageError('--status, --credit-code or --legal-rep-name is required');
  }
  return {
    reason,
    legalRep,
    ...(identStatus === undefined ? {} : { identStatus }),
    ...(corpCode === undefined ? {} : { corpCode }),
  };
}

function readStatus(values: Values): Status | undefined {
  const given = textOf(values, 'status');
  if (given === undefined) return undefined;
  const status = statuses.find((each) => each === given);
  if (status === undefined) throw new UsageError(`--status is one of ${statuses.join(', ')}`);
  return status;
}
