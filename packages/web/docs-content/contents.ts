/** All contents of the documentation in one language. */
import { areaNames } from '@cinnabar/api/area-names.js';
import type { RecordedCall } from '@cinnabar/api/openapi/operation.js';
import type { Area, Operation } from '@cinnabar/api/operation.js';
import { webhookEvents } from '@cinnabar/api/webhook-events.js';
import type { AreaContent, Codes, Directory, EventContent, Guide, SearchEntry } from '../src/docs/content.js';
import type { Language } from '../src/shared/text/languages.js';
import { codesContent } from './codes.js';
import { fieldsOf } from './fields.js';
import { type GuideSource, guideSources } from './guides.js';
import { linksFrom } from './links.js';
import { fragmentsIn, pageOf } from './markdown.js';
import { areaContent } from './operations.js';
import { searchEntries } from './search-entries.js';

export interface Sources {
  readonly registry: readonly Operation[];
  readonly calls: Readonly<Record<string, RecordedCall>>;
  /** The text of a file of the repository; null where there is none. */
  readonly read: (path: string) => string | null;
}

export interface Contents {
  readonly directory: Directory;
  readonly areas: ReadonlyMap<Area, AreaContent>;
  readonly guides: ReadonlyMap<string, Guide>;
  readonly codes: Codes;
  readonly events: readonly EventContent[];
  readonly search: readonly SearchEntry[];
}

export function contentsIn(language: Language, sources: Sources): Contents {
  const { registry, calls } = sources;
  const guides = new Map(guideSources.map((source) => [source.name, guideOf(source, language, sources)]));
  const areas = new Map(
    areasOf(registry).map((area) => [area, areaContent(area, registry, calls, language)]),
  );
  const handbook = guides.get('errors');
  const codes: Codes = {
    translated: handbook?.translated ?? false,
    codes: codesContent(registry, handbook?.blocks ?? [], language),
  };
  const events = webhookEvents.map(
    ({ type, title, data }): EventContent => ({
      type,
      title: title[language],
      fields: fieldsOf(data.describe, language),
    }),
  );
  return {
    directory: directoryOf(areas, language),
    areas,
    guides,
    codes,
    events,
    search: searchEntries({ guides, areas, codes: codes.codes, events }),
  };
}

function areasOf(registry: readonly Operation[]): readonly Area[] {
  const used = new Set(registry.map(({ area }) => area));
  const names = Object.keys(areaNames).filter((name): name is Area => Object.hasOwn(areaNames, name));
  return names.filter((name) => used.has(name));
}

function guideOf({ files }: GuideSource, language: Language, sources: Sources): Guide {
  const { text, edition } = shownEdition(files, language, sources);
  const editions = {
    fragmentsOf(name: string) {
      const target = guideSources.find((each) => each.name === name)?.files ?? files;
      const [english, shown] = (['en', language] as const).map((each) =>
        fragmentsIn(shownEdition(target, each, sources).text),
      );
      return { english: english ?? [], shown: shown ?? [] };
    },
  };
  const page = pageOf(text, linksFrom(files[edition], sources.registry, editions));
  return { ...page, translated: edition === language };
}

/** The edition in a language, or the English one where there is none yet. */
function shownEdition(
  files: GuideSource['files'],
  language: Language,
  { read }: Sources,
): { readonly text: string; readonly edition: Language } {
  const own = read(files[language]);
  const text = own ?? read(files.en);
  if (text === null) throw new Error(`${files.en} is missing`);
  const edition = own === null ? 'en' : language;
  return { text: withoutOtherLanguage(text, edition), edition };
}

/** In the repository an edition links to the other one, and may begin with a summary in the other language. */
function withoutOtherLanguage(markdown: string, language: Language): string {
  const text = markdown.replaceAll(/ ?\[(?:中文|English)\]\([^)]*\)/g, '');
  const [title = '', first = '', ...rest] = text.split('\n\n');
  const han = first.match(/\p{Script=Han}/gu)?.length ?? 0;
  const isForeign = language === 'en' && han > first.length / 4;
  return isForeign ? [title, ...rest].join('\n\n') : text;
}

function directoryOf(areas: ReadonlyMap<Area, AreaContent>, language: Language): Directory {
  return {
    guides: guideSources.map(({ name, title: words }) => ({ name, title: words[language] })),
    areas: [...areas].map(([area, { title, operations }]) => ({
      area,
      title,
      operations: operations.map(({ name, path, title: words }) => ({ name, path, title: words })),
    })),
  };
}
