import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';

/** The logo, drawn as a seal: the only element besides the binding button that is filled with cinnabar. */
export function Brand() {
  const t = useTexts(commonTexts);
  return (
    <span className="inline-flex items-center gap-2 text-body font-semibold text-n-900">
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="var(--color-cinnabar-600)" />
        <path d="M9 10h14M9 16h14M16 6v20" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {t.brand}
    </span>
  );
}
