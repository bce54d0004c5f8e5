import type { RefObject } from 'react';
import type { DocumentHandle } from '../shared/document/document-handle.js';
import { DocumentView } from '../shared/document/document-view.js';
import type { PagePlace } from '../shared/document/layout.js';
import { TextLayer } from '../shared/document/text-layer.js';
import type { usePageInSight } from '../shared/document/use-page-in-sight.js';
import { usePictures } from '../shared/document/use-pictures.js';
import { useTexts } from '../shared/text/language.js';
import { boxOf, type Mark, sealMarks, sealOf, type View } from './approvals.js';
import { approveTexts } from './approve-texts.js';
import { GhostSeal, GhostSlice } from './ghost-seal.js';

interface Props {
  readonly view: View;
  readonly handle: RefObject<DocumentHandle | null>;
  readonly inSight: ReturnType<typeof usePageInSight>;
}

/** The pages with the seals at their future positions. */
export function Contract({ view, handle, inSight }: Props) {
  const t = useTexts(approveTexts);
  const pictureOf = usePictures();
  if (view.flow.files.length === 0) {
    return (
      <p className="m-0 flex h-full items-center justify-center p-8 text-center text-body text-n-600">
        {t.hidden}
      </p>
    );
  }
  const over = (at: PagePlace, scale: number) => {
    const file = view.flow.files.find(({ fileId }) => fileId === at.fileId);
    const seals = sealMarks(view)
      .filter(({ fileId }) => fileId === at.fileId)
      .map((mark) => {
        const seal = sealOf(view, mark);
        if (seal === undefined) return null;
        const key = `${mark.page} ${mark.x} ${mark.y}`;
        const common = { mark, seal, scale };
        if (mark.seam) {
          return <GhostSlice key={key} {...common} page={at.page} pageCount={file?.pages.length ?? 1} />;
        }
        return mark.page === at.page ? <GhostSeal key={key} {...common} /> : null;
      });
    return (
      <>
        {file !== undefined && inSight.key === at.key && <TextLayer file={file} page={at.page} />}
        {seals}
      </>
    );
  };
  return (
    <DocumentView
      files={view.flow.files}
      pictureOf={pictureOf}
      over={over}
      handle={handle}
      onPage={inSight.onPage}
      start={inSight.start}
      readableZoom={1}
    />
  );
}

/** The part of a page to scroll to so that a seal is visible. */
export function targetOf(view: View, mark: Mark) {
  const seal = sealOf(view, mark);
  const box = seal === undefined ? mark : boxOf(mark, seal);
  return { fileId: mark.fileId, page: mark.page, x: box.x, y: box.y, width: box.width, height: box.height };
}
