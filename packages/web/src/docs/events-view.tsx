import { useMemo } from 'react';
import { useTexts } from '../shared/text/language.js';
import { DocsLink } from './docs-link.js';
import { docsTexts } from './docs-texts.js';
import { FieldList } from './field-list.js';
import { PageFrame } from './page-frame.js';
import { useEvents } from './parts.js';
import { guideHref } from './place.js';
import { SectionHeading } from './section-heading.js';
import { SectionsNav } from './sections-nav.js';
import { linkLook } from './text.js';
import { useArrival } from './use-arrival.js';

/** Every type of event with the fields of its `data`. */
export function EventsView() {
  const events = useEvents();
  const t = useTexts(docsTexts);
  const sections = useMemo(() => events.map(({ type }) => ({ id: type, title: type })), [events]);
  useArrival('/docs/events');
  return (
    <PageFrame title={t.events} beside={<SectionsNav sections={sections} areNames />}>
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
