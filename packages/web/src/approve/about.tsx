import { MapPin } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { smallIcon } from '../shared/components/icons.js';
import { ownPicture } from '../shared/document/own-picture.js';
import { AboutContract } from '../shared/flow/about-contract.js';
import { useTexts } from '../shared/text/language.js';
import { type Mark, sealMarks, sealOf, type View } from './approvals.js';
import { approveTexts } from './approve-texts.js';

interface Props {
  readonly view: View;
  readonly show: ((mark: Mark) => void) | null;
}

/** What an approver needs to know: the seals, their positions and the parties. */
export function About({ view, show }: Props) {
  const t = useTexts(approveTexts);
  const marks = sealMarks(view);
  const heading = 'mt-0 mb-3 text-desk font-semibold';
  return (
    <div className="flex flex-col gap-8">
      {view.seals.length > 0 && (
        <section aria-label={t.seals}>
          <h2 className={heading}>{t.seals}</h2>
          <ul className="m-0 flex list-none flex-col gap-3 p-0">
            {view.seals.map((seal) => (
              <li key={seal.sealId} className="flex items-center gap-3">
                <img src={ownPicture(seal.pictureUrl)} alt="" className="size-20 shrink-0 object-contain" />
                <div className="min-w-0">
                  <p className="m-0 text-desk font-medium names">
                    <bdi>{seal.name}</bdi>
                  </p>
                  <p className="figures m-0 text-small text-n-500">
                    {t.millimetres(seal.widthMm, seal.heightMm)}
                  </p>
                </div>
              </li>
            ))}
          </ul>
          {marks.length > 0 && (
            <ul className="m-0 mt-3 -mx-2 list-none p-0">
              {marks.map((mark) => {
                const name = sealOf(view, mark)?.name ?? '';
                const words = mark.seam ? t.seamOf(name) : t.placeOn(name, mark.page);
                return (
                  <li key={`${mark.fileId} ${mark.page} ${mark.x} ${mark.y}`}>
                    <AriaButton
                      isDisabled={show === null}
                      onPress={() => show?.(mark)}
                      className="figures flex min-h-11 w-full items-center gap-2 rounded-control px-2 text-left text-desk hover:bg-n-50"
                    >
                      <MapPin {...smallIcon} className="shrink-0 text-n-500" />
                      <span className="min-w-0 flex-1 names">{words}</span>
                    </AriaButton>
                  </li>
                );
              })}
            </ul>
          )}
        </section>
      )}
      <div>
        <AboutContract flow={view.flow} />
      </div>
    </div>
  );
}
