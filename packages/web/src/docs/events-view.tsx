import { useTexts } from '../shared/text/language.js';
import { DocsLink } from './docs-link.js';
import { docsTexts } from './docs-texts.js';
import { FieldList } from './field-list.js';
import { PageFrame } from './page-frame.js';
import { useEvents } from './parts.js';
import { guideHref } from './place.js';
import { SectionHeading } from './section-heading.js';
import { linkLook } from './text.js';
import { useArrival } from './use-arrival.js';

/** Every type of event with the fields of its `data`. */
export function EventsView() {
  const events = useEvents();
  const t = useTexts(docsTexts);
  useArrival('/docs/events');
  const index = (
    <nav aria-label={t.onThisPage} className="sticky top-10">
      <p className="m-0 mb-2 text-small font-semibold">{t.onThisPage}</p>
      <ul className="m-0 list-none border-l border-n-200 p-0 pl-3">
        {events.map(({ type }) => (
          <li key={type}>
            <DocsLink
              href={`#${type}`}
              className="block py-0.5 font-mono text-caption text-n-600 hover:text-n-900"
            >
              {type}
            </DocsLink>
          </li>
        ))}
      </ul>
    </nav>
  );
  return (
    <PageFrame title={t.events} beside={index}>
      <p className="my-4 text-n-700">
        {t.eventsText}{' '}
        <DocsLink href={guideHref('webhooks')} className={linkLook}>
          {t.webhooksNote}
        </DocsLink>
      </p>
      {events.map(({ type, title, fields }) => (
        <section key={type}>
          <SectionHeading id={type} level={2}>
            <code className="font-mono text-input">{type}</code>
          </SectionHeading>
          <p className="m-0 mb-3 text-desk text-n-700">{title}</p>
          <FieldList fields={fields} at={type} marks="optional" />
        </section>
      ))}
    </PageFrame>
  );
}
