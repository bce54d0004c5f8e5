import { ArrowRightLeft, BookOpenText, CircleX } from 'lucide-react';
import { Attachments } from '../shared/components/attachments.js';
import { Button } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { PartyList } from '../shared/components/party-list.js';
import { Sheet } from '../shared/components/sheet.js';
import { useTexts } from '../shared/text/language.js';
import type { Area, Marks, View } from './marks.js';
import { TodoList } from './side-panel.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly view: View;
  readonly marks: Marks;
  readonly close: () => void;
  readonly show: (area: Area) => void;
  /** Opens the contract as running text. */
  readonly text: () => void;
  readonly refuse: (() => void) | null;
  readonly transfer: (() => void) | null;
}

/** Phone version of the side panel. */
export function MoreSheet({ view, marks, close, show, text, refuse, transfer }: Props) {
  const t = useTexts(signTexts);
  return (
    <Sheet title={t.more} isOpen close={close}>
      <h2 className="mt-1 mb-1 text-small font-semibold text-n-600">{t.todo}</h2>
      <TodoList view={view} marks={marks} show={show} />
      <h2 className="mt-6 mb-3 text-small font-semibold text-n-600">{t.parties}</h2>
      <PartyList parties={view.parties} />
      <Attachments attachments={view.attachments} />
      <div className="mt-6 grid grid-cols-2 gap-2">
        <span className="col-span-2 grid">
          <Button wide onPress={text}>
            <BookOpenText {...iconSize} />
            {t.textView}
          </Button>
        </span>
        {transfer !== null && (
          <Button wide onPress={transfer}>
            <ArrowRightLeft {...iconSize} />
            {t.transfer}
          </Button>
        )}
        {refuse !== null && (
          <Button look="danger" wide onPress={refuse}>
            <CircleX {...iconSize} />
            {t.refuse}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
