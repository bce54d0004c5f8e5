import { useTexts } from '../shared/text/language.js';
import { Blocks } from './blocks.js';
import type { Directory, Guide } from './content.js';
import { DocsLink } from './docs-link.js';
import { docsTexts } from './docs-texts.js';
import { EnglishNote } from './english-note.js';
import { PageFrame } from './page-frame.js';
import { useGuide } from './parts.js';
import { guideHref } from './place.js';
import { StepLinks } from './step-links.js';
import { Text } from './text.js';
import { useArrival } from './use-arrival.js';

export function GuideView({ name, directory }: { readonly name: string; readonly directory: Directory }) {
  const guide = useGuide(name);
  const t = useTexts(docsTexts);
  const href = guideHref(name);
  useArrival(href);
  return (
    <PageFrame title={guide.title} beside={<Sections guide={guide} />}>
      {!guide.translated && <EnglishNote>{t.notTranslated}</EnglishNote>}
      <div lang={guide.translated ? undefined : 'en'}>
        <Blocks of={guide.blocks} />
      </div>
      <StepLinks href={href} directory={directory} />
    </PageFrame>
  );
}

function Sections({ guide: { blocks } }: { readonly guide: Guide }) {
  const t = useTexts(docsTexts);
  const sections = blocks.flatMap((block) => (block.kind === 'heading' && block.level < 4 ? [block] : []));
  if (sections.length < 2) return null;
  return (
    <nav aria-label={t.onThisPage} className="sticky top-10 max-h-[calc(100dvh-9rem)] overflow-y-auto">
      <p className="m-0 mb-2 text-small font-semibold">{t.onThisPage}</p>
      <ul className="m-0 list-none border-l border-n-200 p-0">
        {sections.map(({ id, level, children }) => (
          <li key={id}>
            <DocsLink
              href={`#${id}`}
              className={`block py-1 text-small text-n-600 hover:text-n-900 ${level === 2 ? 'pl-3' : 'pl-6'}`}
            >
              <Text of={withoutLinks(children)} />
            </DocsLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A heading that contains a link is a link here as a whole. */
function withoutLinks(inlines: Parameters<typeof Text>[0]['of']): typeof inlines {
  return inlines.flatMap((inline) =>
    typeof inline === 'object' && inline.kind === 'link' ? inline.children : [inline],
  );
}
