import { actWords } from '../../shared/audit/act-words.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { Chips } from '../shell/chips.js';
import { auditTexts } from './audit-texts.js';
import { type Filters, kindIn, noFilters, sourceIn } from './filters.js';
import { usePersonName } from './use-person-name.js';

interface Props {
  readonly filters: Filters;
  readonly change: (filters: Filters) => void;
}

/** The filters that are set, each with a way to take it off. */
export function AuditChips({ filters, change }: Props) {
  const t = useTexts(auditTexts);
  const { language } = useLanguage();
  const person = usePersonName(filters.person);
  const { act, object, request, from, to } = filters;
  const [kind, source] = [kindIn(filters.kind), sourceIn(filters.source)];
  const chip = (id: string, words: string | null, without: Filters) =>
    words === null ? [] : [{ id, words, remove: () => change({ ...without, page: undefined }) }];
  const kindWords = kind === undefined ? null : t.kinds[kind];
  const period =
    from === undefined && to === undefined ? null : t.periodChip(from ?? t.anyDay, to ?? t.anyDay);
  return (
    <Chips
      chips={[
        ...chip('person', person, { person: undefined }),
        ...chip('act', act === undefined ? null : actWords(act, language), { act: undefined }),
        ...chip('kind', object === undefined || kindWords === null ? kindWords : `${kindWords} #${object}`, {
          kind: undefined,
          object: undefined,
        }),
        ...chip('source', source === undefined ? null : t.sources[source], { source: undefined }),
        ...chip('request', request === undefined ? null : t.requestChip(request), { request: undefined }),
        ...chip('period', period, { from: undefined, to: undefined }),
      ]}
      clear={() => change(noFilters)}
    />
  );
}
