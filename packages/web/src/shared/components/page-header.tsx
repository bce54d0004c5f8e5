import { ArrowLeft, Ellipsis } from 'lucide-react';
import { type ReactNode, type Ref, use } from 'react';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { Brand } from './brand.js';
import { IconButton } from './button.js';
import { CurrentBrand } from './current-brand.js';
import { iconSize } from './icons.js';
import { LanguageSwitch } from './language-switch.js';

interface Props {
  readonly title: string;
  /** Below the title: who sent the contract. */
  readonly note: ReactNode | null;
  /** The page has a heading of its own, so the title is not a heading. */
  readonly hasHeadingBelow?: boolean;
  readonly back: { readonly label: string; readonly run: () => void } | null;
  readonly headingRef?: Ref<HTMLHeadingElement>;
  /** Shown before the language switch. */
  readonly children?: ReactNode;
  /** Opens the further actions; the button is the last one of every header. */
  readonly more?: (() => void) | null;
}

/** Header that names the contract or task the page is about. */
export function PageHeader(props: Props) {
  const { title, note, hasHeadingBelow = false, back, headingRef, more = null, children } = props;
  const app = useTexts(commonTexts);
  const brand = use(CurrentBrand);
  const titleLook = 'm-0 text-body leading-5 font-semibold names lg:text-title';
  return (
    <header className="shrink-0">
      {brand?.bar}
      <div className="flex min-h-14 items-center gap-1 border-b border-n-200 bg-n-0 px-2 py-1 lg:min-h-16 lg:gap-6 lg:px-6">
        {back !== null && (
          <IconButton label={back.label} onPress={back.run}>
            <ArrowLeft {...iconSize} />
          </IconButton>
        )}
        {brand == null && (
          <span className="hidden lg:block" title={app.brand}>
            <Brand />
          </span>
        )}
        <div className={`min-w-0 flex-1 ${back === null ? 'pl-2 lg:pl-0' : ''}`}>
          {hasHeadingBelow ? (
            <p className={titleLook}>
              <bdi>{title}</bdi>
            </p>
          ) : (
            <h1 ref={headingRef} tabIndex={-1} className={titleLook}>
              <bdi>{title}</bdi>
            </h1>
          )}
          {note !== null && (
            <p className="m-0 text-caption leading-4 text-n-500 names lg:text-small">{note}</p>
          )}
        </div>
        {children}
        <LanguageSwitch />
        {more !== null && (
          <IconButton label={app.more} onPress={more}>
            <Ellipsis {...iconSize} />
          </IconButton>
        )}
      </div>
    </header>
  );
}
