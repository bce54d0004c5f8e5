import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { PageHeader } from '../shared/components/page-header.js';
import { useHeading } from '../shared/components/use-heading.js';
import { useLink } from '../shared/link/link-context.js';
import { useTexts } from '../shared/text/language.js';
import { ImageSealForm } from './image-seal-form.js';
import { sealTexts } from './seal-texts.js';
import { TemplateSealForm } from './template-seal-form.js';

interface Props {
  /** Returns to the list, which announces the result. */
  readonly done: (said?: string) => void;
}

/** Creates a seal from the enterprise's name or from a picture. */
export function NewSeal({ done }: Props) {
  const t = useTexts(sealTexts);
  const { opened } = useLink();
  const [way, setWay] = useState<'byTemplate' | 'byImage'>('byTemplate');
  const heading = useHeading(t.newTitle);
  const ways = (
    <fieldset className="m-0 mb-6 grid grid-cols-2 rounded-control border-0 bg-n-100 p-0.5">
      <legend className="sr-only">{t.kindOfSeal}</legend>
      {(['byTemplate', 'byImage'] as const).map((each) => (
        <AriaButton
          key={each}
          aria-pressed={way === each}
          onPress={() => setWay(each)}
          className={`h-11 rounded-[6px] px-3 text-body font-medium select-none ${way === each ? 'bg-n-0 text-n-900 shadow-paper' : 'text-n-600'}`}
        >
          {t[each]}
        </AriaButton>
      ))}
    </fieldset>
  );
  return (
    <div className="flex h-full flex-col">
      <PageHeader
        title={t.newTitle}
        note={<bdi>{t.of(opened.corpName ?? '')}</bdi>}
        back={{ label: t.back, run: () => done() }}
        headingRef={heading}
      />
      {way === 'byTemplate' ? (
        <TemplateSealForm ways={ways} created={done} />
      ) : (
        <ImageSealForm ways={ways} created={done} />
      )}
    </div>
  );
}
