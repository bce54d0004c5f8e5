import { Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { largeIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { designerTexts } from './designer-texts.js';
import type { Uploaded } from './uploaded.js';
import { useUpload } from './use-upload.js';

export const ACCEPTED = '.pdf,.doc,.docx,.xls,.xlsx,.png,.jpg,.jpeg,.ofd,.wps';

interface Props {
  readonly isReader: boolean;
  readonly done: (files: readonly Uploaded[]) => void;
}

/** In the place of the pages while the template has no file. */
export function FirstFile({ isReader, done }: Props) {
  const t = useTexts(designerTexts);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { upload, uploading, error } = useUpload(done);
  if (isReader) return null;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void upload([...event.dataTransfer.files]);
  };
  return (
    <fieldset
      aria-label={t.fileFirst}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`m-6 flex h-[calc(100%-48px)] min-w-0 flex-col items-center justify-center gap-3 rounded-card border-2 border-dashed p-6 text-center ${isOver ? 'border-info bg-info-tint' : 'border-n-300 bg-n-0'}`}
    >
      <Upload {...largeIcon} className="text-n-400" />
      <p className="m-0 text-title font-semibold">{t.fileFirst}</p>
      <p className="m-0 text-small text-n-500">{t.fileHint}</p>
      <Button look="ink" isDisabled={uploading !== null} onPress={() => input.current?.click()}>
        {t.choose}
      </Button>
      <p role="status" className="figures m-0 min-h-5 text-small text-n-600 names">
        {uploading === null
          ? ''
          : uploading.percent < 100
            ? t.uploading(uploading.name, uploading.percent)
            : t.converting(uploading.name)}
      </p>
      <ErrorLine text={error} />
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED}
        className="sr-only"
        tabIndex={-1}
        aria-label={t.choose}
        onChange={(event) => {
          void upload([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </fieldset>
  );
}
