import { auditedActs } from '@cinnabar/api/audited-acts.js';
import type { auditList } from '@cinnabar/api/operations/audit.js';
import type { DataOf } from '../../api/wire.js';
import { type Language, useLanguage, useTexts } from '../../shared/text/language.js';
import { auditTexts } from './audit-texts.js';
import { fieldName } from './field-names.js';

export type Entry = DataOf<typeof auditList>[number];

const acts = new Map<string, { readonly zh: string; readonly en: string }>(Object.entries(auditedActs));

export function actWords(act: string, language: Language): string {
  return acts.get(act)?.[language] ?? act;
}

/** An entry in words. */
export function useEntryWords() {
  const t = useTexts(auditTexts);
  const { language } = useLanguage();
  const value = (text: string | null): string =>
    text === null || text === '' ? t.empty : text === 'true' ? t.yes : text === 'false' ? t.no : text;
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
            ? `${fieldName(field, language)} ${value(after)}`
            : `${fieldName(field, language)} ${value(before)} → ${value(after)}`,
        )
        .join(language === 'zh' ? '；' : '; '),
  };
}
