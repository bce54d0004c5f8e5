import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { templateOverview as operation } from '@cinnabar/api/operations/template-overview.js';
import type { MemberContext } from '../../operation/context.js';
import { flowsOfTemplates } from '../flows/index.js';
import { authorisationsNaming } from '../seals/index.js';
import { templateSummaries } from '../templates/index.js';

const RECENT_MS = 30 * 24 * 3_600_000;

export async function templateOverview(
  { db, services, corpId, now }: MemberContext,
  { templateIds: asked }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const templateIds = [...new Set(asked)];
  const [summaries, uses, authorisations] = await Promise.all([
    templateSummaries(db, services, corpId, templateIds, now),
    flowsOfTemplates(db, corpId, templateIds, new Date(now.getTime() - RECENT_MS)),
    authorisationsNaming(db, corpId, templateIds, now),
  ]);
  return summaries.map(({ templateId, version, participants, componentCount, picture }) => {
    const use = uses.get(templateId);
    return {
      templateId,
      version,
      pictureUrl: picture,
      participantList: participants.map(({ flag, type }) => ({
        participantFlag: flag,
        participantType: type,
      })),
      componentNum: componentCount,
      openFlowNum: use?.open ?? 0,
      recentFlowNum: use?.recent ?? 0,
      isFlowNumLimited: use?.isLimited ?? false,
      sealAuthors: authorisations
        .filter((each) => each.template_ids.includes(templateId))
        .map((each) => ({ sealId: each.seal_id, sealName: each.seal_name, userName: each.user_name })),
    };
  });
}
