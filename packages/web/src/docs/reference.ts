/**
 * The API reference: RapiDoc displays /openapi.json, and requests tried there carry the credentials of the form above.
 * The credentials stay in this tab, and nothing is loaded from third parties.
 */
import 'rapidoc';
import { demoCredentials } from './demo-credentials.js';

let loaded = false;
const names = ['appId', 'accessToken', 'userId', 'source'] as const;
const KEPT = 'cinnabar reference';

const form = found('#credentials', HTMLFormElement);
const reference = found('rapi-doc', HTMLElement);

function found<E extends Element>(selector: string, kind: new () => E): E {
  const element = document.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${selector}`);
}

function fieldOf(name: string): HTMLInputElement | HTMLSelectElement {
  return name === 'source'
    ? found('[name=source]', HTMLSelectElement)
    : found(`[name=${name}]`, HTMLInputElement);
}

function fill(values: Readonly<Record<string, unknown>>): void {
  for (const name of names) {
    const value = values[name];
    if (typeof value === 'string' || typeof value === 'number') fieldOf(name).value = String(value);
  }
  keep();
}

function keep(): void {
  sessionStorage.setItem(
    KEPT,
    JSON.stringify(Object.fromEntries(names.map((name) => [name, fieldOf(name).value]))),
  );
  showKeys();
}

/** Adds the credentials to the sample commands. Before the document is loaded there are none. */
function showKeys(): void {
  if (!loaded) return;
  const setApiKey: unknown = Reflect.get(reference, 'setApiKey');
  if (typeof setApiKey !== 'function') return;
  for (const name of ['appId', 'accessToken']) {
    setApiKey.call(reference, name, fieldOf(name).value.trim());
  }
}

/** Headers typed beside an operation take precedence over the form. */
function addCredentials(event: Event): void {
  if (!(event instanceof CustomEvent)) return;
  const { headers } = event.detail.request;
  if (!(headers instanceof Headers)) return;
  for (const name of names) {
    const value = fieldOf(name).value.trim();
    if (value !== '' && !headers.get(name)) headers.set(name, value);
  }
}

async function useDemo(): Promise<void> {
  const note = found('#note', HTMLParagraphElement);
  try {
    const { corpName, realName, ...credentials } = await demoCredentials();
    fill(credentials);
    note.textContent = `${corpName}，${realName}`;
  } catch {
    note.textContent = '没有演示数据 / There is no demo data';
  }
}

const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
if (typeof kept === 'object' && kept !== null) fill({ ...kept });
form.addEventListener('input', keep);
form.addEventListener('submit', (event) => event.preventDefault());
reference.addEventListener('before-try', addCredentials);
reference.addEventListener('spec-loaded', () => {
  loaded = true;
  showKeys();
});

const demo = found('#demo', HTMLButtonElement);
demo.hidden = document.documentElement.dataset['mode'] !== 'sandbox';
demo.addEventListener('click', () => void useDemo());

// Phones have no room for a sidebar; the operations themselves are listed, collapsed.
if (matchMedia('(max-width: 768px)').matches) reference.setAttribute('render-style', 'view');
// Requests go to the origin by which the page was opened.
reference.setAttribute('server-url', location.origin);
reference.setAttribute('default-api-server', location.origin);
reference.setAttribute('spec-url', '/openapi.json');
