import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * axe-core's rules of minor or moderate impact: a rule's impact is that of its violations, which would be left out of the
 * result, so that these rules need not run at all.
 */
const lesserRules = [
  ...['aria-allowed-role', 'aria-deprecated-role', 'empty-heading', 'empty-table-header'],
  ...['focus-order-semantics', 'form-field-multiple-labels', 'heading-order', 'hidden-content'],
  ...['html-xml-lang-mismatch', 'image-redundant-alt', 'landmark-banner-is-top-level'],
  ...['landmark-contentinfo-is-top-level', 'landmark-main-is-top-level', 'landmark-no-duplicate-banner'],
  ...['landmark-no-duplicate-contentinfo', 'landmark-no-duplicate-main', 'landmark-one-main'],
  ...['landmark-unique', 'meta-viewport', 'meta-viewport-large', 'no-autoplay-audio', 'page-has-heading-one'],
  ...['presentation-role-conflict', 'region', 'scope-attr-valid', 'server-side-image-map', 'skip-link'],
  'table-duplicate-name',
];

const options = JSON.stringify({
  resultTypes: ['violations'],
  rules: Object.fromEntries(lesserRules.map((id) => [id, { enabled: false }])),
});

/** Runs in the page. */
const runAxe = `axe.run(document, ${options}).then(({ violations }) =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join(' | ')))`;

/**
 * Runs in the page: all that is shown, with what the rules look at. Another size that shows the same elements in the same
 * way has the same result.
 */
const shownElements = `[
  document.documentElement.outerHTML,
  ...[...document.querySelectorAll('body *')].map((element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return '';
    const { color, backgroundColor, fontSize, fontWeight, opacity } = getComputedStyle(element);
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
    const scrolls = scrollHeight > clientHeight || scrollWidth > clientWidth;
    return [color, backgroundColor, fontSize, fontWeight, opacity, scrolls].join();
  }),
].join('\\n')`;

/** What was last looked at without a finding. */
const sound = new WeakMap<Page, string>();

/** Serious and critical violations in the present document. */
export async function accessProblems(page: Page): Promise<unknown> {
  const shown = await page.evaluate<string>(shownElements);
  if (sound.get(page) === shown) return [];
  // A document keeps it for its next check.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  const problems = await page.evaluate<readonly string[]>(runAxe);
  if (problems.length === 0) sound.set(page, shown);
  return problems;
}
