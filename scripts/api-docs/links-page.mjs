import { linkKinds, linkScopes } from '@cinnabar/api/links.js';
import { code, table } from './markdown.mjs';

/** The words of the page around those of the declarations. */
const texts = {
  en: {
    title: 'What a link may do',
    twin: '[中文](zh-CN/links.md)',
    intro:
      'Made by `npm run docs:api` from `links` and `linksUntil` of the operations in `packages/api`. A session that a link has opened may call these operations and no others, whatever rights its person has elsewhere; beside them it gets the pictures of what its page shows (`packages/server/src/pages/browser-routes.ts`). Operations of the interface are called below `/pages/operations`; `packages/server/src/pages/rules/link-scopes.ts` decides which requests a scope lets through.',
    head: ['operation', '', 'requests', 'how long'],
    purpose: (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
    // How long a link may call an operation; see `linksUntil` of the operations.
    ends: {
      done: 'until what the link is for is done',
      paid: 'also while what is due after signing is unpaid',
      afterPayment: 'also once that is paid',
      withdrawn: 'until the link is withdrawn',
    },
  },
  zh: {
    title: '链接的权限',
    twin: '[English](../links.md)',
    intro:
      '由 `npm run docs:api` 根据 `packages/api` 中各操作的 `links` 和 `linksUntil` 生成。链接打开的会话只能调用以下操作，无论本人在别处有何权限；除此之外，还可获取其页面所展示内容的图片（`packages/server/src/pages/browser-routes.ts`）。接口列表中的操作在 `/pages/operations` 之下调用；各范围允许哪些请求，由 `packages/server/src/pages/rules/link-scopes.ts` 决定。',
    head: ['操作', '', '请求范围', '期限'],
    purpose: (words) => `${words}。`,
    ends: {
      done: '链接的事务办结为止',
      paid: '签署后仍有款项未付时也可以',
      afterPayment: '付款之后也可以',
      withdrawn: '链接撤回为止',
    },
  },
};

/** In one language: the operations available to the session of each kind of link, from all declarations. */
export function linksPage(language, pageOperations, registry) {
  const { title, twin, intro } = texts[language];
  const operations = [...pageOperations, ...registry];
  const sections = Object.keys(linkKinds).map((kind) => sectionOf(language, kind, operations));
  return `${[`# ${title}`, twin, intro, ...sections].join('\n\n')}\n`;
}

function sectionOf(language, kind, operations) {
  const { head, purpose, ends } = texts[language];
  const allowed = operations.filter(({ links }) => links[kind] !== undefined);
  const rows = allowed.map(({ path, title, links, linksUntil }) => [
    code(path),
    title[language],
    linkScopes[links[kind]][language],
    ends[linksUntil],
  ]);
  return [`## ${code(kind)}`, purpose(linkKinds[kind][language]), table(head, rows)].join('\n\n');
}
