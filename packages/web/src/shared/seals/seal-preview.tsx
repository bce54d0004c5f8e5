import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { ownPicture } from '../document/own-picture.js';
import { useTexts } from '../text/language.js';
import { sealTexts } from './seal-texts.js';

interface Props {
  readonly picture: string | null;
  readonly isBusy: boolean;
  /** In mm. */
  readonly width: number;
  readonly height: number;
  readonly corpName: string;
  readonly name: string;
}

/** Preview of a seal at its true size, on white paper or over the text of a contract. */
export function SealPreview({ picture, isBusy, width, height, corpName, name }: Props) {
  const t = useTexts(sealTexts);
  const [ground, setGround] = useState<'onPaper' | 'onContract'>('onPaper');
  return (
    <section aria-label={t.preview} className="rounded-card bg-n-0 p-4 shadow-paper">
      <div className="relative flex h-52 items-center justify-center overflow-hidden rounded-control border border-n-200 lg:h-64">
        {ground === 'onContract' && (
          <div
            aria-hidden
            className="absolute inset-0 flex flex-col justify-center gap-5 px-6 text-body text-n-700"
          >
            {t.sampleLines.split('|').map((line, index) => (
              <span key={line} className="truncate">
                {line}
                {index === 0 ? corpName : ''}
              </span>
            ))}
          </div>
        )}
        {picture !== null && (
          <img
            src={ownPicture(picture)}
            alt={name}
            className={`relative object-contain mix-blend-multiply transition-opacity duration-200 ${isBusy ? 'opacity-60' : ''}`}
            style={{ width: `${width}mm`, height: `${height}mm` }}
          />
        )}
        {picture === null && isBusy && <span className="text-small text-n-500">{t.drawing}</span>}
      </div>
      <div className="mt-3 flex items-center justify-between gap-2">
        <p className="figures m-0 text-small text-n-500">{t.trueSize(width, height)}</p>
        <fieldset className="m-0 flex shrink-0 rounded-control border-0 bg-n-100 p-0.5">
          <legend className="sr-only">{t.ground}</legend>
          {(['onPaper', 'onContract'] as const).map((each) => (
            <AriaButton
              key={each}
              aria-pressed={ground === each}
              onPress={() => setGround(each)}
              className={`relative h-9 rounded-[6px] px-3 text-small font-medium select-none before:absolute before:-inset-1 ${ground === each ? 'bg-n-0 text-n-900 shadow-paper' : 'text-n-600'}`}
            >
              {t[each]}
            </AriaButton>
          ))}
        </fieldset>
      </div>
    </section>
  );
}
