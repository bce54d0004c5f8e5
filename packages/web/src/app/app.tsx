import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Refused } from '../api/refused.js';
import { StatePage } from '../shared/components/state-page.js';
import { postToHost } from '../shared/embed/host.js';
import { useHeight } from '../shared/embed/use-height.js';
import { openedLink } from '../shared/link/opened-link.js';
import { linkIdInAddress } from '../shared/router/link-in-address.js';
import { openPage, useInPage } from '../shared/router/open-page.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { LanguageProvider, useLanguage, useTexts } from '../shared/text/language.js';
import { ErrorBoundary } from './error-boundary.js';
import { componentOf } from './pages.js';
import { SandboxBar } from './sandbox-bar.js';

const queries = new QueryClient({
  defaultOptions: {
    // A refusal is final; a lost connection is worth a retry.
    queries: { retry: (count, error) => !(error instanceof Refused) && count < 2, staleTime: 5_000 },
    mutations: { retry: false },
  },
});

// Prefetch what the link is for while the page's own script loads.
const linkId = linkIdInAddress();
if (linkId !== null) void queries.prefetchQuery(openedLink(linkId));

export function App() {
  return (
    <LanguageProvider>
      <Localized />
    </LanguageProvider>
  );
}

function Localized() {
  useHeight();
  useEffect(() => postToHost('ready'), []);
  const { language } = useLanguage();
  return (
    <I18nProvider locale={language === 'zh' ? 'zh-CN' : 'en-US'}>
      <QueryClientProvider client={queries}>
        <div className="flex h-dvh flex-col overflow-hidden print:block print:h-auto print:overflow-visible">
          <SandboxBar />
          <div className="relative min-h-0 flex-1">
            <ErrorBoundary>
              <CurrentPage />
            </ErrorBoundary>
          </div>
        </div>
      </QueryClientProvider>
    </I18nProvider>
  );
}

function CurrentPage() {
  const Page = useInPage((page) => (page === null ? null : componentOf[page.name]));
  return Page === null ? <DeadEnd path={location.pathname} /> : <Page />;
}

/** What the server has answered with a page because the address leads nowhere. */
function DeadEnd({ path }: { readonly path: string }) {
  const t = useTexts(commonTexts);
  const corpId = Number(/^\/console\/(\d+)\//.exec(path)?.[1]);
  const action = { label: t.toConsole, run: () => openPage('console', { corpId }) };
  return (
    <StatePage
      state={{ kind: deadEndAt(path) }}
      // Whoever works in the console has no link, and would have to log in to their own contracts.
      {...(Number.isSafeInteger(corpId) ? { action } : {})}
    />
  );
}

function deadEndAt(path: string): 'invalid' | 'fileOver' | 'noSection' | 'unknown' {
  if (path.startsWith('/l/')) return 'invalid';
  if (path.startsWith('/console/')) return 'noSection';
  return path.startsWith('/files/') ? 'fileOver' : 'unknown';
}
