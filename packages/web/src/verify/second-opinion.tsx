import type {
  VerifyPageDifference,
  VerifyPageOpinion,
  VerifyPagePictures,
  VerifyPagePlace,
} from '@cinnabar/api/pages/verify.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { verifyTexts } from './verify-texts.js';

const MM_PER_PX = 25.4 / 96;
/** Margin around a difference in px, so that the frame does not cover it. */
const MARGIN = 6;

/** Differences between the file as displayed and as signed, in words and as images side by side. */
export function SecondOpinion({ opinion }: { readonly opinion: VerifyPageOpinion }) {
  const t = useTexts(verifyTexts);
  const { language } = useLanguage();
  if (opinion.status === 'notNeeded' || opinion.status === 'agrees') return null;
  const isUnfinished = opinion.status === 'unfinished';
  return (
    <section
      aria-labelledby="second-opinion"
      className="mt-4 rounded-card border border-n-200 bg-n-0 p-4 sm:p-6"
    >
      <h3 id="second-opinion" className="m-0 mb-2 text-title font-semibold">
        {isUnfinished ? t.shownUnfinished : t.shownDiffers}
      </h3>
      {isUnfinished ? (
        <p className="m-0 text-body text-n-700">
          {t.shownUnfinishedText}
          {opinion.words[language]}
        </p>
      ) : (
        <Differences differences={opinion.differences} pictures={opinion.pictures} />
      )}
    </section>
  );
}

interface Props {
  readonly differences: readonly VerifyPageDifference[];
  readonly pictures: readonly VerifyPagePictures[];
}

function Differences({ differences, pictures }: Props) {
  const t = useTexts(verifyTexts);
  const revisions = [...new Set(differences.map(({ revision }) => revision))];
  const severalVersions = revisions.length > 1;
  return (
    <>
      <p className="m-0 mb-3 text-small text-n-600">{t.shownHow(revisions.map(t.revision).join(t.and))}</p>
      <ul className="m-0 mb-4 flex list-none flex-col gap-1 p-0 text-body">
        {differences.map(({ revision, page, kind, places }) => (
          <li key={`${revision} ${page} ${kind}`}>
            <span className="font-medium text-danger">
              {severalVersions && `${t.revision(revision)} · `}
              {t.shownPage(page)} · {t.shownKinds[kind]}
            </span>
            {places.map((place) => (
              <span key={`${place.x} ${place.y}`} className="block text-small text-n-600">
                {placeWords(place)}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {pictures.map((picture) => (
        <Pair
          key={`${picture.revision} ${picture.page}`}
          picture={picture}
          places={framed(differences.filter((each) => isOf(picture, each)))}
        />
      ))}
    </>
  );

  function placeWords({ x, y, width, height }: VerifyPagePlace): string {
    const mm = (px: number): number => Math.round(px * MM_PER_PX);
    return t.shownPlace(mm(x), mm(y), Math.max(1, mm(width)), Math.max(1, mm(height)));
  }
}

function isOf(picture: VerifyPagePictures, { revision, page }: VerifyPageDifference): boolean {
  return picture.revision === revision && picture.page === page;
}

/** Visible differences; if there are none, differences of the text. */
function framed(differences: readonly VerifyPageDifference[]): readonly VerifyPagePlace[] {
  const seen = differences.filter(({ kind }) => kind === 'pixels');
  return (seen.length > 0 ? seen : differences).flatMap(({ places }) => places);
}

interface PairProps {
  readonly picture: VerifyPagePictures;
  readonly places: readonly VerifyPagePlace[];
}

/** A page as signed and as displayed now. */
function Pair({ picture, places }: PairProps) {
  const t = useTexts(verifyTexts);
  const { page, before, after } = picture;
  return (
    <div className="mb-4 grid break-inside-avoid gap-4 last:mb-0 sm:grid-cols-2 print:grid-cols-2">
      <Picture {...{ picture, places }} source={before} when={t.before} title={t.pictureOf(page, t.before)} />
      <Picture {...{ picture, places }} source={after} when={t.after} title={t.pictureOf(page, t.after)} />
    </div>
  );
}

interface PictureProps extends PairProps {
  readonly source: string | null;
  readonly when: string;
  readonly title: string;
}

function Picture({ picture: { page, width, height }, places, source, when, title }: PictureProps) {
  const t = useTexts(verifyTexts);
  const across = (px: number): string => `${(100 * px) / width}%`;
  const along = (px: number): string => `${(100 * px) / height}%`;
  return (
    <figure className="m-0 min-w-0">
      <figcaption className="mb-1 text-small font-medium text-n-700">
        {t.shownPage(page)} · {when}
      </figcaption>
      <div
        className="relative overflow-hidden rounded-control border border-n-200 bg-n-50"
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        {source === null ? (
          <p className="m-0 p-4 text-small text-n-500">{t.noSuchPage}</p>
        ) : (
          <>
            <img src={source} alt={title} className="block h-full w-full object-contain object-left-top" />
            {places.map((place) => (
              <span
                key={`${place.x} ${place.y} ${place.width}`}
                aria-hidden="true"
                className="absolute rounded-marker border-2 border-danger"
                style={{
                  left: across(place.x - MARGIN),
                  top: along(place.y - MARGIN),
                  width: across(place.width + 2 * MARGIN),
                  height: along(place.height + 2 * MARGIN),
                }}
              />
            ))}
          </>
        )}
      </div>
    </figure>
  );
}
