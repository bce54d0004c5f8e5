import { useTexts } from '../text/language.js';
import type { Authorisation } from './authorisation.js';
import { AutomaticSheet } from './automatic-sheet.js';
import { CancelAuthorSheet } from './cancel-author-sheet.js';
import { ChangeAuthorSheet } from './change-author-sheet.js';
import { sealTexts } from './seal-texts.js';
import { useSealsChanged } from './use-seals.js';

/** What is about to be done with an authorisation. */
export interface OpenRecord {
  readonly act: 'automatic' | 'change' | 'cancel';
  readonly record: Authorisation;
}

interface Props {
  readonly opens: OpenRecord;
  readonly close: () => void;
  readonly say: (words: string) => void;
}

/** The sheet of an act on an authorisation. */
export function RecordSheet({ opens: { act, record }, close, say }: Props) {
  const t = useTexts(sealTexts);
  const changed = useSealsChanged();
  const done = async (words: string | null) => {
    await changed();
    close();
    if (words !== null) say(words);
  };
  switch (act) {
    case 'automatic':
      return <AutomaticSheet record={record} close={close} decided={() => done(null)} />;
    case 'change':
      return <ChangeAuthorSheet record={record} close={close} saved={() => done(t.authorChanged)} />;
    case 'cancel':
      return <CancelAuthorSheet record={record} close={close} cancelled={() => done(t.cancelled)} />;
  }
}
