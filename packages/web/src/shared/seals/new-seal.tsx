import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useHeading } from '../components/use-heading.js';
import { useTexts } from '../text/language.js';
import { ImageSealForm } from './image-seal-form.js';
import { useSealDoor } from './seal-door.js';
import { sealTexts } from './seal-texts.js';
import { TemplateSealForm } from './template-seal-form.js';

interface Props {
  /** Returns to the list, which announces the result. */
  readonly done: (said?: string) => void;
}

/** Creates a seal from the enterprise's name or from a picture. */
export function NewSeal({ done }: Props) {
  const t = useTexts(sealTexts);
  const { corpName, Frame } = useSealDoor();
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
    <Frame
      title={t.newTitle}
      note={t.of(corpName)}
      back={{ label: t.back, run: () => done() }}
      headingRef={heading}
      isForm
    >
      {way === 'byTemplate' ? (
        <TemplateSealForm ways={ways} created={done} />
      ) : (
        <ImageSealForm ways={ways} created={done} />
      )}
    </Frame>
  );
}
