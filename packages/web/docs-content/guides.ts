import type { Language } from '../src/shared/text/languages.js';

/** A guide in docs/ or beside a package. */
export interface GuideSource {
  readonly name: string;
  /** In the navigation. */
  readonly title: Readonly<Record<Language, string>>;
  /** Where its editions are in the repository; one that does not exist yet is shown in English. */
  readonly files: Readonly<Record<Language, string>>;
}

const inDocs = (name: string, zh: string, en: string): GuideSource => ({
  name,
  title: { zh, en },
  files: { zh: `docs/zh-CN/${name}.md`, en: `docs/${name}.md` },
});

/** In the order of the navigation. */
export const guideSources: readonly GuideSource[] = [
  inDocs('quick-start', '快速开始', 'Quick start'),
  inDocs('integration', '接入指南', 'Integration guide'),
  inDocs('errors', '错误手册', 'Error handbook'),
  inDocs('webhooks', '事件回调', 'Webhooks'),
  inDocs('embedding', '嵌入页面', 'Embedding pages'),
  inDocs('security-for-integrators', '接入方安全指南', 'Security for integrators'),
  {
    name: 'sdk',
    title: { zh: 'TypeScript SDK', en: 'TypeScript SDK' },
    files: { zh: 'packages/sdk/README.zh-CN.md', en: 'packages/sdk/README.md' },
  },
  inDocs('console', '控制台', 'Console'),
  inDocs('login', '登录', 'Log-in'),
  inDocs('links', '链接的权限', 'What a link may do'),
  inDocs('production', '上线指南', 'Going to production'),
  inDocs('privacy', '个人信息', 'Personal data'),
  inDocs('compliance', '等级保护三级', 'Graded protection, level 3'),
  inDocs('operations', '运维手册', 'Operating the service'),
  inDocs('glossary', '术语表', 'Glossary'),
];
