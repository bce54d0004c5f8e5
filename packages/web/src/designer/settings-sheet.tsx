import { Ellipsis, Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { Button, IconButton } from '../shared/components/button.js';
import { CheckField } from '../shared/components/check-field.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { iconSize, smallIcon } from '../shared/components/icons.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import type { Command } from './commands.js';
import type { Copier, Design, TemplateFile } from './design.js';
import { useDesignerDoor } from './designer-door.js';
import { designerTexts } from './designer-texts.js';
import { ACCEPTED } from './first-file.js';
import { makeKey } from './make-key.js';
import { Menu } from './menu.js';
import type { Uploaded } from './uploaded.js';
import { useUpload } from './use-upload.js';

interface Props {
  readonly design: Design;
  readonly run: (command: Command, kind?: string) => void;
  readonly addFiles: (files: readonly Uploaded[]) => void;
  readonly replace: (file: TemplateFile, by: Uploaded) => void;
  readonly close: () => void;
}

/** Name, secrecy, files with their order, copiers and attachments. */
export function SettingsSheet({ design, run, addFiles, replace, close }: Props) {
  const t = useTexts(designerTexts);
  const door = useDesignerDoor();
  const attachment = useRef<HTMLInputElement>(null);
  const { copiers, attachments } = design;
  const setCopiers = (changed: readonly Copier[]) =>
    run({ type: 'extrasChanged', extras: { copiers: changed } }, 'copiers');
  const attach = async (files: readonly File[]) => {
    const added = await Promise.all(files.map((file) => door.uploadAttachment(file)));
    const fresh = added.map(({ fileName, fileUrl }) => ({
      ...{ key: makeKey(), attachmentId: null, fileName, fileUrl },
    }));
    run({ type: 'extrasChanged', extras: { attachments: [...attachments, ...fresh] } });
  };
  return (
    <Sheet
      title={t.settingsTitle}
      isOpen
      wide
      close={close}
      footer={
        <Button look="ink" wide onPress={close}>
          {t.done}
        </Button>
      }
    >
      <TextField
        label={t.name}
        value={design.name}
        onChange={(name) => run({ type: 'renamed', name }, 'name')}
        maxLength={100}
        autoComplete="off"
      />
      <CheckField
        label={t.encrypted}
        isChecked={design.isEncrypted}
        onChange={(isEncrypted) => run({ type: 'encrypted', isEncrypted })}
      />
      <Files {...{ design, run, addFiles, replace }} />
      <h3 className="mt-6 mb-2 text-desk font-semibold">{t.copiers}</h3>
      {copiers.map((copier) => {
        const set = (change: Partial<Copier>) =>
          setCopiers(copiers.map((each) => (each.key === copier.key ? { ...each, ...change } : each)));
        return (
          <div key={copier.key} className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <TextField
                label={t.copierMobile}
                value={copier.mobile}
                onChange={(mobile) => set({ mobile })}
                inputMode="numeric"
                maxLength={11}
                isNumber
                autoComplete="off"
              />
            </div>
            <div className="min-w-0 flex-1">
              <TextField
                label={t.copierName}
                value={copier.personName}
                onChange={(personName) => set({ personName })}
                maxLength={50}
                autoComplete="off"
              />
            </div>
            <div className="pb-4">
              <IconButton
                label={`${t.remove} ${copier.personName}`}
                onPress={() => setCopiers(copiers.filter(({ key }) => key !== copier.key))}
              >
                <X {...iconSize} />
              </IconButton>
            </div>
          </div>
        );
      })}
      <Button
        small
        onPress={() =>
          setCopiers([
            ...copiers,
            {
              key: makeKey(),
              copierId: null,
              ...{ isEnterprise: false, mobile: '', personName: '', corpName: '' },
            },
          ])
        }
      >
        <Plus {...smallIcon} />
        {t.addCopier}
      </Button>
      <h3 className="mt-6 mb-2 text-desk font-semibold">{t.attachments}</h3>
      <ul className="m-0 mb-2 list-none p-0">
        {attachments.map(({ key, fileName }) => (
          <li key={key} className="flex items-center gap-2">
            <bdi className="min-w-0 flex-1 text-desk names">{fileName}</bdi>
            <IconButton
              label={`${t.remove} ${fileName}`}
              onPress={() =>
                run({
                  type: 'extrasChanged',
                  extras: { attachments: attachments.filter((each) => each.key !== key) },
                })
              }
            >
              <X {...iconSize} />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button small onPress={() => attachment.current?.click()}>
        <Plus {...smallIcon} />
        {t.addAttachment}
      </Button>
      <input
        ref={attachment}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label={t.addAttachment}
        onChange={(event) => {
          void attach([...(event.target.files ?? [])]).catch(() => undefined);
          event.target.value = '';
        }}
      />
    </Sheet>
  );
}

function Files({ design, run, addFiles, replace }: Omit<Props, 'close'>) {
  const t = useTexts(designerTexts);
  const input = useRef<HTMLInputElement>(null);
  const target = useRef<TemplateFile | null>(null);
  const { upload, uploading, error } = useUpload((uploaded) => {
    const [first] = uploaded;
    if (target.current === null) addFiles(uploaded);
    else if (first !== undefined) replace(target.current, first);
  });
  const choose = (file: TemplateFile | null) => {
    target.current = file;
    input.current?.click();
  };
  return (
    <>
      <h3 className="mt-4 mb-2 text-desk font-semibold">{t.files}</h3>
      <ul className="m-0 mb-2 list-none p-0">
        {design.files.map((file, index) => {
          const count = design.controls.filter((control) => control.file === file.key).length;
          return (
            <li key={file.key} className="flex items-center gap-2">
              <span className="min-w-0 flex-1">
                <bdi className="block text-desk names">{file.fileName}</bdi>
                <span className="figures text-small text-n-500">{t.fileControls(file.totalPage, count)}</span>
              </span>
              <Menu
                label={t.moreOf(file.fileName)}
                icon={<Ellipsis {...iconSize} />}
                items={[
                  { id: 'replace', words: t.replace, run: () => choose(file) },
                  ...(index > 0
                    ? [
                        {
                          ...{ id: 'earlier', words: t.earlier },
                          run: () => run({ type: 'fileEarlier', key: file.key }),
                        },
                      ]
                    : []),
                  ...(index < design.files.length - 1
                    ? [
                        {
                          ...{ id: 'later', words: t.later },
                          run: () => run({ type: 'fileLater', key: file.key }),
                        },
                      ]
                    : []),
                  {
                    id: 'remove',
                    words: count === 0 ? t.remove : `${t.remove}（${t.removeFileText(count)}）`,
                    run: () => run({ type: 'fileRemoved', key: file.key }),
                  },
                ]}
              />
            </li>
          );
        })}
      </ul>
      <Button small isDisabled={uploading !== null} onPress={() => choose(null)}>
        <Plus {...smallIcon} />
        {t.addFile}
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
        accept={ACCEPTED}
        className="sr-only"
        tabIndex={-1}
        aria-label={t.addFile}
        onChange={(event) => {
          void upload([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
