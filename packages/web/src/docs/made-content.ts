/** Types of what docs-content/plugin.js puts in the place of this file when the pages are built. */
import type { Area } from '@cinnabar/api/operation.js';
import type { Language } from '../shared/text/languages.js';
import type { AreaContent, Codes, Directory, EventContent, Guide, SearchEntry } from './content.js';

/** Fetches a part that is a file of its own. */
export type Part<T> = () => Promise<{ readonly default: T }>;

interface PartsOfContent {
  readonly areas: Readonly<Record<Area, Part<AreaContent>>>;
  readonly guides: Readonly<Record<string, Part<Guide>>>;
  readonly codes: Part<Codes>;
  readonly events: Part<readonly EventContent[]>;
  readonly search: Part<readonly SearchEntry[]>;
}

export declare const directories: Readonly<Record<Language, Directory>>;
export declare const parts: Readonly<Record<Language, PartsOfContent>>;
