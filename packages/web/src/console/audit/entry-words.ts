import type { auditList } from '@cinnabar/api/operations/audit.js';
import type { DataOf } from '../../api/wire.js';
import { actWords } from '../../shared/audit/act-words.js';
import { factWords } from '../../shared/audit/fact-words.js';
import { fieldName } from '../../shared/audit/field-names.js';
import { roleTexts } from '../../shared/console/role-texts.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { auditTexts } from './audit-texts.js';

export type Entry = DataOf<typeof auditList>[number];

/** An entry in words. */
export function useEntryWords() {
  const t = useTexts(auditTexts);
  const { language } = useLanguage();
  const roleNames = useTexts(roleTexts);
  const { between } = roleNames;
  const roles = new Map(Object.entries(roleNames));
  const value = (field: string, text: string | null): string =>
    factWords(field, text, { language, roles, between, empty: t.empty, yes: t.yes, no: t.no });
  return {
    value,
    field: (field: string) => fieldName(field, language),
    act: ({ act }: Pick<Entry, 'act'>) => actWords(act, language),
    who({ userId, userName, appId, source }: Entry): string {
      if (userName !== '') return userName;
      if (userId !== null) return `#${userId}`;
      if (source === 'commandLine' || source === 'platform') return t.operator;
      return appId === null ? t.nobody : t.application(appId);
    },
    object({ objectKind, objectId, objectName }: Entry): string {
      if (objectKind === null) return '';
      const kind = t.kinds[objectKind];
      if (objectName !== '') return `${kind} ${objectName}`;
      // A contract without a code that may be shown is confidential.
      return objectKind === 'contract' ? `${kind} #${objectId} (${t.secret})` : `${kind} #${objectId}`;
    },
    changes: ({ changes }: Entry): string =>
      changes
        .map(({ field, before, after }) =>
          before === null
            ? `${fieldName(field, language)} ${value(field, after)}`
            : `${fieldName(field, language)} ${value(field, before)} → ${value(field, after)}`,
        )
        .join(language === 'zh' ? '；' : '; '),
  };
}
