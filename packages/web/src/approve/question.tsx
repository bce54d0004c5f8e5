import { ChevronDown } from 'lucide-react';
import { Button } from '../shared/components/button.js';
import { smallIcon } from '../shared/components/icons.js';
import { ownPicture } from '../shared/document/own-picture.js';
import { momentInWords } from '../shared/format/dates.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { pagesOf, sealMarks, type View } from './approvals.js';
import { approveTexts } from './approve-texts.js';

interface Props {
  readonly view: View;
  readonly headingRef: (heading: HTMLHeadingElement | null) => void;
  /** Leads to the next place to be sealed; null if none is visible. */
  readonly showNext: { readonly run: () => void; readonly index: number } | null;
  /** Leads to the list of all requests; null where that is in sight, or has no other. */
  readonly toList: { readonly run: () => void; readonly count: number } | null;
}

/** The request in one line: who asks for which seal on which contract. */
export function Question({ view, headingRef, showNext, toList }: Props) {
  const t = useTexts(approveTexts);
  const { language } = useLanguage();
  const [first] = view.seals;
  const marks = sealMarks(view);
  const isSeal = view.kind === 'seal';
  const pages = pagesOf(view);
  const where = [
    ...(pages.length === 0 ? [] : [t.pages(pages)]),
    ...(marks.some(({ seam }) => seam) ? [t.seam] : []),
  ];
  return (
    <section className="shrink-0 border-b border-n-200 bg-n-0 px-4 py-3 lg:px-6">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h1 ref={headingRef} tabIndex={-1} className="m-0 text-title font-semibold names lg:text-head">
            <bdi>
              {isSeal
                ? t.asksSeal(view.requesterName, view.seals.map(({ name }) => name).join(t.and))
                : t.asksContract(view.requesterName)}
            </bdi>
          </h1>
          <p className="m-0 mt-0.5 text-body text-n-700 names">
            <bdi>{t.contract(view.flow.title)}</bdi>
          </p>
          {marks.length > 0 && (
            <p className="figures m-0 mt-0.5 text-small text-n-600">
              {t.places(marks.length)} · {where.join(t.and)}
            </p>
          )}
          <p className="figures m-0 mt-0.5 text-small text-n-500">
            {t.asked(momentInWords(view.createTime, language))} ·{' '}
            {t.expires(momentInWords(view.expireTime, language))}
          </p>
        </div>
        {first !== undefined && (
          <img
            src={ownPicture(first.pictureUrl)}
            alt=""
            className="size-14 shrink-0 object-contain lg:hidden"
          />
        )}
      </div>
      {(showNext !== null || toList !== null) && (
        <div className="-mx-3 -mb-2 flex flex-wrap justify-between lg:hidden">
          {showNext !== null && (
            <Button look="quiet" small onPress={showNext.run}>
              {t.showPlace(showNext.index, marks.length)}
              <ChevronDown {...smallIcon} />
            </Button>
          )}
          {toList !== null && (
            <Button look="quiet" small onPress={toList.run}>
              {t.waiting(toList.count)}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
