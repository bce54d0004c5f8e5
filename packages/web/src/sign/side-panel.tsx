import { BookOpenText, Check, Circle } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { Attachments } from '../shared/components/attachments.js';
import { Button } from '../shared/components/button.js';
import { DeskPanel } from '../shared/components/desk-layout.js';
import { smallIcon } from '../shared/components/icons.js';
import { PartyList } from '../shared/components/party-list.js';
import { dayInWords } from '../shared/format/dates.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { type Area, areasOf, type Marks, markIn, type View } from './marks.js';
import { signTexts } from './sign-texts.js';
import { NextButton } from './todo-bar.js';

interface Props {
  readonly view: View;
  readonly marks: Marks;
  readonly left: number;
  readonly show: (area: Area) => void;
  readonly next: () => void;
  readonly confirm: () => void;
  readonly notice: string | null;
  /** Opens the contract as running text. */
  readonly text: () => void;
  readonly refuse: (() => void) | null;
  readonly transfer: (() => void) | null;
}

/** Side panel on desktops: remaining areas, parties and further actions. */
export function SidePanel(props: Props) {
  const { view, marks, left, show, next, confirm, notice, text, refuse, transfer } = props;
  const t = useTexts(signTexts);
  const { language } = useLanguage();
  return (
    <DeskPanel
      footer={
        notice === null ? (
          <NextButton left={left} next={next} confirm={confirm} counts />
        ) : (
          <p className="m-0 text-small text-n-600">{notice}</p>
        )
      }
    >
      <p className="m-0 mb-1 line-clamp-2 text-desk text-n-600 names">
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
          <TodoList view={view} marks={marks} show={show} />
        </section>
      )}
      <section aria-label={t.parties} className="mt-8">
        <h2 className="mt-0 mb-3 text-desk font-semibold">{t.parties}</h2>
        <PartyList parties={view.parties} />
      </section>
      <Attachments attachments={view.attachments} />
      <div className="mt-8 grid grid-cols-2 gap-2">
        <span className="col-span-2 grid">
          <Button small onPress={text}>
            <BookOpenText {...smallIcon} />
            {t.textView}
          </Button>
        </span>
        {refuse !== null && (
          <Button look="danger" small onPress={refuse}>
            {t.refuse}
          </Button>
        )}
        {transfer !== null && (
          <Button small onPress={transfer}>
            {t.transfer}
          </Button>
        )}
      </div>
    </DeskPanel>
  );
}

/** All areas of the signer; the way to areas whose pages are not rendered. */
export function TodoList({ view, marks, show }: Pick<Props, 'view' | 'marks' | 'show'>) {
  const t = useTexts(signTexts);
  const areas = areasOf(view);
  if (areas.length === 0) return <p className="m-0 text-small text-n-600">{t.placeHint}</p>;
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
                onPress={() => show(area)}
                className="figures flex min-h-11 w-full items-center gap-2 rounded-control px-2 text-left text-desk hover:bg-n-50"
              >
                {isDone ? (
                  <Check {...smallIcon} className="shrink-0 text-success" />
                ) : (
                  <Circle {...smallIcon} className="shrink-0 text-warning" />
                )}
                <span className={`min-w-0 flex-1 truncate ${isDone ? 'text-n-500' : ''}`}>
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
