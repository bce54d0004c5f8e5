import { useMemo, useRef } from 'react';
import type { DocumentHandle } from '../../shared/document/document-handle.js';
import { DocumentView } from '../../shared/document/document-view.js';
import type { DocumentFile, PagePlace } from '../../shared/document/layout.js';
import { ownPicture } from '../../shared/document/own-picture.js';
import { useTexts } from '../../shared/text/language.js';
import { contractTexts } from './contract-texts.js';
import { edgeOf, letterOf } from './party-letter.js';
import type { FileDetail } from './task.js';

const AREA = 6;

interface Props {
  readonly files: readonly FileDetail[];
}

/** All pages with the marks of every party. Signed areas show the seal of the page itself. */
export default function PagesTab({ files }: Props) {
  const t = useTexts(contractTexts);
  const handle = useRef<DocumentHandle | null>(null);
  const shown = useMemo(
    () =>
      files.map(
        ({ fileId, fileName, jpgUrlList, width, height }): DocumentFile => ({
          fileId,
          fileName,
          version: '',
          pages: jpgUrlList.map(() => ({ width, height })),
        }),
      ),
    [files],
  );
  const detailOf = (fileId: number) => files.find((file) => file.fileId === fileId);
  if (shown.every(({ pages }) => pages.length === 0)) {
    return <p className="px-4 py-12 text-center text-body text-n-600">{t.noFiles}</p>;
  }
  return (
    <DocumentView
      files={shown}
      pictureOf={(file, page) => ownPicture(detailOf(file.fileId)?.jpgUrlList[page - 1] ?? '')}
      over={(place, scale) => <Areas detail={detailOf(place.fileId)} place={place} scale={scale} />}
      handle={handle}
    />
  );
}

interface AreasProps {
  readonly detail: FileDetail | undefined;
  readonly place: PagePlace;
  readonly scale: number;
}

function Areas({ detail, place, scale }: AreasProps) {
  if (detail === undefined) return null;
  const { componentList, participantList } = detail;
  return componentList
    .filter(({ componentType, pageNum }) => componentType === AREA && pageNum === place.page)
    .map((component) => {
      const index = participantList.findIndex(
        ({ participantId }) => participantId === component.participantId,
      );
      const party = participantList[index];
      if (party === undefined || party.signTime !== null) return null;
      return (
        <span
          key={component.componentId}
          className={`pointer-events-none absolute flex items-start gap-1 overflow-hidden rounded-marker border-2 bg-n-0/70 p-1 text-caption font-medium ${edgeOf(index)}`}
          style={{
            left: component.positionX * scale,
            top: component.positionY * scale,
            width: component.width * scale,
            height: component.height * scale,
          }}
        >
          <span className="shrink-0">{letterOf(index)}</span>
          <bdi className="truncate">{component.componentName}</bdi>
        </span>
      );
    });
}
