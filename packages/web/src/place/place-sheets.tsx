import { FlowStatus } from '@cinnabar/api/enums.js';
import type { ReactNode } from 'react';
import { CopyPagesSheet } from '../canvas/copy-pages-sheet.js';
import { afterClosing } from '../shared/components/after-closing.js';
import { Button } from '../shared/components/button.js';
import { Sheet } from '../shared/components/sheet.js';
import { MoreSheet } from '../shared/flow/about-contract.js';
import { useLink } from '../shared/link/link-context.js';
import { useTexts } from '../shared/text/language.js';
import { DeleteSheet } from './delete-sheet.js';
import { type PlaceDesk, type PlaceEvent, selectedOf } from './place-desk-state.js';
import { placeTexts } from './place-texts.js';
import type { View } from './placed.js';
import type { Problem } from './problems.js';
import { SendSheet } from './send-sheet.js';

interface Props {
  readonly desk: PlaceDesk;
  readonly send: (event: PlaceEvent) => void;
  readonly problems: readonly Problem[];
  /** Properties of the selected field. */
  readonly properties: ReactNode;
  readonly index: ReactNode;
  readonly keepNow: () => Promise<void>;
  readonly refresh: () => Promise<View>;
  readonly deleted: () => void;
}

/** The sheets of the placing desk. */
export function PlaceSheets({ desk, send, problems, properties, index, keepNow, refresh, deleted }: Props) {
  const t = useTexts(placeTexts);
  const { returnUrl } = useLink().entered;
  const { view, sheet } = desk;
  const selected = selectedOf(desk);
  const file = view.files.find(({ fileId }) => fileId === selected?.fileId);
  const close = () => send({ type: 'sheetClosed' });
  switch (sheet) {
    case null:
      return null;
    case 'properties':
      if (selected === null) return null;
      return (
        <Sheet title={t.properties} isOpen close={close}>
          {properties}
        </Sheet>
      );
    case 'list':
      return (
        <Sheet title={t.list} isOpen close={close}>
          {index}
        </Sheet>
      );
    case 'copy':
      if (selected === null || file === undefined) return null;
      return (
        <CopyPagesSheet
          pages={file.pages}
          own={selected.page}
          close={close}
          copy={(pages) =>
            send({
              type: 'copied',
              id: selected.id,
              to: pages.map((page) => ({ page, id: crypto.randomUUID() })),
            })
          }
        />
      );
    case 'more':
      return (
        <MoreSheet close={close}>
          <div className="flex flex-col gap-2">
            {returnUrl !== null && (
              <Button wide onPress={() => location.assign(returnUrl)}>
                {t.backTo}
              </Button>
            )}
            <Button wide look="danger" onPress={() => send({ type: 'sheetOpened', sheet: 'delete' })}>
              {t.deleteDraft}
            </Button>
          </div>
        </MoreSheet>
      );
    case 'delete':
      return <DeleteSheet view={view} close={close} deleted={deleted} />;
    case 'send':
      return (
        <SendSheet
          view={view}
          fields={desk.history.now}
          warnings={problems}
          close={close}
          keepNow={keepNow}
          hasLeft={async () => {
            const now = await refresh();
            return now.status !== FlowStatus.draft || now.consent === 'asked';
          }}
          sent={() => void refresh()}
          refused={({ id }, words) => {
            send({ type: 'refused', id, words });
            afterClosing(close, () => send({ type: 'shown', id }));
          }}
        />
      );
  }
}
