import type { BatchColumn } from '@cinnabar/api/batch-columns.js';
import { batchSheet } from '@cinnabar/api/operations/flow-batches.js';
import { useMutation } from '@tanstack/react-query';
import { Download, FileSpreadsheet } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { iconSize, smallIcon } from '../../shared/components/icons.js';
import { saveFile } from '../../shared/save-file.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { matchColumns, rowsOf } from './batch-table.js';
import type { BatchTemplate } from './batch-template.js';
import { batchTexts } from './batch-texts.js';
import { readInWorker } from './reading/read-in-worker.js';
import type { ToRead } from './reading/read-worker.js';
import { MAX_FILE_BYTES, Unreadable } from './reading/source-table.js';
import type { BatchHandle } from './use-kept-batch.js';

interface Props {
  readonly template: BatchTemplate;
  readonly columns: readonly BatchColumn[];
  readonly handle: BatchHandle;
}

/** The workbook out, and a table in: a file, or pasted text. */
export function TableStep({ template, columns, handle }: Props) {
  const t = useTexts(batchTexts);
  const words = useWords();
  const { corpId, door } = useConsole();
  const { templateId, templateName } = template;
  const [pasted, setPasted] = useState('');
  const [isOver, setOver] = useState(false);
  const pasteId = useId();
  const fetching = useMutation({
    mutationFn: async () => saveFile(await door.file(batchSheet, { templateId })),
  });
  const reading = useMutation({
    mutationFn: async ({
      name,
      toRead,
    }: {
      readonly name: string;
      readonly toRead: () => Promise<ToRead>;
    }) => {
      const source = await readInWorker(await toRead());
      if (source.rows.length === 0) throw new Unreadable('empty');
      const mapping = matchColumns(source.headers, columns);
      const rows = rowsOf(source, mapping);
      await handle.begin({ templateId, fileName: name, source, mapping, rows, calls: null });
    },
  });
  const readFile = (file: File | undefined) => {
    if (file === undefined) return;
    reading.mutate({
      name: file.name,
      async toRead() {
        if (file.size > MAX_FILE_BYTES) throw new Unreadable('tooLarge');
        return { bytes: new Uint8Array(await file.arrayBuffer()) };
      },
    });
  };
  const { error } = reading;
  return (
    <>
      <p className="mt-0 mb-4 flex flex-wrap items-center gap-x-3 text-desk names">
        <bdi className="font-semibold">{templateName}</bdi>
        <ConsoleLink
          href={consoleAddress('consoleBatch', { corpId })}
          className="inline-flex min-h-11 items-center text-small text-n-600"
        >
          {t.otherTemplate}
        </ConsoleLink>
      </p>
      <div className="mb-4 flex flex-wrap items-center gap-4 rounded-card bg-n-0 p-4 shadow-paper">
        <p className="m-0 min-w-60 flex-1 text-small text-n-600">{t.sheetText}</p>
        <Button small onPress={() => fetching.mutate()}>
          <Download {...smallIcon} />
          {t.sheet}
        </Button>
      </div>
      <ErrorLine text={fetching.error === null ? null : words(fetching.error)} />
      <label
        className={`mb-4 flex min-h-40 cursor-pointer flex-col items-center justify-center gap-2 rounded-card border border-dashed p-6 text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-info ${isOver ? 'border-info bg-info-tint' : 'border-n-400 bg-n-0'}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          readFile(event.dataTransfer.files[0]);
        }}
      >
        <FileSpreadsheet {...iconSize} className="text-n-600" />
        <span className="text-desk font-medium">{reading.isPending ? t.reading : t.choose}</span>
        <input
          type="file"
          accept=".xlsx,.csv,.txt,.tsv"
          className="sr-only"
          onChange={(event) => {
            readFile(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      <ErrorLine
        text={error === null ? null : error instanceof Unreadable ? t.troubles[error.trouble] : words(error)}
      />
      <label htmlFor={pasteId} className="mb-1 block text-small text-n-600">
        {t.paste}
      </label>
      <textarea
        id={pasteId}
        value={pasted}
        rows={5}
        onChange={(event) => setPasted(event.target.value)}
        className="mb-2 box-border w-full rounded-control border border-n-400 bg-n-0 p-3 font-mono text-small"
      />
      <Button
        small
        isDisabled={pasted.trim() === ''}
        onPress={() => reading.mutate({ name: t.pasted, toRead: async () => ({ text: pasted }) })}
      >
        {t.read}
      </Button>
    </>
  );
}
