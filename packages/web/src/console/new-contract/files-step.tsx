import { uploadContractFile } from '@cinnabar/api/operations/templates.js';
import { FileText, Upload, X } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button, IconButton } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { iconSize } from '../../shared/components/icons.js';
import { TextField } from '../../shared/components/text-field.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import type { Draft } from './draft.js';
import { newTexts } from './new-texts.js';

interface Props {
  readonly draft: Draft;
  readonly change: (make: (before: Draft) => Draft) => void;
}

interface Sending {
  readonly key: string;
  readonly name: string;
  readonly percent: number;
  readonly error: string | null;
}

const ACCEPTED = '.pdf,.doc,.docx,.xls,.xlsx,.png,.jpg,.jpeg,.ofd,.wps';

/** Files are uploaded one after another, each with its progress or the reason of its refusal. */
export function FilesStep({ draft, change }: Props) {
  const t = useTexts(newTexts);
  const { door } = useConsole();
  const words = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const [isOver, setOver] = useState(false);

  const add = async (files: readonly File[]) => {
    for (const file of files) {
      const key = crypto.randomUUID();
      const set = (part: Partial<Sending>) =>
        setSending((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)));
      setSending((all) => [...all, { key, name: file.name, percent: 0, error: null }]);
      try {
        const uploaded = await door.upload(uploadContractFile, file, (share) =>
          set({ percent: Math.round(share * 100) }),
        );
        setSending((all) => all.filter((each) => each.key !== key));
        change((before) => ({
          ...before,
          files: [...before.files, uploaded],
          title: before.title === '' ? file.name.replace(/\.[^.]+$/, '') : before.title,
        }));
      } catch (error) {
        set({ error: words(error) });
      }
    }
  };

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void add([...event.dataTransfer.files]);
  };

  return (
    <>
      <fieldset
        aria-label={t.choose}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`mx-0 mt-0 mb-4 flex min-h-36 min-w-0 flex-wrap items-center justify-center gap-2 rounded-card border-2 border-dashed p-6 text-center text-body text-n-600 ${isOver ? 'border-info bg-info-tint' : 'border-n-300 bg-n-0'}`}
      >
        <Upload {...iconSize} />
        <span>{t.drop}</span>
        <Button small onPress={() => input.current?.click()}>
          {t.choose}
        </Button>
        <span className="w-full text-small text-n-500">{t.wayFileText}</span>
        <input
          ref={input}
          type="file"
          multiple
          accept={ACCEPTED}
          className="sr-only"
          tabIndex={-1}
          aria-label={t.choose}
          onChange={(event) => {
            void add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </fieldset>
      <ul className="m-0 mb-4 list-none divide-y divide-n-200 rounded-card bg-n-0 p-0 shadow-paper empty:hidden">
        {draft.files.map((file) => (
          <li key={file.fileUrl} className="flex min-h-12 items-center gap-3 py-1 pl-4">
            <FileText {...iconSize} className="shrink-0 text-n-500" />
            <bdi className="min-w-0 flex-1 text-desk names">{file.fileName}</bdi>
            <span className="figures text-small text-n-500">{t.pages(file.totalPage)}</span>
            <IconButton
              label={t.removeFile(file.fileName)}
              onPress={() =>
                change((before) => ({
                  ...before,
                  files: before.files.filter(({ fileUrl }) => fileUrl !== file.fileUrl),
                }))
              }
            >
              <X {...iconSize} />
            </IconButton>
          </li>
        ))}
        {sending.map(({ key, name, percent, error }) => (
          <li key={key} className="flex min-h-12 items-center gap-3 py-1 pl-4 text-desk">
            <span role="status" className="min-w-0 flex-1 names">
              {error === null ? (
                <bdi>{t.uploading(name, percent)}</bdi>
              ) : (
                <ErrorLine text={`${name}：${error}`} />
              )}
            </span>
            {error !== null && (
              <IconButton
                label={t.removeFile(name)}
                onPress={() => setSending((all) => all.filter((each) => each.key !== key))}
              >
                <X {...iconSize} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <TextField
        label={t.flowTitle}
        value={draft.title}
        maxLength={100}
        onChange={(title) => change((before) => ({ ...before, title }))}
      />
    </>
  );
}
