/** Names of what filters name by an id. */
import { infoByCorpId } from '@cinnabar/api/operations/members.js';
import { templateInfo } from '@cinnabar/api/operations/templates.js';
import { useAsk } from '../shell/console-context.js';

/** null while it is unknown, or where there is none. */
export function useInitiatorName(userId: number | undefined): string | null {
  const found = useAsk(infoByCorpId, { userId: userId ?? 1 }, { isWanted: userId !== undefined });
  return userId === undefined ? null : (found.data?.[0]?.userName ?? null);
}

/** null while it is unknown, or where there is none. */
export function useTemplateName(templateId: number | undefined): string | null {
  const found = useAsk(
    templateInfo,
    { templateId: templateId ?? 1, templateType: '1' },
    { isWanted: templateId !== undefined },
  );
  return templateId === undefined ? null : (found.data?.templateName ?? null);
}
