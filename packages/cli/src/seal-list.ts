import { SealStatus } from '@cinnabar/api/enums.js';
import { choice } from '@cinnabar/api/schema.js';
import { listSeals, type ShownSeal } from '@cinnabar/server/areas/seals/index.js';
import { type Command, jsonOption, textOf, type Values } from './command.js';
import { corpOption, readCorpId, requireCorp } from './find-corp.js';
import { listOutcome, pagingOptions, readWindow } from './list-options.js';
import { readOption } from './read-option.js';
import { SEAL_STATUS_WORDS } from './seal-move.js';
import { withPlatform } from './with-platform.js';

const STATUSES = ['enabled', 'pendingReview', 'rejected', 'suspended'] as const;

export const sealList: Command = {
  name: 'seal list',
  summary: 'Lists the seals of an enterprise, newest first; --status pendingReview: those to review.',
  options: {
    corp: corpOption,
    status: { type: 'string', placeholder: 'WORD', description: STATUSES.join(', ') },
    ...pagingOptions,
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    const filter = { sealId: null, sealName: null, categoryType: null, status: readStatus(values) };
    const window = readWindow(values);
    return withPlatform(values, context, async ({ database, services }) => {
      await requireCorp(database.db, corpId);
      const found = await listSeals(database.db, corpId, filter, window, services.clock.now());
      return listOutcome('seals', { items: found.rows.map(sealOf), totalCount: found.totalCount }, printSeal);
    });
  },
};

function readStatus(values: Values): SealStatus | null {
  if (textOf(values, 'status') === undefined) return null;
  return SealStatus[readOption(choice(STATUSES), values, 'status')];
}

type ListedSeal = ReturnType<typeof sealOf>;

function sealOf(row: ShownSeal) {
  return {
    sealId: row.seal_id,
    sealCode: row.seal_code,
    sealName: row.seal_name,
    categoryType: row.category_type,
    status: row.status,
    isDefault: row.is_default,
    createTime: row.created_at,
  };
}

function printSeal({ sealId, sealName, status, isDefault }: ListedSeal): string {
  return `${sealId}  ${sealName}  ${SEAL_STATUS_WORDS[status]}${isDefault ? ', default' : ''}`;
}
