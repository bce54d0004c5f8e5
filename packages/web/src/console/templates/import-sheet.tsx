import { importTemplateFile } from '@cinnabar/api/operations/template-files.js';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Upload } from 'lucide-react';
import { useRef } from 'react';
import type { DataOf } from '../../api/wire.js';
import { afterClosing } from '../../shared/components/after-closing.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { smallIcon } from '../../shared/components/icons.js';
import { Sheet } from '../../shared/components/sheet.js';
import { goToAddress } from '../../shared/router/open-page.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRefresh } from '../shell/console-context.js';
import { consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { importTexts } from './import-texts.js';

type Imported = DataOf<typeof importTemplateFile>;

/** Makes a draft from a template's file, and says what differs from it. */
export default function ImportSheet({ close }: { readonly close: () => void }) {
  const t = useTexts(importTexts);
  const words = useWords();
  const { door, corpId } = useConsole();
  const refresh = useRefresh();
  const input = useRef<HTMLInputElement>(null);
  const importing = useMutation({
    mutationFn: (file: File) => door.upload(importTemplateFile, file, () => undefined),
    onSuccess: refresh,
  });
  const { data, error, isPending, variables } = importing;
  const choose = () => input.current?.click();
  return (
    <Sheet
      title={t.title}
      isOpen
      close={close}
      isHeld={isPending}
      footer={
        data === undefined ? (
          <Button look="ink" wide busyLabel={isPending ? t.reading(variables.name) : null} onPress={choose}>
            <Upload {...smallIcon} />
            {error === null ? t.choose : t.another}
          </Button>
        ) : (
          <Button
            look="ink"
            wide
            onPress={() =>
              afterClosing(close, () =>
                goToAddress(consoleAddress('consoleTemplateDraft', { corpId, draft: data.draftId })),
              )
            }
          >
            {t.goOn}
          </Button>
        )
      }
    >
      {data === undefined ? <p className="m-0 text-body text-n-700">{t.text}</p> : <Result imported={data} />}
      <ErrorLine text={error === null ? null : words(error)} />
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        className="sr-only"
        tabIndex={-1}
        aria-label={t.choose}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) importing.mutate(file);
          event.target.value = '';
        }}
      />
    </Sheet>
  );
}

/** A sheet is no list to work through: the designer has one. */
const SHOWN = 8;

function Result({ imported: { templateName, changes, problems } }: { readonly imported: Imported }) {
  const t = useTexts(importTexts);
  return (
    <div role="status">
      <p className="m-0 flex items-start gap-2 text-body text-n-900 names">
        <CircleCheck {...smallIcon} className="mt-1 shrink-0 text-success" />
        {t.done(templateName === '' ? t.unnamed : templateName)}
      </p>
      {changes.length > 0 && <Findings title={t.changed} findings={changes} />}
      {problems.length > 0 ? (
        <Findings title={t.problems(problems.length)} findings={problems} />
      ) : (
        <p className="mt-3 mb-0 text-small text-n-600">{t.noProblems}</p>
      )}
    </div>
  );
}

interface FindingsProps {
  readonly title: string;
  readonly findings: Imported['problems'];
}

function Findings({ title, findings }: FindingsProps) {
  const t = useTexts(importTexts);
  return (
    <>
      <h3 className="figures mt-4 mb-1 text-small font-semibold">{title}</h3>
      <ul className="m-0 pl-5 text-small text-n-700 names">
        {findings.slice(0, SHOWN).map(({ path, msg }) => (
          <li key={`${path} ${msg}`}>{msg}</li>
        ))}
      </ul>
      {findings.length > SHOWN && (
        <p className="figures mt-1 mb-0 text-small text-n-600">{t.more(findings.length - SHOWN)}</p>
      )}
    </>
  );
}
