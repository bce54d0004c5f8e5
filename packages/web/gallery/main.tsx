import './gallery.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { LanguageSwitch } from '../src/shared/components/language-switch.js';
import { LanguageProvider, useLanguage } from '../src/shared/text/language.js';
import type { Specimen } from './specimen.js';
import { acts } from './specimens/acts.js';
import { consoleParts } from './specimens/console-parts.js';
import { fields } from './specimens/fields.js';
import { lists } from './specimens/lists.js';
import { sheets } from './specimens/sheets.js';
import { states } from './specimens/states.js';

const specimens = [...acts, ...fields, ...lists, ...states, ...sheets, ...consoleParts];

function Gallery() {
  const { language } = useLanguage();
  return (
    <I18nProvider locale={language === 'zh' ? 'zh-CN' : 'en-US'}>
      <header className="flex items-center justify-between px-4 py-3 lg:px-6">
        <h1 className="m-0 text-page font-semibold">Gallery</h1>
        <LanguageSwitch />
      </header>
      <div className="grid gap-6 px-4 pb-12 lg:grid-cols-2 lg:px-6">
        {specimens.map((specimen) => (
          <Shown key={specimen.name} specimen={specimen} />
        ))}
      </div>
    </I18nProvider>
  );
}

function Shown({ specimen: { name, states: shown } }: { readonly specimen: Specimen }) {
  return (
    <section aria-label={name} className="min-w-0">
      <h2 className="mt-0 mb-2 text-title font-semibold">{name}</h2>
      <dl className="m-0 space-y-4 rounded-card bg-n-0 p-4 shadow-paper">
        {Object.entries(shown).map(([state, element]) => (
          <div key={state}>
            <dt className="mb-1 text-caption text-n-500">{state}</dt>
            <dd className="m-0">{element}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageProvider>
        <Gallery />
      </LanguageProvider>
    </QueryClientProvider>,
  );
}
