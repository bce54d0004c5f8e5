/**
 * Contents of the documentation in one language. They are generated when the pages are built (docs-content/), from the
 * declarations of the interface, recorded calls and the guides in docs/, and fetched in parts.
 */
import type { ApiCaller, Area } from '@cinnabar/api/operation.js';
import type { Json } from '@cinnabar/api/schema.js';

export type Inline =
  | string
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly children: readonly Inline[] }
  /** `href` is below /docs, a fragment of the same page, or a web address. */
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: 'break' };

export type Block =
  | {
      readonly kind: 'heading';
      readonly level: 2 | 3 | 4;
      readonly id: string;
      readonly children: readonly Inline[];
    }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list';
      readonly look: 'bulleted' | 'numbered' | 'checklist';
      readonly items: readonly (readonly Block[])[];
    }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'code'; readonly language: string; readonly text: string };

export interface Guide {
  readonly title: string;
  /** Whether it is in the language that was asked for; otherwise it is in English. */
  readonly translated: boolean;
  readonly blocks: readonly Block[];
}

export interface FieldValue {
  readonly value: string;
  readonly name: string;
}

export interface Field {
  readonly name: string;
  /** `int64`, `string`, `object[]` … */
  readonly type: string;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly meaning: string;
  readonly limits: string;
  readonly values: readonly FieldValue[];
  readonly children: readonly Field[];
}

export type AnswerContent =
  | { readonly kind: 'file' }
  | { readonly kind: 'data' | 'page'; readonly type: string; readonly fields: readonly Field[] };

/** A code with those of its reasons that an operation can give. */
export interface CodeReference {
  readonly code: string;
  readonly reasons: readonly string[];
}

export interface OperationSummary {
  /** The call of the SDK, such as `signTask.contract.list`; part of the address. */
  readonly name: string;
  readonly path: string;
  readonly title: string;
}

export interface OperationContent extends OperationSummary {
  readonly area: Area;
  readonly caller: ApiCaller;
  readonly right: { readonly name: string; readonly roles: readonly string[] } | null;
  /** The links whose session may call it, each with the requests that it may make. */
  readonly links: readonly { readonly kind: string; readonly scope: string }[];
  /** Carried out once under an Idempotency-Key. */
  readonly takesKey: boolean;
  readonly successCode: string;
  readonly headers: readonly Field[];
  /** Names of fields that may be in the query of the address. */
  readonly query: readonly string[];
  /** Bytes that an upload may have; null where nothing is uploaded. */
  readonly maxFileBytes: number | null;
  readonly isList: boolean;
  readonly request: readonly Field[];
  readonly answer: AnswerContent;
  readonly codes: readonly CodeReference[];
  /** A recorded call; null for a file, on either side. */
  readonly sent: Json;
  readonly answered: Json;
}

export interface AreaContent {
  readonly title: string;
  readonly operations: readonly OperationContent[];
}

/** Cause and remedy, from the error handbook. */
export interface Advice {
  readonly cause: readonly Inline[];
  readonly remedy: readonly Inline[];
}

export interface ReasonContent {
  readonly reason: string;
  readonly meaning: string;
  readonly advice: Advice | null;
}

export interface CodeContent {
  readonly code: string;
  readonly status: number;
  readonly meaning: string;
  readonly advice: Advice | null;
  readonly reasons: readonly ReasonContent[];
  /** Any operation can answer with it. */
  readonly isGeneral: boolean;
  /** The operations that name it. */
  readonly operations: readonly (OperationSummary & { readonly area: Area })[];
}

export interface Codes {
  /** Whether the advice is in the language that was asked for; otherwise it is in English. */
  readonly translated: boolean;
  readonly codes: readonly CodeContent[];
}

export interface EventContent {
  readonly type: string;
  readonly title: string;
  readonly fields: readonly Field[];
}

/** Contents of the navigation; bundled with the page, in both languages. */
export interface Directory {
  readonly guides: readonly { readonly name: string; readonly title: string }[];
  readonly areas: readonly {
    readonly area: Area;
    readonly title: string;
    readonly operations: readonly OperationSummary[];
  }[];
}

export interface SearchEntry {
  readonly kind: 'area' | 'guide' | 'operation' | 'field' | 'code' | 'event';
  readonly title: string;
  /** Where it is: the guide of a section, the operations of a field. */
  readonly place: string;
  readonly text: string;
  readonly href: string;
}
