import { useTexts } from '../text/language.js';
import { appTexts } from './app-texts.js';

/** Whether nothing here counts; the server writes it into the HTML. */
export const isSandbox = document.documentElement.dataset['mode'] === 'sandbox';

export function SandboxBar() {
  const t = useTexts(appTexts);
  if (!isSandbox) return null;
  return (
    <p className="sandbox-stripes m-0 flex h-6 shrink-0 items-center justify-center px-4 text-caption text-todo-text">
      {t.sandbox}
    </p>
  );
}
