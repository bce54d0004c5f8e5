import { useCallback, useEffect, useRef, useState } from 'react';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { DesignerDesk } from './designer-desk.js';
import { type OpenedDraft, useDesignerDoor } from './designer-door.js';

/** While somebody else edits, their last save is shown. */
const READ_AGAIN_MS = 10_000;

/** Opens the draft, and the desk for it. */
export default function DesignerLoader() {
  const door = useDesignerDoor();
  const [opened, setOpened] = useState<OpenedDraft | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [round, setRound] = useState(0);
  // A door that changes, as by a new session, must not load the desk anew and lose what is being edited.
  const opening = useRef(door.open);
  opening.current = door.open;
  const open = useCallback(async (takeOver: boolean) => {
    try {
      setOpened(await opening.current(takeOver));
      setRound((count) => count + 1);
      setError(null);
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
  }, []);
  useEffect(() => void open(false), [open]);
  const isReader = opened?.inUse === true;
  useEffect(() => {
    if (!isReader) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void open(false);
    }, READ_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isReader, open]);
  if (opened === null) {
    return error === null ? (
      <PageSkeleton shape="desk" />
    ) : (
      <RefusalPage error={error} retry={() => void open(false)} />
    );
  }
  return <DesignerDesk key={round} opened={opened} reopen={(takeOver) => void open(takeOver)} />;
}
