import { contractAddAttachment } from '@cinnabar/api/operations/flow-control.js';
import { uploadAttachmentFile } from '@cinnabar/api/operations/templates.js';
import { useMutation } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { smallIcon } from '../../shared/components/icons.js';
import { useOnline } from '../../shared/state/use-online.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRefresh, useRight } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { useNow } from '../shell/use-now.js';
import { actsOf } from './acts.js';
import { contractTexts } from './contract-texts.js';
import { Lines, line, link, Nothing } from './list-lines.js';
import type { FileDetail, Task } from './task.js';

interface Props {
  readonly task: Task;
  readonly files: readonly FileDetail[];
}

export function AttachmentsTab({ task, files }: Props) {
  const t = useTexts(contractTexts);
  const viewer = useConsole();
  const managesContracts = useRight('manageContracts');
  const now = useNow();
  const { attach } = actsOf(task, { ...viewer, managesContracts }, now);
  const known = new Map(
    files.flatMap(({ attachmentList }) => attachmentList).map((each) => [each.attachmentId, each]),
  );
  return (
    <>
      {attach && <Add flowId={task.flowId} />}
      {known.size === 0 ? (
        <Nothing text={t.noAttachments} />
      ) : (
        <Lines>
          {[...known.values()].map((attachment) => (
            <li key={attachment.attachmentId} className={line}>
              <Paperclip {...smallIcon} className="shrink-0 text-n-500" />
              <a href={attachment.fileUrl} className={`${link} min-w-0 names`}>
                <bdi>{attachment.fileName}</bdi>
              </a>
              {attachment.signerUpload === 1 && <span className="text-small text-n-500">{t.bySigner}</span>}
            </li>
          ))}
        </Lines>
      )}
    </>
  );
}

/** Uploads a file, and adds it to the contract. */
function Add({ flowId }: { readonly flowId: number }) {
  const t = useTexts(contractTexts);
  const { door } = useConsole();
  const words = useWords();
  const refresh = useRefresh();
  const isOnline = useOnline();
  const input = useRef<HTMLInputElement>(null);
  const adding = useMutation({
    mutationFn: async (file: File) => {
      const { fileName, fileUrl } = await door.upload(uploadAttachmentFile, file, () => undefined);
      await door.act(contractAddAttachment, { flowId, fileName, fileUrl }, crypto.randomUUID());
    },
    onSuccess: refresh,
  });
  return (
    <div className="px-4 pt-3 lg:px-6">
      <Button
        small
        isDisabled={!isOnline}
        busyLabel={adding.isPending ? t.working : null}
        onPress={() => input.current?.click()}
      >
        <Paperclip {...smallIcon} />
        {t.addAttachment}
      </Button>
      <p className="m-0 mt-1 text-small text-n-500">{t.addAttachmentText}</p>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t.addAttachment}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) adding.mutate(file);
          event.target.value = '';
        }}
      />
      <ErrorLine text={adding.error === null ? null : words(adding.error)} />
    </div>
  );
}
