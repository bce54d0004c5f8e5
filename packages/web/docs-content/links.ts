import type { Operation } from '@cinnabar/api/operation.js';
import { guideAddress, operationAddress } from './addresses.js';
import { guideSources } from './guides.js';

/** Where a link of a guide leads below /docs; null where only the repository has what it names. */
export type LeadTo = (href: string) => string | null;

interface Editions {
  /** Fragments of the headings of a guide, in order: of the English edition, and of the one that is shown. */
  fragmentsOf(name: string): { readonly english: readonly string[]; readonly shown: readonly string[] };
}

/** @param file path of the guide in the repository, which its links are relative to */
export function linksFrom(file: string, registry: readonly Operation[], editions: Editions): LeadTo {
  return (href) => {
    if (/^(?:#|https?:)/.test(href)) return href;
    const [path = '', fragment] = href.split('#', 2);
    const target = new URL(path, `file:///${file}`).pathname.slice(1);
    const guide = guideSources.find(({ files }) => files.en === target || files.zh === target);
    if (guide !== undefined) {
      const shown = fragment === undefined ? null : shownFragment(fragment, editions.fragmentsOf(guide.name));
      return guideAddress(guide.name) + (shown === null ? '' : `#${shown}`);
    }
    return target.startsWith('docs/api') ? inReference(target, fragment, registry) : null;
  };
}

/** A link from an English guide to a section of a guide that is shown in Chinese: editions have the same sections. */
function shownFragment(
  fragment: string,
  { english, shown }: ReturnType<Editions['fragmentsOf']>,
): string | null {
  if (shown.includes(fragment)) return fragment;
  return english.length === shown.length ? (shown[english.indexOf(fragment)] ?? null) : null;
}

/** docs/api has a file for each area, and a fragment for each operation. */
function inReference(target: string, fragment: string | undefined, registry: readonly Operation[]): string {
  const area = /([a-z]+)\.md$/.exec(target)?.[1];
  const ofArea = registry.filter((operation) => operation.area === area);
  if (ofArea.length === 0) return '/docs';
  const named = ofArea.find(({ path }) => path.slice(1).replaceAll('/', '-').toLowerCase() === fragment);
  return named === undefined ? `/docs/${area}` : operationAddress(named);
}
