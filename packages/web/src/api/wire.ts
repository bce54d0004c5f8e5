import type { Sent as SentWith } from '@cinnabar/api/wire.js';

export type { BodyOf, DataOf, Wire } from '@cinnabar/api/wire.js';

/** What a page sends: ids are numbers, as in the page's URL, and optional fields may be null. */
export type Sent<T> = SentWith<T, 'plain'>;
