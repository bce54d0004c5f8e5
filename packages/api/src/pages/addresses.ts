/** Table of the pages. The server's routes and redirects and the pages' router are derived from it. */

/** Type of a value in a page's query: an integer, any text, or one of the given words. */
export type StateKind = 'number' | 'text' | readonly string[];

interface PageDeclaration {
  /** Parameters whose names end in `Id` are integers; all others are text. */
  readonly path: `/${string}`;
  /** State that the page keeps in its query, so that reload and Back restore the view. */
  readonly state: Readonly<Record<string, StateKind>>;
  /** Whether the page exists in sandbox mode only. */
  readonly isSandbox?: true;
}

/** The visible page of a document. */
const inSight = { file: 'number', page: 'number' } as const;

/** The category filter of the seal list; the pages of one seal keep it for the way back. */
const sealFilter = { category: 'text' } as const;

export const pages = {
  home: { path: '/', state: {} },
  sign: { path: '/sign/:flowId', state: inSight },
  fill: { path: '/fill/:flowId', state: { ...inSight, view: ['beside', 'list'] } },
  place: { path: '/place/:flowId', state: inSight },
  copy: { path: '/copy/:flowId', state: inSight },
  approvals: { path: '/approve', state: inSight },
  approval: { path: '/approve/:approvalId', state: inSight },
  identity: { path: '/identity', state: {} },
  invitation: { path: '/invitation', state: {} },
  registration: { path: '/registration', state: {} },
  enterprise: { path: '/enterprise/new', state: {} },
  automatic: { path: '/automatic', state: {} },
  contracts: { path: '/contracts', state: { pages: 'number' } },
  seals: { path: '/seals', state: sealFilter },
  newSeal: { path: '/seals/new', state: sealFilter },
  seal: { path: '/seals/:sealId', state: sealFilter },
  templates: { path: '/templates', state: {} },
  designer: { path: '/designer/:templateId', state: {} },
  face: { path: '/face/:orderNo', state: {} },
  newPayment: { path: '/pay/new', state: {} },
  lastPayment: { path: '/pay/last', state: {} },
  payment: { path: '/pay/:orderId', state: {} },
  sandboxPayment: { path: '/sandbox/pay/:businessOrderNo', state: {}, isSandbox: true },
  verify: { path: '/verify', state: {} },
  write: { path: '/write', state: {} },
  docs: { path: '/docs', state: {} },
  docsSection: { path: '/docs/:section', state: {} },
  docsEntry: { path: '/docs/:section/:name', state: {} },
} as const satisfies Readonly<Record<string, PageDeclaration>>;

export type PageName = keyof typeof pages;

/** Paths under which the pages' single HTML file is served. */
export function pagePaths(mode: string): readonly `/${string}`[] {
  const declared: readonly PageDeclaration[] = Object.values(pages);
  return declared.filter(({ isSandbox }) => isSandbox !== true || mode === 'sandbox').map(({ path }) => path);
}

type NamesIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Parameters in the path of a page. */
export type PageParameters<Name extends PageName> = {
  readonly [Parameter in NamesIn<(typeof pages)[Name]['path']>]: Parameter extends `${string}Id`
    ? number
    : string;
};

type ValueOf<Kind> = Kind extends readonly (infer Word)[] ? Word : Kind extends 'number' ? number : string;

/** State that a page keeps in its query; absent values are undefined. */
export type PageState<Name extends PageName> = {
  readonly [Key in keyof (typeof pages)[Name]['state']]?:
    | ValueOf<(typeof pages)[Name]['state'][Key]>
    | undefined;
};

/** The link that a page was opened by, and the participant it is about. */
export interface PageLink {
  readonly linkId: number;
  readonly participantId?: number | null | undefined;
}

/** Path and query of a page. They never contain the secret of a link, because URLs are copied and photographed. */
export function pageAddress<Name extends PageName>(
  name: Name,
  parameters: PageParameters<Name>,
  link?: PageLink,
): string {
  const given: Readonly<Record<string, unknown>> = parameters;
  const path = pages[name].path.replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(given[key])),
  );
  if (link === undefined) return path;
  const part = link.participantId == null ? '' : `p=${link.participantId}&`;
  return `${path}?${part}l=${link.linkId}`;
}

export type OpenPage = {
  readonly [Name in PageName]: { readonly name: Name; readonly parameters: PageParameters<Name> };
}[PageName];

const WHOLE_NUMBER = /^\d{1,15}$/;

/** The page at a path; null if there is none. */
export function pageAt(path: string): OpenPage | null {
  for (const [name, declaration] of Object.entries(pages)) {
    const parameters = parametersIn(declaration.path, path);
    // `name` selects the declaration by which the parameters were parsed.
    if (parameters !== null) return { name, parameters } as OpenPage;
  }
  return null;
}

function parametersIn(pattern: string, path: string): Readonly<Record<string, number | string>> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const parameters: Record<string, number | string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== text) return null;
    } else if (part.endsWith('Id')) {
      if (!WHOLE_NUMBER.test(text)) return null;
      parameters[part.slice(1)] = Number(text);
    } else {
      if (text === '') return null;
      parameters[part.slice(1)] = decoded(text);
    }
  }
  return parameters;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
