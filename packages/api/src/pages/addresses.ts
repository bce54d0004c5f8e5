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

/** The filters of the seal list; the pages of one seal keep them for the way back. */
const sealFilter = { category: 'text', search: 'text' } as const;

/** The filters of the audit. */
const auditFilters = {
  person: 'number',
  act: 'text',
  kind: 'text',
  object: 'number',
  source: 'text',
  request: 'text',
  from: 'text',
  to: 'text',
  page: 'number',
} as const;

/** The filters of the console's list of contracts. Lists of numbers are joined by commas. */
const contractFilters = {
  scope: ['own', 'corp'],
  tab: 'number',
  status: 'text',
  text: 'text',
  title: 'text',
  code: 'text',
  order: 'text',
  party: 'text',
  partyType: 'number',
  mobile: 'text',
  time: 'number',
  from: 'text',
  to: 'text',
  initiator: 'number',
  template: 'number',
  batch: 'number',
  days: 'number',
  page: 'number',
  size: 'number',
} as const;

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
  /** `flow` and `part` name the contract that opens after signing in. */
  contracts: { path: '/contracts', state: { pages: 'number', flow: 'number', part: 'number' } },
  seals: { path: '/seals', state: sealFilter },
  newSeal: { path: '/seals/new', state: sealFilter },
  seal: { path: '/seals/:sealId', state: sealFilter },
  templates: { path: '/templates', state: {} },
  designer: { path: '/designer/:templateId', state: {} },
  /** The fill or sign page of a template that is being designed, in a frame of its designer. */
  preview: { path: '/preview', state: { ...inSight, view: ['beside', 'list'] } },
  face: { path: '/face/:orderNo', state: {} },
  newPayment: { path: '/pay/new', state: {} },
  lastPayment: { path: '/pay/last', state: {} },
  payment: { path: '/pay/:orderId', state: {} },
  sandboxPayment: { path: '/sandbox/pay/:businessOrderNo', state: {}, isSandbox: true },
  verify: { path: '/verify', state: {} },
  write: { path: '/write', state: {} },
  login: { path: '/login', state: { next: 'text', corp: 'number', failed: 'text' } },
  setup: { path: '/setup', state: {} },
  platform: {
    path: '/platform',
    state: {
      tab: ['overview', 'corps', 'seals', 'providers', 'certificates', 'storage', 'jobs', 'acts'],
      state: 'text',
      name: 'text',
      page: 'number',
    },
  },
  corps: { path: '/console', state: {} },
  security: { path: '/security', state: { next: 'text' } },
  console: { path: '/console/:corpId', state: { scope: ['own', 'corp'] } },
  consoleContracts: { path: '/console/:corpId/contracts', state: contractFilters },
  consoleNewContract: {
    path: '/console/:corpId/contracts/new',
    state: { way: ['file', 'template'], template: 'number', step: 'number', draft: 'text' },
  },
  consoleBatch: {
    path: '/console/:corpId/contracts/batch',
    state: { template: 'number', draft: 'text', step: 'number' },
  },
  consoleBatchInfo: {
    path: '/console/:corpId/batches/:batchId',
    state: { show: ['started', 'failed', 'pending'], page: 'number' },
  },
  consoleContract: {
    path: '/console/:corpId/contracts/:flowId',
    state: { ...inSight, tab: ['pages', 'files', 'history', 'values', 'approvals', 'fees', 'attachments'] },
  },
  consoleApprovals: { path: '/console/:corpId/approvals', state: { tab: 'number', page: 'number' } },
  consoleTemplates: {
    path: '/console/:corpId/templates',
    state: { status: 'number', name: 'text', page: 'number' },
  },
  consoleTemplate: {
    path: '/console/:corpId/templates/:templateId',
    state: { ...inSight, tab: ['pages', 'fields', 'versions'] },
  },
  consoleDesigner: { path: '/console/:corpId/templates/:templateId/design', state: {} },
  /** A template that is not published yet; `new` for one that has no draft either. */
  consoleTemplateDraft: { path: '/console/:corpId/templates/drafts/:draft', state: {} },
  consoleSeals: {
    path: '/console/:corpId/seals',
    state: {
      ...{ tab: ['list', 'usage'], status: 'number', name: 'text', page: 'number' },
      ...{ seal: 'number', how: 'text', from: 'text', to: 'text' },
    },
  },
  consoleNewSeal: { path: '/console/:corpId/seals/new', state: {} },
  consoleSealMatrix: {
    path: '/console/:corpId/seals/matrix',
    state: { name: 'text', ending: 'number', page: 'number' },
  },
  consoleSeal: { path: '/console/:corpId/seals/:sealId', state: {} },
  consoleMembers: {
    path: '/console/:corpId/members',
    state: { tab: ['all', 'requests'], name: 'text', page: 'number' },
  },
  consoleMember: { path: '/console/:corpId/members/:userId', state: {} },
  consoleMemberLeave: {
    path: '/console/:corpId/members/:userId/leave',
    state: { step: ['give', 'end'], to: 'number' },
  },
  consoleFees: {
    path: '/console/:corpId/fees',
    state: {
      tab: ['ledger', 'dues', 'orders', 'days', 'channels'],
      of: ['contract', 'collection'],
      ...{ type: 'text', who: 'text', from: 'text', to: 'text' },
      ...{ status: 'number', order: 'number', channel: 'number', page: 'number' },
    },
  },
  consoleEvidence: {
    path: '/console/:corpId/evidence',
    state: { tab: ['contracts', 'roots'], title: 'text', party: 'text', flow: 'number', page: 'number' },
  },
  consoleDeveloper: {
    path: '/console/:corpId/developer',
    state: {
      tab: ['apps', 'webhooks', 'deliveries', 'embedding'],
      webhook: 'number',
      status: 'text',
      page: 'number',
    },
  },
  consoleSettings: {
    path: '/console/:corpId/settings',
    state: {
      tab: ['corp', 'brand', 'rules', 'notices', 'login', 'certificates', 'retention'],
      page: 'number',
    },
  },
  consoleAudit: { path: '/console/:corpId/audit', state: auditFilters },
  consoleMe: { path: '/console/:corpId/me', state: {} },
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

/** Pages, besides those of the console, that no site may embed in a frame, whatever the link in their query. */
const unframed: readonly PageName[] = ['login', 'setup', 'platform', 'corps', 'security', 'preview'];

/** Whether a page may be embedded in a frame of another site at all. */
export function mayBeFramed(path: string): boolean {
  const page = pageAt(path);
  return page !== null && !unframed.includes(page.name) && !page.name.startsWith('console');
}

/** An address within the console to which a log-in may lead; anything else is null, above all another site. */
export function consoleAddress(given: string | null | undefined): string | null {
  if (given === null || given === undefined || !/^\/(?:console|security)(?:[/?]|$)/.test(given)) return null;
  // Browsers remove control characters, and read a backslash as a slash.
  if (/[\\\p{Cc}]|\/\//u.test(given)) return null;
  return pageAt(given.split(/[?#]/, 1)[0] ?? '') === null ? null : given;
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
