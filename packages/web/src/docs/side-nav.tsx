import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../shared/text/language.js';
import type { Directory } from './content.js';
import { DocsLink } from './docs-link.js';
import { docsTexts } from './docs-texts.js';
import { areaHref, guideHref, operationHref, type Place } from './place.js';

interface Props {
  readonly directory: Directory;
  readonly place: Place;
  readonly onFollow?: () => void;
}

interface Entry {
  readonly href: string;
  readonly title: string;
  readonly isCurrent: boolean;
}

/** All guides and areas; the operations of the area that is open are listed below it. */
export function SideNav({ directory: { guides, areas }, place, onFollow }: Props) {
  const t = useTexts(docsTexts);
  const own = useRef<HTMLElement>(null);
  const current = JSON.stringify(place);
  useEffect(() => {
    if (current === '') return;
    own.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const openArea = place.kind === 'operation' || place.kind === 'area' ? place.area : null;
  const follow = onFollow === undefined ? {} : { onFollow };
  return (
    <nav ref={own} aria-label={t.menu} className="px-3 py-6">
      <Group title={t.guides}>
        {guides.map(({ name, title }) => (
          <Item
            key={name}
            href={guideHref(name)}
            title={title}
            isCurrent={place.kind === 'guide' && place.name === name}
            {...follow}
          />
        ))}
      </Group>
      <Group title={t.reference}>
        {areas.map(({ area, title, operations }) => (
          <li key={area}>
            <ItemLink
              href={areaHref(area)}
              title={title}
              isCurrent={place.kind === 'area' && place.area === area}
              {...follow}
            />
            {openArea === area && (
              <ul className="m-0 mb-2 ml-3 list-none border-l border-n-200 p-0 pl-1">
                {operations.map(({ name, title: words }) => (
                  <Item
                    key={name}
                    href={operationHref(area, name)}
                    title={words}
                    isCurrent={place.kind === 'operation' && place.name === name}
                    {...follow}
                  />
                ))}
              </ul>
            )}
          </li>
        ))}
        <Item href="/docs/events" title={t.events} isCurrent={place.kind === 'events'} {...follow} />
        <Item href="/docs/codes" title={t.codes} isCurrent={place.kind === 'codes'} {...follow} />
      </Group>
      <Group title={t.machineReadable}>
        <Item href="/openapi.json" title={t.openApi} isCurrent={false} />
        <Item href="/postman.json" title={t.postman} isCurrent={false} />
      </Group>
    </nav>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mb-6">
      <h2 className="m-0 mb-1 px-3 text-small font-semibold text-n-900">{title}</h2>
      <ul className="m-0 list-none p-0">{children}</ul>
    </section>
  );
}

function Item(props: Entry & { readonly onFollow?: () => void }) {
  return (
    <li>
      <ItemLink {...props} />
    </li>
  );
}

function ItemLink({ href, title, isCurrent, onFollow }: Entry & { readonly onFollow?: () => void }) {
  return (
    <DocsLink
      href={href}
      isCurrent={isCurrent}
      className={`flex min-h-11 items-center rounded-control px-3 py-1 text-desk lg:min-h-8 ${isCurrent ? 'bg-n-100 font-medium text-n-900' : 'text-n-600 hover:bg-n-100 hover:text-n-900'}`}
      {...(onFollow === undefined ? {} : { onFollow })}
    >
      {title}
    </DocsLink>
  );
}
