import { Check, X } from 'lucide-react';
import { kindIcons } from '../canvas/kind-look.js';
import { partyLook } from '../canvas/party-look.js';
import { Button, IconButton } from '../shared/components/button.js';
import { smallIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import type { Design } from './design.js';
import type { PageInSight } from './designer-state.js';
import { canvasSuggestions, type Suggestion } from './proposals.js';
import type { SuggestionActs } from './suggestion-acts.js';
import { suggestionTexts } from './suggestion-texts.js';

/** Whoever has more to do than this begins with the first. */
const MAX_SHOWN = 100;

interface Props extends SuggestionActs {
  readonly design: Design;
  readonly suggestions: readonly Suggestion[];
  readonly page: PageInSight | null;
  readonly isReading: boolean;
  /** null: nothing has failed. */
  readonly retry: (() => void) | null;
  readonly dismissedCount: number;
  readonly restore: () => void;
  readonly reveal: (key: string) => void;
}

/** What the file asks to be filled in and signed: accepted one by one, by page, or all at once. */
export function SuggestionsPane(props: Props) {
  const { design, suggestions, isReading, retry, dismissedCount, restore, accept } = props;
  const t = useTexts(suggestionTexts);
  const { files, parties } = design;
  const hint = files.length === 0 ? t.noFile : parties.length === 0 ? t.noParty : null;
  if (hint !== null) return <p className="m-0 text-small text-n-500">{hint}</p>;
  const here = props.page ?? { file: files[0]?.key ?? 0, page: 1 };
  const keysOf = (some: readonly Suggestion[]) => some.map(({ control }) => control.key);
  const ofPage = suggestions.filter(
    ({ control }) => control.file === here.file && control.page === here.page,
  );
  return (
    <>
      {suggestions.length > 0 && (
        <>
          <div className="mb-2 grid grid-cols-2 gap-2">
            <Button small wide isDisabled={ofPage.length === 0} onPress={() => accept(keysOf(ofPage))}>
              {t.acceptPage(ofPage.length)}
            </Button>
            <Button small wide look="ink" onPress={() => accept(keysOf(suggestions))}>
              {t.acceptAll(suggestions.length)}
            </Button>
          </div>
          <p className="mt-0 mb-3 text-caption text-n-500">{t.keys}</p>
          <Pages {...props} />
          <Button small look="quiet" onPress={() => props.dismiss(keysOf(suggestions))}>
            {t.dismissAll(suggestions.length)}
          </Button>
        </>
      )}
      <p role="status" className="m-0 text-small text-n-600">
        {isReading ? t.reading : suggestions.length === 0 && retry === null ? t.none : ''}
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

function Pages({ design, suggestions, reveal, accept, dismiss }: Props) {
  const t = useTexts(suggestionTexts);
  const shown = suggestions.slice(0, MAX_SHOWN);
  const looks = new Map(canvasSuggestions(design, shown).map((each) => [each.key, each]));
  return (
    <>
      {design.files.flatMap((file) => {
        const pages = new Set(
          shown.filter(({ control }) => control.file === file.key).map(({ control }) => control.page),
        );
        return [...pages].map((page) => {
          const title = design.files.length > 1 ? t.pageOf(file.fileName, page) : t.page(page);
          return (
            <section key={`${file.key}/${page}`} aria-label={title} className="mb-3">
              <h3 className="figures m-0 mb-1 text-small font-medium text-n-600 names">{title}</h3>
              <ul className="m-0 list-none p-0">
                {shown
                  .filter(({ control }) => control.file === file.key && control.page === page)
                  .map(({ control: { key, name }, by }) => {
                    const look = looks.get(key);
                    const Icon = kindIcons[look?.kind ?? 'text'];
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
                              {partyLook(look?.party ?? 0).letter} · {t.by[by]}
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
      {suggestions.length > MAX_SHOWN && (
        <p className="figures m-0 py-2 text-small text-n-600">{t.more(suggestions.length - MAX_SHOWN)}</p>
      )}
    </>
  );
}

interface OneProps extends SuggestionActs {
  readonly suggestion: Suggestion;
}

/** The selected suggestion, in the place of the properties that it does not have yet. */
export function SuggestedProperties({ suggestion: { control, by }, accept, dismiss }: OneProps) {
  const t = useTexts(suggestionTexts);
  const { key, name } = control;
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
