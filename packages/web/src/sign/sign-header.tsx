import { ArrowLeft, Ellipsis } from 'lucide-react';
import { Brand } from '../shared/components/brand.js';
import { IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { LanguageSwitch } from '../shared/components/language-switch.js';
import { useTexts } from '../shared/text/language.js';
import type { View } from './marks.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly view: View;
  readonly back: (() => void) | null;
  readonly more: () => void;
  readonly headingRef: (heading: HTMLHeadingElement | null) => void;
}

/** Which contract, from whom, and as whom one signs. */
export function SignHeader({ view, back, more, headingRef }: Props) {
  const t = useTexts(signTexts);
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b border-n-200 bg-n-0 pr-2 pl-2 lg:h-16 lg:gap-6 lg:px-6">
      {back !== null && (
        <IconButton label={t.back} onPress={back}>
          <ArrowLeft {...iconSize} />
        </IconButton>
      )}
      <span className="hidden lg:block">
        <Brand />
      </span>
      <div className={`min-w-0 flex-1 ${back === null ? 'pl-2 lg:pl-0' : ''}`}>
        <h1
          ref={headingRef}
          tabIndex={-1}
          className="m-0 truncate text-body leading-5 font-semibold lg:text-title"
        >
          <bdi>{view.title}</bdi>
        </h1>
        <p className="m-0 truncate text-caption text-n-500 lg:text-small">
          {t.from} <bdi>{view.corpName}</bdi>
        </p>
      </div>
      <LanguageSwitch />
      <span className="lg:hidden">
        <IconButton label={t.more} onPress={more}>
          <Ellipsis {...iconSize} />
        </IconButton>
      </span>
    </header>
  );
}
