import { X } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { smallIcon } from '../../shared/components/icons.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
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
  if (chips.length === 0) return null;
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
    <>
      <ul className="m-0 flex list-none flex-wrap items-center gap-2 p-0">
        {chips.map((key) => (
          <li key={key}>
            <AriaButton
              aria-label={t.removeChip(wordsOf(key))}
              onPress={() => change(withoutChip(key))}
              className={`flex min-h-11 items-center gap-1 rounded-full border bg-n-0 py-1 pr-2 pl-3 text-small hover:bg-n-50 lg:min-h-10 ${key === 'from' && isTurned ? 'border-danger text-danger' : 'border-n-400 text-n-900'}`}
            >
              <bdi className="max-w-60 truncate">{wordsOf(key)}</bdi>
              <X {...smallIcon} className="text-n-500" />
            </AriaButton>
          </li>
        ))}
        <li>
          <AriaButton
            onPress={() => change(noFilters)}
            className="min-h-11 rounded-control px-2 text-small font-medium text-n-700 hover:bg-n-100 lg:min-h-10"
          >
            {t.clear}
          </AriaButton>
        </li>
      </ul>
      {isTurned && <p className="m-0 basis-full text-small text-danger">{t.reversedIgnored}</p>}
    </>
  );
}
