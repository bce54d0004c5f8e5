import { BookOpenText, Check, Circle, Trash2 } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Attachments } from '../shared/components/attachments.js';
import { Button, IconButton } from '../shared/components/button.js';
import { DeskPanel } from '../shared/components/desk-layout.js';
import { smallIcon } from '../shared/components/icons.js';
import { PartyList } from '../shared/components/party-list.js';
import { endedFlow } from '../shared/flow/contract-state.js';
import { dayInWords } from '../shared/format/dates.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { areasOf, type Mark, type Marks, markIn, type View } from './marks.js';
import type { SignEvent } from './sign-desk-state.js';
import { signTexts } from './sign-texts.js';
import { type Change, ChangeButton, NextButton } from './todo-bar.js';

interface Props {
  readonly view: View;
  readonly marks: Marks;
  readonly left: number;
  readonly nameOf: (mark: Mark) => string;
  readonly send: (event: SignEvent) => void;
  readonly next: () => void;
  readonly confirm: () => void;
  readonly notice: string | null;
  readonly change: Change | null;
  /** Opens the contract as running text. */
  readonly text: () => void;
  readonly refuse: (() => void) | null;
}

/** Side panel on desktops: remaining areas, parties and further actions. */
export function SidePanel(props: Props) {
  const { view, marks, left, nameOf, send, next, confirm, notice, change, text, refuse } = props;
  const t = useTexts(signTexts);
  const { language } = useLanguage();
  return (
    <DeskPanel
      footer={
        notice === null ? (
          <>
            {left === 0 && <ChangeButton change={change} />}
            <NextButton left={left} next={next} confirm={confirm} counts />
          </>
        ) : (
          <p className="m-0 text-small text-n-600">{notice}</p>
        )
      }
    >
      <p className="m-0 mb-1 line-clamp-4 text-desk text-n-600 names">
        <bdi>{t.as(view.me.name)}</bdi>
      </p>
      {view.deadline !== null && (
        <p className="figures m-0 text-small text-n-500">{t.deadline(dayInWords(view.deadline, language))}</p>
      )}
      {notice === null && (
        <section aria-label={t.todo} className="mt-6">
          <div className="mb-2 flex items-baseline justify-between">
            <h2 className="m-0 text-desk font-semibold">{t.todo}</h2>
            <span aria-live="polite" className="figures text-small text-n-600">
              {left > 0 ? t.left(left) : t.nothingLeft}
            </span>
          </div>
          <TodoList view={view} marks={marks} nameOf={nameOf} send={send} />
        </section>
      )}
      <section aria-label={t.parties} className="mt-8">
        <h2 className="mt-0 mb-3 text-desk font-semibold">{t.parties}</h2>
        <PartyList parties={view.parties} isOver={endedFlow(view) !== null} />
      </section>
      <Attachments attachments={view.attachments} />
      <div className="mt-8 grid gap-2">
        <Button small onPress={text}>
          <BookOpenText {...smallIcon} />
          {t.textView}
        </Button>
        {refuse !== null && (
          <Button look="danger" small onPress={refuse}>
            {t.refuse}
          </Button>
        )}
      </div>
    </DeskPanel>
  );
}

type ListProps = Pick<Props, 'view' | 'marks' | 'nameOf' | 'send'>;

/** All areas of the signer, or what they placed freely; the way to places whose pages are not rendered. */
export function TodoList({ view, marks, nameOf, send }: ListProps) {
  const t = useTexts(signTexts);
  const areas = areasOf(view);
  if (areas.length === 0) return <PlacedList view={view} marks={marks} nameOf={nameOf} send={send} />;
  const byFile = view.files
    .map((file) => ({ file, places: areas.filter(({ fileId }) => fileId === file.fileId) }))
    .filter(({ places }) => places.length > 0);
  return byFile.map(({ file, places }) => (
    <div key={file.fileId} className="mb-2">
      {view.files.length > 1 && (
        <p className="m-0 mt-2 truncate text-caption text-n-500">
          <bdi>{file.fileName}</bdi>
        </p>
      )}
      <ul className="m-0 -mx-2 list-none p-0">
        {places.map((area) => {
          const isDone = markIn(marks, area) !== undefined;
          return (
            <li key={area.componentId}>
              <AriaButton
                onPress={() => send({ type: 'areaShown', area })}
                className="figures flex min-h-11 w-full items-center gap-2 rounded-control px-2 text-left text-desk hover:bg-n-50"
              >
                {isDone ? (
                  <Check {...smallIcon} className="shrink-0 text-success" />
                ) : (
                  <Circle {...smallIcon} className="shrink-0 text-warning" />
                )}
                <span className={`line-clamp-2 min-w-0 flex-1 names ${isDone ? 'text-n-500' : ''}`}>
                  <bdi>{area.seam ? t.seamName(file.pages.length) : t.pageName(area.page, area.name)}</bdi>
                </span>
                <span className="sr-only">{isDone ? t.isDone : t.isOpen}</span>
                {!area.required && <span className="text-caption text-n-500">{t.optional}</span>}
              </AriaButton>
            </li>
          );
        })}
      </ul>
    </div>
  ));
}

function PlacedList({ view, marks, nameOf, send }: ListProps) {
  const t = useTexts(signTexts);
  if (marks.length === 0) {
    return (
      <p className="m-0 text-small text-n-600">
        {t.placeHint}
        <span className="mt-1 block text-n-500">{t.placedNone}</span>
      </p>
    );
  }
  const fileOf = (mark: Mark) => view.files.find(({ fileId }) => fileId === mark.fileId);
  return (
    <ul aria-label={t.placed} className="m-0 -mx-2 list-none p-0">
      {marks.map((mark) => {
        const name = nameOf(mark);
        const file = fileOf(mark);
        return (
          <li key={mark.id} className="flex items-center">
            <AriaButton
              onPress={() => send({ type: 'markShown', mark })}
              className="figures flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control px-2 text-left text-desk hover:bg-n-50"
            >
              <Check {...smallIcon} className="shrink-0 text-success" />
              <span className="min-w-0 flex-1 names">
                {mark.seam ? t.seamName(file?.pages.length ?? 1) : t.pageName(mark.page, name)}
                {view.files.length > 1 && (
                  <bdi className="block truncate text-caption text-n-500">{file?.fileName}</bdi>
                )}
              </span>
            </AriaButton>
            <IconButton label={t.removeMark(name)} onPress={() => send({ type: 'markRemoved', id: mark.id })}>
              <Trash2 {...smallIcon} />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
