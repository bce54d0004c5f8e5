import { BookOpenText, CircleX } from 'lucide-react';
import { Attachments } from '../shared/components/attachments.js';
import { Button } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { PartyList } from '../shared/components/party-list.js';
import { MoreSheet } from '../shared/flow/about-contract.js';
import { endedFlow } from '../shared/flow/contract-state.js';
import { useTexts } from '../shared/text/language.js';
import type { Mark, Marks, View } from './marks.js';
import { TodoList } from './side-panel.js';
import type { SignEvent } from './sign-desk-state.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly view: View;
  readonly marks: Marks;
  readonly close: () => void;
  readonly nameOf: (mark: Mark) => string;
  readonly send: (event: SignEvent) => void;
  /** Opens the contract as running text. */
  readonly text: () => void;
  readonly refuse: (() => void) | null;
}

/** Phone version of the side panel. */
export function SignMoreSheet({ view, marks, close, nameOf, send, text, refuse }: Props) {
  const t = useTexts(signTexts);
  return (
    <MoreSheet close={close}>
      <h2 className="mt-1 mb-1 text-small font-semibold text-n-600">{t.todo}</h2>
      <TodoList view={view} marks={marks} nameOf={nameOf} send={send} />
      <h2 className="mt-6 mb-3 text-small font-semibold text-n-600">{t.parties}</h2>
      <PartyList parties={view.parties} isOver={endedFlow(view) !== null} />
      <Attachments attachments={view.attachments} />
      <div className="mt-6 grid gap-2">
        <Button wide onPress={text}>
          <BookOpenText {...iconSize} />
          {t.textView}
        </Button>
        {refuse !== null && (
          <Button look="danger" wide onPress={refuse}>
            <CircleX {...iconSize} />
            {t.refuse}
          </Button>
        )}
      </div>
    </MoreSheet>
  );
}
