import { isSandbox } from '../shared/state/sandbox.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';

export function SandboxBar() {
  const t = useTexts(commonTexts);
  if (!isSandbox) return null;
  return (
    <aside
      aria-label={t.sandboxLabel}
      className="sandbox-stripes flex min-h-6 shrink-0 items-center justify-center px-4 text-center text-caption text-todo-text"
    >
      {t.sandbox}
    </aside>
  );
}
