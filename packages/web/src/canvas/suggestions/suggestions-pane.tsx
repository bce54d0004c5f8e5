import { Check, X } from 'lucide-react';
import { Button, IconButton } from '../../shared/components/button.js';
import { smallIcon } from '../../shared/components/icons.js';
import type { PagePlace } from '../../shared/document/layout.js';
import { useTexts } from '../../shared/text/language.js';
import { kindIcons } from '../kind-look.js';
import { partyLook } from '../party-look.js';
import type { SuggestedControl } from './suggested-control.js';
import type { SuggestionActs } from './suggestion-acts.js';
import { suggestionTexts } from './suggestion-texts.js';

/** Whoever has more to do than this begins with the first. */
const MAX_SHOWN = 100;

interface Props extends SuggestionActs {
  readonly files: readonly { readonly fileId: number; readonly fileName: string }[];
  readonly hasParties: boolean;
  /** In reading order. */
  readonly suggested: readonly SuggestedControl[];
  readonly page: Pick<PagePlace, 'fileId' | 'page'> | null;
  readonly isReading: boolean;
  /** null: nothing has failed. */
  readonly retry: (() => void) | null;
  readonly dismissedCount: number;
  readonly restore: () => void;
  readonly reveal: (key: string) => void;
}

/** What the file asks to be filled in and signed: accepted one by one, by page, or all at once. */
export function SuggestionsPane(props: Props) {
  const { files, hasParties, suggested, isReading, retry, dismissedCount, restore, accept } = props;
  const t = useTexts(suggestionTexts);
  const hint = files.length === 0 ? t.noFile : hasParties ? null : t.noParty;
  if (hint !== null) return <p className="m-0 text-small text-n-500">{hint}</p>;
  const here = props.page ?? { fileId: files[0]?.fileId ?? 0, page: 1 };
  const keysOf = (some: readonly SuggestedControl[]) => some.map(({ key }) => key);
  const ofPage = suggested.filter(({ fileId, page }) => fileId === here.fileId && page === here.page);
  return (
    <>
      {suggested.length > 0 && (
        <>
          <div className="mb-2 grid grid-cols-2 gap-2">
            <Button small wide isDisabled={ofPage.length === 0} onPress={() => accept(keysOf(ofPage))}>
              {t.acceptPage(ofPage.length)}
            </Button>
            <Button small wide look="ink" onPress={() => accept(keysOf(suggested))}>
              {t.acceptAll(suggested.length)}
            </Button>
          </div>
          <p className="mt-0 mb-3 text-caption text-n-500 max-lg:hidden">{t.keys}</p>
          <Pages {...props} />
          <Button small look="quiet" onPress={() => props.dismiss(keysOf(suggested))}>
            {t.dismissAll(suggested.length)}
          </Button>
        </>
      )}
      <p role="status" className="m-0 text-small text-n-600">
        {isReading ? t.reading : suggested.length === 0 && retry === null ? t.none : ''}
      </p>
      {retry !== null && (
        <p className="m-0 text-small text-danger">
          {t.failed}{' '}
          <Button small look="link" onPress={retry}>
            {t.again}
          </Button>
        </p>
      )}
      {dismissedCount > 0 && (
        <p className="figures m-0 mt-2 text-small text-n-600">
          {t.dismissed(dismissedCount)}{' '}
          <Button small look="link" onPress={restore}>
            {t.restore}
          </Button>
        </p>
      )}
    </>
  );
}

function Pages({ files, suggested, reveal, accept, dismiss }: Props) {
  const t = useTexts(suggestionTexts);
  const shown = suggested.slice(0, MAX_SHOWN);
  return (
    <>
      {files.flatMap((file) => {
        const inFile = shown.filter(({ fileId }) => fileId === file.fileId);
        return [...new Set(inFile.map(({ page }) => page))].map((page) => {
          const title = files.length > 1 ? t.pageOf(file.fileName, page) : t.page(page);
          return (
            <section key={`${file.fileId}/${page}`} aria-label={title} className="mb-3">
              <h3 className="figures m-0 mb-1 text-small font-medium text-n-600 names">{title}</h3>
              <ul className="m-0 list-none p-0">
                {inFile
                  .filter((each) => each.page === page)
                  .map(({ key, name, kind, party, by }) => {
                    const Icon = kindIcons[kind];
                    return (
                      <li key={key} className="flex items-center border-b border-n-100 last:border-0">
                        <button
                          type="button"
                          onClick={() => reveal(key)}
                          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control border-0 bg-transparent p-1 text-left text-small text-n-900 hover:bg-n-50"
                        >
                          <Icon {...smallIcon} className="shrink-0 text-info" />
                          <span className="min-w-0 flex-1">
                            <bdi className="block names">{name}</bdi>
                            <span className="text-caption text-n-500">
                              {partyLook(party).letter} · {t.by[by]}
                            </span>
                          </span>
                        </button>
                        <IconButton label={t.acceptOf(name)} onPress={() => accept([key])}>
                          <Check {...smallIcon} />
                        </IconButton>
                        <IconButton label={t.dismissOf(name)} onPress={() => dismiss([key])}>
                          <X {...smallIcon} />
                        </IconButton>
                      </li>
                    );
                  })}
              </ul>
            </section>
          );
        });
      })}
      {suggested.length > MAX_SHOWN && (
        <p className="figures m-0 py-2 text-small text-n-600">{t.more(suggested.length - MAX_SHOWN)}</p>
      )}
    </>
  );
}

interface OneProps extends SuggestionActs {
  readonly suggestion: SuggestedControl;
}

/** The selected suggestion, in the place of the properties that it does not have yet. */
export function SuggestedProperties({ suggestion: { key, name, by }, accept, dismiss }: OneProps) {
  const t = useTexts(suggestionTexts);
  return (
    <section aria-label={t.proposal}>
      <h3 className="mt-0 mb-1 text-small font-medium text-info">{t.proposal}</h3>
      <p className="mt-0 mb-4 text-body text-n-900">
        <bdi className="names">{name}</bdi>
        <span className="block text-small text-n-500">{t.by[by]}</span>
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button small wide look="ink" onPress={() => accept([key])}>
          {t.accept}
        </Button>
        <Button small wide onPress={() => dismiss([key])}>
          {t.dismiss}
        </Button>
      </div>
    </section>
  );
}
