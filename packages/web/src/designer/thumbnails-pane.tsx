import { memo, useMemo } from 'react';
import { partyLook } from '../canvas/party-look.js';
import type { DocumentFile } from '../shared/document/layout.js';
import { useTexts } from '../shared/text/language.js';
import type { Standing } from './canvas-bridge.js';
import { kindOf } from './control-kinds.js';
import { type Design, UNPLACED } from './design.js';
import type { PageInSight } from './designer-state.js';
import { designerTexts } from './designer-texts.js';
import { THUMBNAIL_WIDTH } from './use-file-pages.js';

interface Props {
  readonly design: Design;
  readonly files: readonly DocumentFile[];
  readonly standings: ReadonlyMap<string, Standing>;
  readonly current: PageInSight | null;
  readonly pictureOf: (file: DocumentFile, page: number, width: number) => string;
  readonly show: (file: DocumentFile, page: number) => void;
}

interface Marks {
  /** Places of the parties that have a control on the page. */
  readonly parties: readonly number[];
  readonly count: number;
  readonly hasMistake: boolean;
}

const nothing: Marks = { parties: [], count: 0, hasMistake: false };

/** All pages: who has controls on them, how many there are, and where something is to be corrected. */
export function ThumbnailsPane({ design, files, standings, current, pictureOf, show }: Props) {
  const t = useTexts(designerTexts);
  const marks = useMemo(() => marksOf(design, standings), [design, standings]);
  const here = current ?? { file: files[0]?.fileId ?? 0, page: 1 };
  return (
    <nav aria-label={t.thumbnails} className="border-t border-n-200 p-4">
      <h2 className="m-0 mb-2 text-small font-medium text-n-500">{t.thumbnails}</h2>
      {files.map((file) => (
        <div key={file.fileId} className="mb-3">
          {files.length > 1 && (
            <p className="mt-0 mb-1 text-caption text-n-600 names">
              <bdi>{file.fileName}</bdi>
            </p>
          )}
          <div className="grid grid-cols-4 gap-2">
            {file.pages.map((size, index) => {
              const page = index + 1;
              const key = `${file.fileId}/${page}`;
              return (
                <Thumbnail
                  key={key}
                  {...{ file, page, show }}
                  ratio={size.width / size.height}
                  marks={marks.get(key) ?? nothing}
                  isHere={here.file === file.fileId && here.page === page}
                  picture={pictureOf(file, page, THUMBNAIL_WIDTH)}
                />
              );
            })}
          </div>
        </div>
      ))}
    </nav>
  );
}

interface ThumbnailProps {
  readonly file: DocumentFile;
  readonly page: number;
  readonly ratio: number;
  readonly marks: Marks;
  readonly isHere: boolean;
  readonly picture: string;
  readonly show: Props['show'];
}

const Thumbnail = memo(function Thumbnail(props: ThumbnailProps) {
  const { file, page, ratio, marks, isHere, picture, show } = props;
  const t = useTexts(designerTexts);
  return (
    <button
      type="button"
      aria-current={isHere ? 'page' : undefined}
      onClick={() => show(file, page)}
      className="block min-h-11 w-full border-0 bg-transparent p-0 text-center"
    >
      <span
        aria-hidden
        className={`relative block overflow-hidden rounded-marker bg-n-0 shadow-paper ${isHere ? 'ring-2 ring-n-900' : ''}`}
        style={{ aspectRatio: ratio }}
      >
        <img src={picture} alt="" loading="lazy" draggable={false} className="block size-full" />
        <span className="absolute inset-x-0 bottom-0 flex justify-center gap-0.5 bg-n-0/85 p-0.5">
          {marks.parties.map((place) => (
            <span
              key={place}
              className={`flex size-4 items-center justify-center rounded-full text-caption leading-none font-semibold text-n-0 ${partyLook(place).fill}`}
            >
              {partyLook(place).letter}
            </span>
          ))}
        </span>
      </span>
      <span className="sr-only">
        {t.pageMarks(page, marks.count)}
        {marks.hasMistake && t.pageMistakes}
      </span>
      <span
        aria-hidden
        className={`figures text-caption ${isHere ? 'font-semibold text-n-900' : 'text-n-600'}`}
      >
        {page}
        {marks.count > 0 && <span className="text-n-500"> · {marks.count}</span>}
        {marks.hasMistake && <span className="font-semibold text-danger"> !</span>}
      </span>
    </button>
  );
});

/** By `file/page`. */
function marksOf(
  { parties, controls }: Design,
  standings: ReadonlyMap<string, Standing>,
): ReadonlyMap<string, Marks> {
  const places = new Map(parties.map(({ key }, index) => [key, index]));
  const pages = new Map<string, Marks>();
  for (const control of controls) {
    if (control.page === UNPLACED || kindOf(control) === 'seam') continue;
    const name = `${control.file}/${control.page}`;
    const before = pages.get(name) ?? nothing;
    const place = places.get(control.party) ?? -1;
    pages.set(name, {
      parties: before.parties.includes(place)
        ? before.parties
        : [...before.parties, place].sort((one, other) => one - other).slice(0, 4),
      count: before.count + 1,
      hasMistake: before.hasMistake || standings.get(control.key) === 'mistake',
    });
  }
  return pages;
}
