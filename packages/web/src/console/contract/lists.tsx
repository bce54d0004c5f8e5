/** The tabs of a contract that are plain lists. */
import { useTexts } from '../../shared/text/language.js';
import { RowsSkeleton } from '../shell/states.js';
import { ApprovalsTab } from './approvals-tab.js';
import { AttachmentsTab } from './attachments-tab.js';
import { contractTexts } from './contract-texts.js';
import { FeesTab } from './fees-tab.js';
import { Lines, line, link, Nothing } from './list-lines.js';
import { PartyLetter } from './party-letter.js';
import type { FileDetail, Task } from './task.js';

const AREA = 6;
const TICK = 101;
const PICTURE = 103;

interface Props {
  readonly tab: 'files' | 'values' | 'approvals' | 'fees' | 'attachments';
  readonly task: Task;
  /** Undefined until they have arrived. */
  readonly files: readonly FileDetail[] | undefined;
}

export default function ListTab({ tab, task, files }: Props) {
  if (tab === 'approvals') return <ApprovalsTab task={task} />;
  if (tab === 'fees') return <FeesTab task={task} />;
  if (tab === 'files') return <FilesTab task={task} files={files ?? []} />;
  if (files === undefined) return <RowsSkeleton rows={4} />;
  return tab === 'values' ? <ValuesTab files={files} /> : <AttachmentsTab task={task} files={files} />;
}

function FilesTab({ task, files }: { readonly task: Task; readonly files: readonly FileDetail[] }) {
  const t = useTexts(contractTexts);
  return (
    <Lines>
      {task.contractFileList.map((file) => {
        const detail = files.find(({ fileId }) => fileId === file.fileId);
        return (
          <li key={file.fileId} className={line}>
            <span className="min-w-0 flex-1">
              <bdi className="block text-desk font-medium names">{file.fileName}</bdi>
              <span className="figures text-caption text-n-500">
                {file.fileCode}
                {detail !== undefined && ` · ${t.pageCount(detail.totalPage)}`}
              </span>
            </span>
            {file.fileUrl !== '' && (
              <a href={file.fileUrl} target="_blank" rel="noreferrer" className={link}>
                {t.openFile}
              </a>
            )}
          </li>
        );
      })}
    </Lines>
  );
}

function ValuesTab({ files }: { readonly files: readonly FileDetail[] }) {
  const t = useTexts(contractTexts);
  const values = files.flatMap(({ componentList, participantList }) =>
    componentList
      .filter(({ componentType }) => componentType !== AREA)
      .map((component) => ({
        component,
        index: participantList.findIndex(({ participantId }) => participantId === component.participantId),
      })),
  );
  if (values.length === 0) return <Nothing text={t.noValues} />;
  const wordsOf = ({ componentType, value }: (typeof values)[number]['component']): string => {
    if (componentType === TICK) return value === 'true' || value === '1' ? t.ticked : t.unticked;
    if (value === null || value === '') return t.emptyValue;
    return componentType === PICTURE ? t.filled : value;
  };
  return (
    <Lines>
      {values.map(({ component, index }) => (
        <li key={component.componentId} className={line}>
          <PartyLetter index={Math.max(0, index)} />
          <bdi className="min-w-24 text-desk text-n-600 names">{component.componentName}</bdi>
          <bdi className="figures min-w-0 flex-1 text-desk text-n-900 names">{wordsOf(component)}</bdi>
        </li>
      ))}
    </Lines>
  );
}
