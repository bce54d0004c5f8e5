import { Check, ChevronsUpDown } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from './console-context.js';
import { ConsoleLink, consoleAddress } from './console-link.js';
import { lineLook, PopoverList } from './popover-list.js';
import { shellTexts } from './shell-texts.js';

/** The logo, which stands for the service. */
function Seal() {
  return (
    <svg viewBox="0 0 32 32" className="size-7 shrink-0" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--color-cinnabar-600)" />
      <path d="M9 10h14M9 16h14M16 6v20" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

/** The enterprise that the address names; another one is another address. */
export function CorpSwitch({ isFolded = false }: { readonly isFolded?: boolean }) {
  const t = useTexts(shellTexts);
  const { corpId, corpName, corps } = useConsole();
  const open = corps.filter(({ standing }) => standing === 'open');
  if (open.length < 2) {
    return (
      <span className="flex min-w-0 items-center gap-2.5 px-2.5" title={corpName}>
        <Seal />
        {!isFolded && <bdi className="text-desk leading-5 font-semibold names">{corpName}</bdi>}
      </span>
    );
  }
  return (
    <PopoverList
      label={t.switchCorp(corpName)}
      side="start"
      buttonLook="flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-control px-2.5 text-left hover:bg-n-50"
      button={
        <>
          <Seal />
          {!isFolded && (
            <>
              <bdi className="min-w-0 flex-1 text-desk leading-5 font-semibold names">{corpName}</bdi>
              <ChevronsUpDown {...smallIcon} className="shrink-0 text-n-500" />
            </>
          )}
        </>
      }
    >
      {(close) => (
        <ul className="m-0 list-none p-0">
          {open.map((corp) => (
            <li key={corp.corpId}>
              <ConsoleLink
                href={consoleAddress('console', { corpId: corp.corpId })}
                isCurrent={corp.corpId === corpId}
                onFollow={close}
                className={lineLook}
              >
                <bdi className="max-w-72 flex-1 names">{corp.corpName}</bdi>
                {corp.corpId === corpId && <Check {...smallIcon} />}
              </ConsoleLink>
            </li>
          ))}
        </ul>
      )}
    </PopoverList>
  );
}
