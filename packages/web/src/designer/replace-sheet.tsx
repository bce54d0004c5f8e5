import { Button } from '../shared/components/button.js';
import { Sheet } from '../shared/components/sheet.js';
import { useTexts } from '../shared/text/language.js';
import type { Command, Place } from './commands.js';
import { kindOf } from './control-kinds.js';
import type { Design, TemplateFile } from './design.js';
import type { Uploaded } from './designer-door.js';
import { designerTexts } from './designer-texts.js';

interface Props {
  readonly design: Design;
  readonly file: TemplateFile;
  readonly by: Uploaded;
  readonly run: (command: Command) => void;
  readonly close: () => void;
}

/** What becomes of the controls of a file that is replaced, before anything changes. */
export function ReplaceSheet({ design, file, by, run, close }: Props) {
  const t = useTexts(designerTexts);
  const own = design.controls.filter((control) => control.file === file.key && kindOf(control) !== 'seam');
  const places = own.map(
    ({ key, page, x, y }): Place => ({ key, at: page <= by.totalPage ? { page, x, y } : null }),
  );
  const lost = places.filter(({ at }) => at === null).length;
  return (
    <Sheet
      title={t.replaceTitle}
      isOpen
      close={close}
      footer={
        <Button
          look="ink"
          wide
          onPress={() => {
            const { fileName, fileUrl, totalPage, width, height } = by;
            const replaced = { ...file, fileName, fileUrl, totalPage, width, height };
            run({ type: 'fileReplaced', file: replaced, places });
            close();
          }}
        >
          {t.replaceDo}
        </Button>
      }
    >
      <p className="figures mt-0 mb-2 text-body text-n-700 names">
        {t.replaceText(by.fileName, by.totalPage)}
      </p>
      <p className="figures m-0 text-body text-n-900">
        {t.kept(own.length - lost)}
        {lost > 0 && <span className="ml-4 text-warning">{t.lost(lost)}</span>}
      </p>
      <p className="mt-3 mb-0 text-small text-n-600">{t.replaceUndo}</p>
    </Sheet>
  );
}
