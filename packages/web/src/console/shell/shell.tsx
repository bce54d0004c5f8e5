import { type OpenPage, pageAt } from '@cinnabar/api/pages/addresses.js';
import { memo, useEffect, useMemo, useState } from 'react';
import { ErrorLine } from '../../shared/components/error-line.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { PageSkeleton } from '../../shared/components/skeleton.js';
import {
  DrawnAddress,
  goToAddress,
  useDrawnAddress,
  useInPage,
  useOpenPage,
} from '../../shared/router/open-page.js';
import { useOnline } from '../../shared/state/use-online.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useMayStart, useRight } from './console-context.js';
import { consoleAddress } from './console-link.js';
import { PhoneTabs } from './phone-tabs.js';
import { Rail, useRailFolding } from './rail.js';
import { loadScreensAhead, Screen } from './screen.js';
import { railOf } from './sections.js';
import { shellTexts } from './shell-texts.js';
import { TopBar } from './top-bar.js';
import { useKeys } from './use-keys.js';
import { useOverview } from './use-overview.js';

const Finder = onDemand(() => import('./finder.js'));
const DesignScreen = onDemand(() => import('../templates/design-screen.js'), <PageSkeleton shape="desk" />);
const KeysSheet = onDemand(() => import('./keys-sheet.js'));

/** What stays while the sections change: navigation, search, notices, person. */
export function Shell() {
  const t = useTexts(shellTexts);
  const { corpId, roles } = useConsole();
  const mayStart = useMayStart();
  const managesTemplates = useRight('manageTemplates');
  const isEditing = useInPage(isEditor);
  const isOnline = useOnline();
  const folding = useRailFolding();
  const [overlay, setOverlay] = useState<'search' | 'keys' | null>(null);
  useKeys({
    ...Object.fromEntries(
      railOf(roles).map(({ page: name, key }) => [
        `g ${key}`,
        () => goToAddress(consoleAddress(name, { corpId })),
      ]),
    ),
    '/': () => setOverlay('search'),
    'mod k': () => setOverlay('search'),
    '?': () => setOverlay('keys'),
    ...(mayStart ? { c: () => goToAddress(consoleAddress('consoleNewContract', { corpId })) } : {}),
  });
  if (managesTemplates && isEditing) return <Editor />;
  return (
    <div className="flex h-full">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-n-0 focus:px-4 focus:py-3"
      >
        {t.skip}
      </a>
      <Rail {...folding} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar
          isRailFolded={folding.isFolded}
          openSearch={() => setOverlay('search')}
          openKeys={() => setOverlay('keys')}
        />
        {!isOnline && (
          <div className="border-b border-n-200 bg-warning-tint px-4 pt-2 lg:px-6">
            <ErrorLine text={t.offline} />
          </div>
        )}
        <main id="content" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]">
          <Content />
        </main>
        <PhoneTabs />
        <Ahead />
      </div>
      {overlay === 'search' && <Finder close={() => setOverlay(null)} />}
      {overlay === 'keys' && <KeysSheet close={() => setOverlay(null)} />}
    </div>
  );
}

function isEditor(page: OpenPage | null): boolean {
  return page?.name === 'consoleDesigner' || page?.name === 'consoleTemplateDraft';
}

/** An editor has the window to itself. */
function Editor() {
  const page = useOpenPage();
  return (
    <>
      {page?.name === 'consoleDesigner' && (
        <DesignScreen key={page.parameters.templateId} source={{ templateId: page.parameters.templateId }} />
      )}
      {page?.name === 'consoleTemplateDraft' && (
        <DesignScreen source={page.parameters.draft === 'new' ? {} : { draftId: page.parameters.draft }} />
      )}
    </>
  );
}

/** The screen, which follows the rest: see useDrawnAddress. */
const Content = memo(function Content() {
  const address = useDrawnAddress();
  const page = useMemo(() => pageAt(address.path), [address.path]);
  if (page === null) return null;
  return (
    <DrawnAddress value={address}>
      <Screen key={page.name} page={page} />
    </DrawnAddress>
  );
});

/** Loads other screens, after what this one waits for. It draws nothing, so that nothing is drawn again for it. */
function Ahead() {
  const isLoaded = useOverview().data !== undefined;
  useEffect(() => {
    if (isLoaded) void loadScreensAhead();
  }, [isLoaded]);
  return null;
}
