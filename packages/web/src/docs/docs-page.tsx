import { Suspense, useEffect, useState } from 'react';
import { onDemand } from '../shared/components/on-demand.js';
import { goToAddress, replaceSearch, useOpenPage } from '../shared/router/open-page.js';
import { useLanguage } from '../shared/text/language.js';
import { AreaView } from './area-view.js';
import { CodesView } from './codes-view.js';
import type { Directory } from './content.js';
import { EventsView } from './events-view.js';
import { GuideView } from './guide-view.js';
import { directories } from './made-content.js';
import { OperationView } from './operation-view.js';
import { type Place, placeOf, withLanguage } from './place.js';
import { SideNav } from './side-nav.js';
import { StartView } from './start-view.js';
import { TopBar } from './top-bar.js';
import { UnknownView } from './unknown-view.js';
import { SCROLLER } from './use-arrival.js';
import { useSlashKey } from './use-slash-key.js';

// Dialogs are loaded when they are first opened.
const NavDrawer = onDemand(() => import('./nav-drawer.js'));
const SearchDialog = onDemand(() => import('./search-dialog.js'));

/** The documentation: header and navigation around the page that the address names. */
export default function DocsPage() {
  const { language } = useLanguage();
  const directory = directories[language];
  const place = placeOf(useOpenPage(), directory);
  const [open, setOpen] = useState<'nothing' | 'search' | 'menu'>('nothing');
  const close = () => setOpen('nothing');
  useLanguageInAddress();
  useSlashKey(() => setOpen('search'));
  return (
    <div className="flex h-full flex-col bg-n-0 print:block print:h-auto">
      <TopBar openMenu={() => setOpen('menu')} openSearch={() => setOpen('search')} />
      <div className="flex min-h-0 flex-1 print:block">
        <aside className="hidden w-64 shrink-0 overflow-y-auto border-r border-n-200 bg-n-25 lg:block print:hidden">
          <SideNav directory={directory} place={place} />
        </aside>
        <div
          id={SCROLLER}
          className="relative min-w-0 flex-1 overflow-y-auto overscroll-contain print:overflow-visible"
        >
          <Suspense fallback={<ContentSkeleton />}>
            <Content place={place} directory={directory} />
          </Suspense>
        </div>
      </div>
      {open === 'menu' && (
        <NavDrawer close={close}>
          <SideNav directory={directory} place={place} onFollow={close} />
        </NavDrawer>
      )}
      {open === 'search' && (
        <SearchDialog
          close={close}
          choose={(href) => {
            close();
            goToAddress(withLanguage(href, language));
          }}
        />
      )}
    </div>
  );
}

/** Keeps the language in the address, so that a shared address shows the same language. */
function useLanguageInAddress(): void {
  const { language } = useLanguage();
  useEffect(() => {
    const search = new URLSearchParams(location.search);
    search.set('lang', language);
    replaceSearch(search);
  }, [language]);
}

function Content({ place, directory }: { readonly place: Place; readonly directory: Directory }) {
  switch (place.kind) {
    case 'start':
      return <StartView directory={directory} />;
    case 'guide':
      return <GuideView key={place.name} name={place.name} directory={directory} />;
    case 'area':
      return <AreaView key={place.area} area={place.area} />;
    case 'operation':
      return <OperationView key={place.name} area={place.area} name={place.name} directory={directory} />;
    case 'codes':
      return <CodesView />;
    case 'events':
      return <EventsView />;
    case 'unknown':
      return <UnknownView />;
  }
}

function ContentSkeleton() {
  return (
    <div aria-busy="true" className="animate-[fade_200ms_400ms_both] p-4 lg:p-10">
      <div className="h-8 w-64 max-w-full rounded-marker bg-n-100" />
      <div className="mt-6 h-4 max-w-[40rem] rounded-marker bg-n-100" />
      <div className="mt-3 h-4 max-w-[36rem] rounded-marker bg-n-100" />
      <div className="mt-8 h-64 max-w-[40rem] rounded-control bg-n-100" />
    </div>
  );
}
