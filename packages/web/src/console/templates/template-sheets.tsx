/** Sheets of the acts on a template: the effect in numbers, whether it can be undone, and the verb. */
import { exportTemplateFile } from '@cinnabar/api/operations/template-files.js';
import { templateOverview } from '@cinnabar/api/operations/template-overview.js';
import { templateCopy, templateDelete, updateStatus } from '@cinnabar/api/operations/templates.js';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { afterClosing } from '../../shared/components/after-closing.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { Sheet } from '../../shared/components/sheet.js';
import { TextField } from '../../shared/components/text-field.js';
import { goToAddress } from '../../shared/router/open-page.js';
import { saveFile } from '../../shared/save-file.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole, useRefresh } from '../shell/console-context.js';
import { consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { count } from '../shell/format.js';
import { templateSheetTexts } from './template-sheet-texts.js';
import { templatesTexts } from './templates-texts.js';

export interface TemplateSheet {
  readonly kind: 'copy' | 'export' | 'enable' | 'disable' | 'delete';
  readonly template: { readonly templateId: number; readonly templateName: string };
}

interface Props {
  readonly sheet: TemplateSheet;
  readonly close: () => void;
}

const useSheetTexts = () => ({ ...useTexts(templatesTexts), ...useTexts(templateSheetTexts) });

export default function TemplateSheets({ sheet, close }: Props) {
  const t = useSheetTexts();
  const { door, corpId } = useConsole();
  const refresh = useRefresh();
  const { templateId, templateName } = sheet.template;
  const [name, setName] = useState(t.copyName(templateName));
  const toList = () =>
    afterClosing(close, () => {
      goToAddress(consoleAddress('consoleTemplates', { corpId }));
      void refresh();
    });
  switch (sheet.kind) {
    case 'copy':
      return (
        <ActSheet
          title={t.copyTitle}
          act={t.copy}
          isReady={name.trim() !== ''}
          run={(key) => door.act(templateCopy, { templateId, templateName: name.trim() }, key)}
          done={({ templateId: copyId }) =>
            afterClosing(close, () => {
              void refresh();
              goToAddress(consoleAddress('consoleTemplate', { corpId, templateId: copyId }));
            })
          }
          close={close}
        >
          <p className="mt-0 mb-4 text-body text-n-700">{t.copyText}</p>
          <TextField label={t.name} value={name} onChange={setName} maxLength={100} autoComplete="off" />
        </ActSheet>
      );
    case 'export':
      return (
        <ActSheet
          title={t.exportTitle(templateName)}
          act={t.export}
          run={async () => saveFile(await door.file(exportTemplateFile, { templateId }))}
          close={close}
        >
          <p className="m-0 text-body text-n-700">{t.exportText}</p>
        </ActSheet>
      );
    case 'enable':
      return (
        <ActSheet
          title={t.enableTitle(templateName)}
          act={t.enable}
          run={(key) => door.act(updateStatus, { templateId, templateStatus: 1 }, key)}
          close={close}
        >
          <p className="m-0 text-body text-n-700">{t.enableText}</p>
        </ActSheet>
      );
    case 'disable':
      return (
        <ActSheet
          title={t.disableTitle(templateName)}
          act={t.disable}
          run={(key) => door.act(updateStatus, { templateId, templateStatus: 0 }, key)}
          close={close}
        >
          <Effects templateId={templateId} words={t.disableText} />
          <p className="mt-3 mb-0 text-small text-n-600">{t.disableUndo}</p>
        </ActSheet>
      );
    case 'delete':
      return (
        <ActSheet
          title={t.deleteTitle(templateName)}
          act={t.delete}
          look="dangerous"
          run={(key) => door.act(templateDelete, { templateId }, key)}
          done={toList}
          close={close}
        >
          <Effects templateId={templateId} words={t.deleteText} />
          <p className="mt-3 mb-0 text-small text-n-600">{t.deleteUndo}</p>
        </ActSheet>
      );
  }
}

interface EffectsProps {
  readonly templateId: number;
  readonly words: (open: string) => string;
}

/** How many contracts go on, and which authorisations name the template. */
function Effects({ templateId, words }: EffectsProps) {
  const t = useSheetTexts();
  const { data } = useAsk(templateOverview, { templateIds: [templateId] });
  const [use] = data ?? [];
  if (use === undefined) return <p className="m-0 min-h-6 text-body text-n-700" />;
  const { sealAuthors } = use;
  return (
    <>
      <p className="figures m-0 text-body text-n-700">
        {words(count(use.openFlowNum, use.isFlowNumLimited))}
      </p>
      {sealAuthors.length > 0 && (
        <>
          <p className="mt-3 mb-1 text-body text-n-700">{t.authorised(sealAuthors.length)}</p>
          <ul className="m-0 max-h-40 overflow-y-auto pl-5 text-small text-n-700">
            {sealAuthors.map(({ sealId, sealName, userName }) => (
              <li key={`${sealId} ${userName}`} className="names">
                <bdi>{t.author(sealName, userName)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface ActProps<Result> {
  readonly title: string;
  readonly act: string;
  readonly look?: 'ink' | 'dangerous';
  readonly isReady?: boolean;
  readonly run: (key: string) => Promise<Result>;
  /** Closes the sheet. */
  readonly done?: (result: Result) => void;
  readonly close: () => void;
  readonly children: ReactNode;
}

function ActSheet<Result>(props: ActProps<Result>) {
  const { title, act, look = 'ink', isReady = true, run, done, close, children } = props;
  const t = useSheetTexts();
  const words = useWords();
  const refresh = useRefresh();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const acting = useMutation({
    mutationFn: () => run(key),
    onSuccess: async (result) => {
      if (done !== undefined) return done(result);
      close();
      await refresh();
    },
    // A refusal changed nothing: the next attempt is a new act.
    onError: () => setKey(crypto.randomUUID()),
  });
  return (
    <Sheet
      title={title}
      isOpen
      close={close}
      isHeld={acting.isPending}
      footer={
        <Button
          look={look}
          wide
          isDisabled={!isReady}
          busyLabel={acting.isPending ? t.working : null}
          onPress={() => acting.mutate()}
        >
          {act}
        </Button>
      }
    >
      {children}
      <ErrorLine text={acting.error === null ? null : words(acting.error)} />
    </Sheet>
  );
}
