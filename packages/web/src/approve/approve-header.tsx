import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Brand } from '../shared/components/brand.js';
import { IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { LanguageSwitch } from '../shared/components/language-switch.js';
import { useTexts } from '../shared/text/language.js';
import { approveTexts } from './approve-texts.js';

interface Props {
  readonly title: string;
  /** As whom one decides. */
  readonly corpName: string | null;
  readonly back: (() => void) | null;
  readonly children?: ReactNode;
}

export function ApproveHeader({ title, corpName, back, children }: Props) {
  const t = useTexts(approveTexts);
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-1 border-b border-n-200 bg-n-0 px-2 py-1 lg:min-h-16 lg:gap-6 lg:px-6">
      {back !== null && (
        <IconButton label={t.back} onPress={back}>
          <ArrowLeft {...iconSize} />
        </IconButton>
      )}
      <span className="hidden lg:block">
        <Brand />
      </span>
      <div className={`min-w-0 flex-1 ${back === null ? 'pl-2 lg:pl-0' : ''}`}>
        <p className="m-0 truncate text-body leading-5 font-semibold lg:text-title">{title}</p>
        {corpName !== null && (
          <p className="m-0 line-clamp-2 text-caption leading-4 text-n-500 names lg:text-small">
            <bdi>{t.forCorp(corpName)}</bdi>
          </p>
        )}
      </div>
      {children}
      <LanguageSwitch />
    </header>
  );
}
