import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../shared/components/button.js';
import { iconSize } from '../../shared/components/icons.js';
import { useTexts } from '../../shared/text/language.js';
import { count } from './format.js';
import { shellTexts } from './shell-texts.js';

interface Props {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** There are more than `total`. */
  readonly isLimited: boolean;
  readonly onPage: (page: number) => void;
  /** The page around it has its margins already. */
  readonly isInset?: boolean;
  readonly onSize?: (size: number) => void;
}

const SIZES = [10, 20, 50, 100] as const;

export function Pager({ page, size, total, isLimited, isInset = false, onPage, onSize }: Props) {
  const t = useTexts(shellTexts);
  const pages = Math.max(1, Math.ceil(total / size));
  const hasNext = page < pages || isLimited;
  return (
    <nav
      aria-label={t.total(count(total, isLimited))}
      className={`figures flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 text-small text-n-600 ${isInset ? '' : 'px-4 lg:px-6'}`}
    >
      <span>{t.total(count(total, isLimited))}</span>
      {onSize !== undefined && (
        <label className="hidden items-center gap-2 lg:flex">
          <span className="sr-only">{t.perPage}</span>
          <select
            value={size}
            onChange={(event) => onSize(Number(event.target.value))}
            className="h-10 rounded-control border border-n-400 bg-n-0 px-2 text-small text-n-900"
          >
            {SIZES.map((each) => (
              <option key={each} value={each}>
                {t.perPageOf(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      {(hasNext || page > 1) && (
        <span className="ml-auto flex items-center">
          <IconButton label={t.prev} isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
            <ChevronLeft {...iconSize} />
          </IconButton>
          <span className="px-1">{isLimited ? page : t.pageOf(page, pages)}</span>
          <IconButton label={t.next} isDisabled={!hasNext} onPress={() => onPage(page + 1)}>
            <ChevronRight {...iconSize} />
          </IconButton>
        </span>
      )}
    </nav>
  );
}
