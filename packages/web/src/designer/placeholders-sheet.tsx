import { Button } from '../shared/components/button.js';
import { Sheet } from '../shared/components/sheet.js';
import { useTexts } from '../shared/text/language.js';
import { placeholderTexts } from './placeholder-texts.js';
import type { Brought, Placeholder } from './placeholders.js';

interface Props {
  readonly brought: Brought;
  readonly close: () => void;
}

/** What placeholders were made into, and those that were not. */
export function PlaceholdersSheet({ brought, close }: Props) {
  const t = useTexts(placeholderTexts);
  const { parties, controls, unreadable } = brought;
  return (
    <Sheet
      title={t.placeholders}
      isOpen
      close={close}
      footer={
        <Button look="ink" wide onPress={close}>
          {t.done}
        </Button>
      }
    >
      {controls > 0 && <p className="figures mt-0 mb-4 text-body text-n-900">{t.made(controls, parties)}</p>}
      <Unreadable unreadable={unreadable} />
    </Sheet>
  );
}

/** Placeholders that stay in the text, with page, line and cause. */
export function Unreadable({ unreadable }: { readonly unreadable: readonly Placeholder[] }) {
  const t = useTexts(placeholderTexts);
  if (unreadable.length === 0) return null;
  return (
    <section aria-label={t.unreadable(unreadable.length)}>
      <h3 className="figures m-0 text-desk font-semibold text-warning">{t.unreadable(unreadable.length)}</h3>
      <p className="mt-1 mb-2 text-small text-n-600">{t.unreadableText}</p>
      <ul className="m-0 list-none p-0">
        {numberedLines(unreadable).map(({ key, text, page, line, problem }) => (
          <li key={key} className="border-b border-n-100 py-2 text-small last:border-0">
            <bdi className="block names text-n-900">{text}</bdi>
            <span className="figures text-n-600">
              {page === null ? t.nowhere : t.at(page, line ?? 1)}
              {problem !== null && ` · ${problem}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The same placeholder may stand in the text twice. */
function numberedLines(unreadable: readonly Placeholder[]) {
  return unreadable.map((each, key) => ({ ...each, key }));
}
