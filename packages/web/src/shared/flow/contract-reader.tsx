import type { FlowPage } from '@cinnabar/api/pages/flow-page.js';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Wire } from '../../api/wire.js';
import { DeskBar, DeskLayout, DeskPanel } from '../components/desk-layout.js';
import { PageHeader } from '../components/page-header.js';
import { ThumbnailRail } from '../components/thumbnail-rail.js';
import { useWide } from '../components/use-wide.js';
import { type DocumentHandle, topOf } from '../document/document-handle.js';
import { DocumentView } from '../document/document-view.js';
import type { PagePlace } from '../document/layout.js';
import { TextLayer } from '../document/text-layer.js';
import { usePageInSight } from '../document/use-page-in-sight.js';
import { usePictures } from '../document/use-pictures.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { MoreSheet } from './about-contract.js';

interface Props {
  readonly name: 'copy' | 'place';
  readonly flow: Pick<Wire<FlowPage>, 'title' | 'files'>;
  readonly documentTitle: string;
  /** Below the title. */
  readonly note: ReactNode;
  readonly back: (() => void) | null;
  /** Beside the pages on desktops, in a sheet on phones. */
  readonly about: ReactNode;
  /** Always in sight: above `about` and at the end of the panel on desktops, below the pages on phones. */
  readonly state?: ReactNode;
  readonly acts?: ReactNode;
}

/** A contract to read, without any act on it. */
export function ContractReader({ name, flow, documentTitle, note, back, about, state, acts }: Props) {
  const t = useTexts(commonTexts);
  const isWide = useWide();
  const handle = useRef<DocumentHandle>(null);
  const { key: page, start, onPage } = usePageInSight(name, flow.files);
  const [isMore, setMore] = useState(false);
  const heading = useCallback((element: HTMLHeadingElement | null) => {
    element?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  const pictureOf = usePictures();
  const over = (at: PagePlace) => {
    const file = flow.files.find(({ fileId }) => fileId === at.fileId);
    return file !== undefined && page === at.key ? <TextLayer file={file} page={at.page} /> : null;
  };
  const hasBar = state !== undefined || acts !== undefined;
  return (
    <DeskLayout
      header={
        <PageHeader
          title={flow.title}
          note={note}
          back={back === null ? null : { label: t.back, run: back }}
          headingRef={heading}
          more={isWide ? null : () => setMore(true)}
        />
      }
      before={
        <ThumbnailRail
          label={t.thumbnails}
          files={flow.files}
          current={page}
          pictureOf={pictureOf}
          show={(file, number) => handle.current?.show(topOf(file, number))}
        />
      }
      after={
        isWide && (
          <DeskPanel {...(acts === undefined ? {} : { footer: acts })}>
            {state}
            {about}
          </DeskPanel>
        )
      }
      below={
        !isWide &&
        hasBar && (
          <DeskBar>
            {state}
            {acts}
          </DeskBar>
        )
      }
      over={isMore && <MoreSheet close={() => setMore(false)}>{about}</MoreSheet>}
    >
      <DocumentView
        files={flow.files}
        pictureOf={pictureOf}
        over={over}
        handle={handle}
        onPage={onPage}
        start={start}
      />
    </DeskLayout>
  );
}
