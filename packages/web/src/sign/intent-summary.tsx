import { ownPicture } from '../shared/document/own-picture.js';
import { useTexts } from '../shared/text/language.js';
import type { Marks, View } from './marks.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly view: View;
  readonly marks: Marks;
  readonly seenPages: number;
}

/** The signing party, the files, and the seals with their counts. */
export function IntentSummary({ view, marks, seenPages }: Props) {
  const t = useTexts(signTexts);
  const total = view.files.reduce((sum, { pages }) => sum + pages.length, 0);
  const pictures = new Map<string, number>();
  for (const { ink } of marks) {
    const picture =
      ink.kind === 'seal' ? ownPicture(ink.seal.pictureUrl) : ink.kind === 'handwriting' ? ink.picture : null;
    if (picture !== null) pictures.set(picture, (pictures.get(picture) ?? 0) + 1);
  }
  return (
    <div className="rounded-card bg-n-50 p-4">
      <p className="m-0 text-body font-semibold names">
        <bdi>{t.as(view.me.name)}</bdi>
      </p>
      {view.isEnterprise && (
        <p className="figures m-0 mt-0.5 text-small text-n-600">
          {t.signer(view.me.personName, view.mobile)}
        </p>
      )}
      <p className="m-0 mt-3 text-small text-n-700 names">
        <bdi>{t.titled(view.title)}</bdi>
      </p>
      <p className="figures m-0 mt-0.5 text-small text-n-600">
        {t.summary(view.files.length, marks.length)} · {t.seen(Math.min(seenPages, total), total)}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {[...pictures].map(([picture, count]) => (
          <span key={picture} className="inline-flex items-center gap-1 text-small text-n-600">
            <img
              src={picture}
              alt=""
              className="h-12 w-auto max-w-28 rounded-marker bg-n-0 object-contain p-0.5"
            />
            <span className="figures">{t.times(count)}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
