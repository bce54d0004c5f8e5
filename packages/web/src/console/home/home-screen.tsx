import { contractList } from '@cinnabar/api/operations/flow-lists.js';
import { FilePlus } from 'lucide-react';
import { iconSize } from '../../shared/components/icons.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { firstContracts } from '../../shared/console/first-requests.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useList, useMayStart } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { useOverview } from '../shell/use-overview.js';
import { homeTexts } from './home-texts.js';
import { Mine } from './mine.js';
import { Stuck } from './stuck.js';
import { Warnings } from './warnings.js';

/** What awaits the person, what is stuck and why, and what runs out. */
export default function HomeScreen() {
  const t = useTexts(homeTexts);
  const { corpId } = useConsole();
  const mayStart = useMayStart();
  const heading = useHeading(t.title);
  // What stands below something of unknown height appears after it, so that nothing moves.
  const own = useList(contractList, firstContracts.input);
  const overview = useOverview();
  const isFirstLoading = own.isPending;
  const isRestLoading = isFirstLoading || overview.isPending;
  return (
    <div className="mx-auto w-full max-w-[1440px] px-4 py-4 lg:px-6 lg:py-6">
      <div className="mb-4 flex items-center gap-4">
        <h1 ref={heading} tabIndex={-1} className="m-0 flex-1 text-page font-semibold">
          {t.title}
        </h1>
        {mayStart && (
          <ConsoleLink
            href={consoleAddress('consoleNewContract', { corpId })}
            className="inline-flex min-h-11 items-center gap-2 rounded-control bg-n-900 px-4 text-small font-medium text-n-0 no-underline hover:bg-n-800"
          >
            <FilePlus {...iconSize} />
            {t.create}
          </ConsoleLink>
        )}
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[2fr_3fr]">
        <Mine />
        <div className={isFirstLoading ? 'max-lg:hidden' : ''}>
          <Stuck />
        </div>
        <div className="lg:col-span-2">{!isRestLoading && <Warnings />}</div>
      </div>
    </div>
  );
}
