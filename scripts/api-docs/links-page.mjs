import { linkKinds, linkScopes } from '@cinnabar/api/links.js';
import { code, table } from './markdown.mjs';

/** How long a link may call an operation; see `linksUntil` of the operations. */
const ends = {
  done: 'until what the link is for is done',
  paid: 'also while what is due after signing is unpaid',
  afterPayment: 'also once that is paid',
  withdrawn: 'until the link is withdrawn',
};

/** The operations available to the session of each kind of link, from the declarations of all operations. */
export function linksPage(pageOperations, registry) {
  return `${[
    '# What a link may do',
    'Made by `npm run docs:api` from `links` and `linksUntil` of the operations in `packages/api`. A session that a link has opened may call these operations and no others, whatever rights its person has elsewhere; beside them it gets the pictures of what its page shows (`packages/server/src/pages/browser-routes.ts`). Operations of the interface are called below `/pages/operations`; `packages/server/src/pages/rules/link-scopes.ts` decides which requests a scope lets through.',
    ...Object.entries(linkKinds).map(([kind, words]) => sectionOf(kind, words, pageOperations, registry)),
  ].join('\n\n')}\n`;
}

function sectionOf(kind, { zh, en }, pageOperations, registry) {
  const allowed = [...pageOperations, ...registry].filter(({ links }) => links[kind] !== undefined);
  const rows = allowed.map(({ path, title, links, linksUntil }) => [
    code(path),
    title.en,
    linkScopes[links[kind]].en,
    ends[linksUntil],
  ]);
  return [
    `## ${code(kind)}`,
    `${sentence(en)} (${zh}).`,
    table(['operation', '', 'requests', 'how long'], rows),
  ].join('\n\n');
}

function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
