import type { Area } from '@cinnabar/api/operation.js';
import type { OpenPage } from '@cinnabar/api/pages/addresses.js';
import type { Language } from '../shared/text/languages.js';
import type { Directory } from './content.js';

/** The page of the documentation that an address names. */
export type Place =
  | { readonly kind: 'start' | 'codes' | 'events' | 'unknown' }
  | { readonly kind: 'guide'; readonly name: string }
  | { readonly kind: 'area'; readonly area: Area }
  | { readonly kind: 'operation'; readonly area: Area; readonly name: string };

/** Resolves an address against the directory. */
export function placeOf(page: OpenPage | null, { guides, areas }: Directory): Place {
  if (page?.name === 'docs') return { kind: 'start' };
  if (page?.name === 'docsSection') {
    const { section } = page.parameters;
    if (section === 'codes' || section === 'events') return { kind: section };
    const found = areas.find(({ area }) => area === section);
    return found === undefined ? { kind: 'unknown' } : { kind: 'area', area: found.area };
  }
  if (page?.name !== 'docsEntry') return { kind: 'unknown' };
  const { section, name } = page.parameters;
  if (section === 'guides' && guides.some((guide) => guide.name === name)) return { kind: 'guide', name };
  const found = areas.find(({ area }) => area === section);
  return found?.operations.some((operation) => operation.name === name)
    ? { kind: 'operation', area: found.area, name }
    : { kind: 'unknown' };
}

export const guideHref = (name: string): string => `/docs/guides/${name}`;
export const areaHref = (area: string): string => `/docs/${area}`;
export const operationHref = (area: string, name: string): string => `/docs/${area}/${name}`;
export const codeHref = (code: string): string => `/docs/codes#${code}`;

/** Adds the language, so that a shared address shows what was shared. */
export function withLanguage(href: string, language: Language): string {
  if (!href.startsWith('/docs')) return href;
  const [path, fragment] = href.split('#', 2);
  return `${path}?lang=${language}${fragment === undefined ? '' : `#${fragment}`}`;
}

interface Step {
  readonly href: string;
  readonly title: string;
}

/** The pages before and after one, in the order of the navigation. */
export function neighboursOf(
  href: string,
  { guides, areas }: Directory,
): { readonly before: Step | null; readonly after: Step | null } {
  const steps = [
    ...guides.map(({ name, title }) => ({ href: guideHref(name), title })),
    ...areas.flatMap(({ area, operations }) =>
      operations.map(({ name, title }) => ({ href: operationHref(area, name), title })),
    ),
  ];
  const index = steps.findIndex((step) => step.href === href);
  if (index < 0) return { before: null, after: null };
  return { before: steps[index - 1] ?? null, after: steps[index + 1] ?? null };
}
