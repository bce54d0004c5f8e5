import { useMemo } from 'react';
import { useTexts } from '../shared/text/language.js';
import { Blocks } from './blocks.js';
import type { Directory, Guide, Inline } from './content.js';
import { docsTexts } from './docs-texts.js';
import { EnglishNote } from './english-note.js';
import { PageFrame } from './page-frame.js';
import { useGuide } from './parts.js';
import { guideHref } from './place.js';
import { SectionsNav } from './sections-nav.js';
import { StepLinks } from './step-links.js';
import { Text } from './text.js';
import { useArrival } from './use-arrival.js';

export function GuideView({ name, directory }: { readonly name: string; readonly directory: Directory }) {
  const guide = useGuide(name);
  const t = useTexts(docsTexts);
  const href = guideHref(name);
  const sections = useMemo(() => sectionsOf(guide), [guide]);
  useArrival(href);
  return (
    <PageFrame title={guide.title} beside={<SectionsNav sections={sections} />}>
      {!guide.translated && <EnglishNote>{t.notTranslated}</EnglishNote>}
      <div lang={guide.translated ? undefined : 'en'}>
        <Blocks of={guide.blocks} />
      </div>
      <StepLinks href={href} directory={directory} />
    </PageFrame>
  );
}

/** The headings of a guide; one that contains a link is a link as a whole. */
function sectionsOf({ blocks }: Guide) {
  return blocks.flatMap((block) => {
    if (block.kind !== 'heading' || block.level === 4) return [];
    const { id, level, children } = block;
    return [{ id, title: <Text of={withoutLinks(children)} />, isNested: level === 3 }];
  });
}

function withoutLinks(inlines: readonly Inline[]): readonly Inline[] {
  return inlines.flatMap((inline) =>
    typeof inline === 'object' && inline.kind === 'link' ? inline.children : [inline],
  );
}
