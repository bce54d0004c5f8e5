import { SignStatus } from '@cinnabar/api/enums.js';
import type { RefObject } from 'react';
import type { DocumentHandle, DocumentPoint } from '../shared/document/document-handle.js';
import type { PagePlace } from '../shared/document/layout.js';
import { TextLayer } from '../shared/document/text-layer.js';
import { AreaMarker, ForeignMarker } from './area-marker.js';
import { FreeMark } from './free-mark.js';
import { type Area, type Mark, type Marks, markIn, type View } from './marks.js';
import { SealSlice } from './seal-face.js';
import type { SignEvent } from './sign-desk-state.js';
import { SpotMarker } from './spot-marker.js';

interface Props {
  readonly view: View;
  /** The signer's own areas in reading order. */
  readonly areas: readonly Area[];
  readonly marks: Marks;
  readonly at: PagePlace;
  readonly scale: number;
  readonly canSign: boolean;
  /** Whether this is the current page. */
  readonly isRead: boolean;
  readonly current: number | null;
  /** Where the text asks for a signature and nothing is placed yet. */
  readonly spots: readonly DocumentPoint[];
  readonly handle: RefObject<DocumentHandle | null>;
  readonly nameOf: (mark: Mark) => string;
  readonly send: (event: SignEvent) => void;
}

/** Overlay of a page: its text for screen readers, everybody's areas, and the signer's marks. */
export function PageOverlay(props: Props) {
  const { view, areas, marks, at, scale, canSign, isRead, current, spots, handle, nameOf, send } = props;
  const file = view.files.find(({ fileId }) => fileId === at.fileId);
  const foreign = view.areas.filter(
    (area) =>
      area.fileId === at.fileId &&
      area.page === at.page &&
      !areas.includes(area) &&
      partyOf(view, area)?.signStatus !== SignStatus.signed,
  );
  return (
    <>
      {foreign.map((area) => (
        <ForeignMarker
          key={area.componentId}
          area={area}
          name={partyOf(view, area)?.name ?? ''}
          scale={scale}
        />
      ))}
      {marks
        .filter((mark) => mark.seam && mark.fileId === at.fileId)
        .map((mark) => (
          <SealSlice
            key={mark.id}
            mark={mark}
            page={at.page}
            pageCount={file?.pages.length ?? 1}
            scale={scale}
          />
        ))}
      {file !== undefined && isRead && <TextLayer file={file} page={at.page} />}
      {canSign &&
        areas.map((area, index) =>
          area.fileId === at.fileId && area.page === at.page ? (
            <AreaMarker
              key={area.componentId}
              area={area}
              mark={markIn(marks, area)}
              scale={scale}
              isEnterprise={view.isEnterprise}
              index={index + 1}
              total={areas.length}
              isCurrent={current === area.componentId}
              page={{ width: at.width / scale, count: file?.pages.length ?? 1 }}
              open={(opened) => send({ type: 'areaPressed', area: opened })}
            />
          ) : null,
        )}
      {spots
        .filter(({ fileId, page }) => fileId === at.fileId && page === at.page)
        .map((spot) => (
          <SpotMarker
            key={`${spot.x} ${spot.y}`}
            spot={spot}
            scale={scale}
            isEnterprise={view.isEnterprise}
            place={() => send({ type: 'spotPressed', spot })}
          />
        ))}
      {marks
        .filter((mark) => mark.area === null && mark.fileId === at.fileId && mark.page === at.page)
        .map((mark) => (
          <FreeMark
            key={mark.id}
            mark={mark}
            name={nameOf(mark)}
            scale={scale}
            files={view.files}
            handle={handle}
            move={(moved) => send({ type: 'markMoved', mark: moved, at: performance.now() })}
            remove={() => send({ type: 'markRemoved', id: mark.id })}
            open={() => send({ type: 'opened', sheet: { kind: 'mark', id: mark.id } })}
            say={(words) => send({ type: 'said', words })}
          />
        ))}
    </>
  );
}

function partyOf(view: View, area: Area) {
  return view.parties.find(({ participantId }) => participantId === area.participantId);
}
