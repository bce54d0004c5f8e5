import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Refused } from '../api/refused.js';
import { Button, IconButton } from '../shared/components/button.js';
import { iconSize, smallIcon } from '../shared/components/icons.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { platformTexts } from './platform-texts.js';

/** The message of an error: the service's own, or that the connection failed. */
export function useErrorWords(): (error: Error | null) => string | null {
  const t = useTexts(commonTexts);
  return (error) => {
    if (error === null) return null;
    return error instanceof Refused ? error.message : t.offlineText;
  };
}

/** Placeholder in the shape of rows; it appears after 400 ms, so that fast responses never show it. */
export function WaitingRows() {
  const t = useTexts(platformTexts);
  return (
    <div role="status" aria-label={t.loading} className="animate-[fade_200ms_400ms_both]">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="flex h-16 flex-col justify-center gap-2 border-b border-n-200">
          <span className="h-3 w-3/4 rounded-marker bg-n-200" />
          <span className="h-2.5 w-2/5 rounded-marker bg-n-200" />
        </div>
      ))}
    </div>
  );
}

interface AnswerProps<Data> {
  readonly asked: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly children: (data: Data) => ReactNode;
}

/** What was asked for, once it is there; what failed stays beside what is shown already. */
export function Answered<Data>({ asked: { data, error, refetch }, children }: AnswerProps<Data>) {
  const t = useTexts(commonTexts);
  const words = useErrorWords();
  if (data === undefined && error === null) return <WaitingRows />;
  return (
    <>
      {error !== null && (
        <div role="alert" className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="flex items-center gap-2 text-body text-n-700">
            <TriangleAlert {...smallIcon} className="shrink-0 text-warning" />
            {words(error)}
          </span>
          <Button small onPress={() => void refetch()}>
            {t.retry}
          </Button>
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  );
}

interface PagesProps {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** How many there are in total, and the way to the other pages. */
export function ListPages({ page, size, total, onPage }: PagesProps) {
  const t = useTexts(platformTexts);
  const pages = Math.max(1, Math.ceil(total / size));
  return (
    <nav
      aria-label={t.pages}
      className="figures flex min-h-14 flex-wrap items-center gap-x-4 text-small text-n-600"
    >
      <span>{t.total(total)}</span>
      {pages > 1 && (
        <span className="ml-auto flex items-center">
          <IconButton label={t.previous} isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
            <ChevronLeft {...iconSize} />
          </IconButton>
          <span>{t.pageOf(page, pages)}</span>
          <IconButton label={t.next} isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
            <ChevronRight {...iconSize} />
          </IconButton>
        </span>
      )}
    </nav>
  );
}

export const rowsLook = 'm-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0';

/** In the place of an empty list. */
export function NothingHere({ text }: { readonly text: string }) {
  return (
    <p className="m-0 border-y border-n-200 bg-n-0 px-4 py-10 text-center text-body text-n-600">{text}</p>
  );
}
