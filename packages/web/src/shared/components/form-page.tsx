import { ArrowLeft } from 'lucide-react';
import { type FormEvent, type ReactNode, use } from 'react';
import { useTexts } from '../text/language.js';
import { Brand } from './brand.js';
import { IconButton } from './button.js';
import { CurrentBrand } from './current-brand.js';
import { formTexts } from './form-texts.js';
import { iconSize } from './icons.js';
import { LanguageSwitch } from './language-switch.js';
import { useHeading } from './use-heading.js';

interface Props {
  readonly title: string;
  /** Who asks, or why. */
  readonly lead?: ReactNode;
  /** Number of this step, from 1, and the number of all steps. */
  readonly step?: readonly [number: number, of: number];
  readonly back?: (() => void) | null;
  readonly submit: () => void;
  readonly children: ReactNode;
  /** The buttons: at the bottom of the screen on phones, below the fields on desktops. */
  readonly footer: ReactNode;
}

/** A page with one question: a card on desktops, the full screen on phones. */
export function FormPage({ title, lead, step, back = null, submit, children, footer }: Props) {
  const t = useTexts(formTexts);
  const heading = useHeading(title);
  const brand = use(CurrentBrand);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    submit();
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex h-full flex-col sm:overflow-y-auto sm:pb-12">
      <header
        style={brand?.look.style}
        className={`flex min-h-14 shrink-0 items-center justify-between gap-2 pr-2 pl-2 lg:px-6 ${brand?.look.className ?? ''}`}
      >
        <span className="inline-flex min-w-0 items-center gap-1">
          {back !== null && (
            <IconButton label={t.back} onPress={back}>
              <ArrowLeft {...iconSize} />
            </IconButton>
          )}
          <span className={`inline-flex min-w-0 ${back === null ? 'pl-2 lg:pl-0' : ''}`}>
            {brand?.mark ?? <Brand />}
          </span>
        </span>
        <LanguageSwitch />
      </header>
      <main className="flex-1 animate-fade overflow-y-auto px-4 pt-2 pb-8 sm:mx-auto sm:mt-auto sm:w-full sm:max-w-[560px] sm:flex-none sm:overflow-visible sm:rounded-t-card sm:bg-n-0 sm:px-8 sm:pt-8 sm:pb-2">
        <div className="mb-6">
          {step !== undefined && <Steps step={step} />}
          <h1 ref={heading} tabIndex={-1} className="m-0 text-page font-semibold names">
            {title}
          </h1>
          {lead !== undefined && <p className="m-0 mt-2 text-body text-n-600 names">{lead}</p>}
        </div>
        {children}
      </main>
      <footer className="safe-bottom shrink-0 border-t border-n-200 bg-n-0 px-4 pt-3 sm:mx-auto sm:mb-auto sm:w-full sm:max-w-[560px] sm:rounded-b-card sm:border-0 sm:px-8 sm:pt-4 sm:pb-8">
        {footer}
      </footer>
    </form>
  );
}

function Steps({ step: [number, of] }: { readonly step: readonly [number, number] }) {
  const t = useTexts(formTexts);
  if (of < 2) return null;
  return (
    <p className="figures m-0 mb-2 flex items-center gap-2 text-small text-n-500">
      <span>{t.stepOf(number, of)}</span>
      <span aria-hidden className="inline-flex gap-1">
        {Array.from({ length: of }, (_, index) => index + 1).map((each) => (
          <span key={each} className={`h-1 w-6 rounded-full ${each <= number ? 'bg-n-900' : 'bg-n-300'}`} />
        ))}
      </span>
    </p>
  );
}
