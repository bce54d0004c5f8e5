import { Button as AriaButton } from 'react-aria-components/Button';
import { documentTexts } from '../document/document-texts.js';
import type { DocumentFile } from '../document/layout.js';
import { useTexts } from '../text/language.js';

interface Props {
  readonly label: string;
  readonly files: readonly DocumentFile[];
  /** `fileId/page` of the visible page. */
  readonly current: string;
  readonly pictureOf: (file: DocumentFile, page: number, width: number) => string;
  readonly show: (file: DocumentFile, page: number) => void;
  /** Beside two panes: absent where it would leave the pages too little room. */
  readonly isBetweenPanes?: boolean;
}

/** Thumbnails of all pages, shown on desktops. */
export function ThumbnailRail(props: Props) {
  const { label, files, current, pictureOf, show, isBetweenPanes = false } = props;
  const t = useTexts(documentTexts);
  return (
    <nav
      aria-label={label}
      className={`hidden w-40 shrink-0 overflow-y-auto border-r border-n-200 bg-n-25 px-6 py-4 ${isBetweenPanes ? 'min-[1280px]:block' : 'lg:block'}`}
    >
      {files.map((file) => (
        <div key={file.fileId} className="mb-6">
          {files.length > 1 && (
            <p className="mt-0 mb-2 line-clamp-2 text-caption text-n-600 names">
              <bdi>{file.fileName}</bdi>
            </p>
          )}
          {file.pages.map((size, index) => {
            const page = index + 1;
            const isHere = current === `${file.fileId}/${page}`;
            return (
              <AriaButton
                key={`${file.fileId}/${page}`}
                aria-label={t.page(page, file.pages.length)}
                aria-current={isHere ? 'page' : 'false'}
                onPress={() => show(file, page)}
                className="mb-3 block w-full text-center"
              >
                <span
                  className={`block overflow-hidden rounded-marker bg-n-0 shadow-paper ${isHere ? 'ring-2 ring-n-900' : ''}`}
                  style={{ aspectRatio: `${size.width} / ${size.height}` }}
                >
                  <img
                    src={pictureOf(file, page, 600)}
                    alt=""
                    loading="lazy"
                    draggable={false}
                    className="block size-full"
                  />
                </span>
                <span
                  className={`figures mt-1 block text-caption ${isHere ? 'font-semibold text-n-900' : 'text-n-500'}`}
                >
                  {page}
                </span>
              </AriaButton>
            );
          })}
        </div>
      ))}
    </nav>
  );
}
