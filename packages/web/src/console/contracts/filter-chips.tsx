import { useLanguage, useTexts } from '../../shared/text/language.js';
import { Chips } from '../shell/chips.js';
import { statusTexts } from '../shell/status.js';
import { contractsTexts } from './contracts-texts.js';
import { useInitiatorName, useTemplateName } from './filter-names.js';
import {
  type ChipKey,
  chipsOf,
  type Filters,
  isReversed,
  noFilters,
  statusesIn,
  withoutChip,
} from './filters.js';

interface Props {
  readonly filters: Filters;
  readonly change: (filters: Filters) => void;
}

/** The filters that are set; each can be removed. */
export function FilterChips({ filters, change }: Props) {
  const t = useTexts(contractsTexts);
  const statuses = useTexts(statusTexts);
  const { language } = useLanguage();
  const chips = chipsOf(filters);
  const isTurned = isReversed(filters);
  const initiator = useInitiatorName(filters.initiator);
  const template = useTemplateName(filters.template);
  const wordsOf = (key: ChipKey): string => {
    const { from, to, time } = filters;
    switch (key) {
      case 'status':
        return t.statusChip(
          statusesIn(filters.status)
            .map((each) => statuses[each])
            .join(language === 'zh' ? '、' : ', '),
        );
      case 'from': {
        const kind = time === 1 ? t.time1 : time === 2 ? t.time2 : t.time0;
        return t.periodChip(kind, from ?? t.anyDay, to ?? t.anyDay);
      }
      case 'initiator':
        return t.initiatorChip(initiator ?? String(filters.initiator ?? ''));
      case 'template':
        return t.templateChip(template ?? String(filters.template ?? ''));
      case 'batch':
        return t.batchChip(filters.batch ?? 0);
      case 'days':
        return t.daysChip(filters.days ?? 0);
      default:
        return t[`${key}Chip`](filters[key] ?? '');
    }
  };
  return (
    <Chips
      chips={chips.map((key) => ({
        id: key,
        words: wordsOf(key),
        isWrong: key === 'from' && isTurned,
        remove: () => change(withoutChip(key)),
      }))}
      clear={() => change(noFilters)}
      problem={isTurned ? t.reversedIgnored : null}
    />
  );
}
