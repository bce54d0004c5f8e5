import { FileSearch } from 'lucide-react';
import { largeIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { ChooseFile } from './choose-file.js';
import { verifyTexts } from './verify-texts.js';

interface Props {
  readonly take: (files: readonly File[]) => void;
  readonly isOver: boolean;
  /** What the file is for, unless that is obvious. */
  readonly title: string | null;
  /** Why the previous file failed. */
  readonly problem: string | null;
}

/** Area to choose or drop a file, which states beforehand what happens to the file. */
export function DropArea({ take, isOver, title, problem }: Props) {
  const t = useTexts(verifyTexts);
  return (
    <div
      className={`flex flex-col items-center rounded-card border-2 border-dashed px-4 py-10 text-center sm:py-14 print:hidden ${isOver ? 'border-info bg-info-tint' : 'border-n-300 bg-n-0'}`}
    >
      <FileSearch {...largeIcon} className="mb-4 text-n-500" />
      {title !== null && <h2 className="m-0 mb-4 text-body font-medium text-n-800">{title}</h2>}
      <ChooseFile look="ink" take={take}>
        {t.choose}
      </ChooseFile>
      <p className={`m-0 mt-3 text-small ${isOver ? 'text-info' : 'text-n-500'}`}>
        <span className="hidden lg:inline">{isOver ? t.dropNow : t.drop} · </span>
        {t.limit}
      </p>
      <p className="m-0 mt-6 text-body text-n-700">{t.nothingKept}</p>
      <p role="alert" className="m-0 text-body text-danger empty:hidden">
        {problem === null ? null : <span className="mt-4 block">{problem}</span>}
      </p>
    </div>
  );
}
