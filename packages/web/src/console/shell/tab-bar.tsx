import { Button as AriaButton } from 'react-aria-components/Button';
import { count } from './format.js';

interface Tab<Value> {
  readonly value: Value;
  readonly words: string;
  /** How much awaits the person. */
  readonly number?: number;
  readonly isLimited?: boolean;
}

interface Props<Value> {
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Whether the line of tabs is one that scrolls. */
const phones = matchMedia('(width < 1024px)');

/** Scrolls the line of tabs, and nothing else, so that the tab is in its middle. To measure it makes the page wait for its layout. */
function showTab(tab: HTMLLIElement | null): void {
  const line = tab?.parentElement;
  if (!phones.matches || tab === null || line === null || line === undefined) return;
  line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2;
}

/**
 * Views of one page; the address names the current one. On phones they are one line, which scrolls to the current one and
 * fades out where it continues.
 */
export function TabBar<Value extends string | number>({ label, tabs, value, onChange }: Props<Value>) {
  return (
    <nav aria-label={label} className="shrink-0 lg:px-3">
      <ul className="relative m-0 flex list-none p-0 max-lg:overflow-x-auto max-lg:px-2 max-lg:pr-6 max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] max-lg:[scrollbar-width:none] lg:flex-wrap">
        {tabs.map(({ value: each, words, number = 0, isLimited = false }) => (
          <li key={each} ref={each === value ? showTab : undefined} className="shrink-0">
            <AriaButton
              aria-current={each === value}
              onPress={() => onChange(each)}
              onFocus={({ target }) => showTab(target.closest('li'))}
              className={`figures flex min-h-11 min-w-11 items-center justify-center gap-1 border-b-2 px-2 text-desk lg:px-3 whitespace-nowrap outline-offset-[-2px] ${each === value ? 'border-n-900 font-semibold text-n-900' : 'border-transparent text-n-600 hover:text-n-900'}`}
            >
              {words}
              {number > 0 && (
                <span className="rounded-full bg-todo px-1.5 text-caption font-medium text-todo-text">
                  {count(number, isLimited)}
                </span>
              )}
            </AriaButton>
          </li>
        ))}
      </ul>
    </nav>
  );
}
