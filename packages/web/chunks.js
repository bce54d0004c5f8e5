/**
 * Chunks of the pages. Left alone, the bundler makes one for each set of pages that share a module: forty files before
 * the sign page can be used, on a connection on which a request costs more than its bytes.
 */
const EARLY = /\/src\/early\/early\.ts$/;
const MAIN = /\/src\/main\.tsx$/;
const GATE = /\/src\/shared\/link\/link-gate\.tsx$/;
const PAGE = /\/src\/([a-z]+)\/\1-page\.tsx$/;
const HOME_SCREEN = /\/src\/console\/home\/home-screen\.tsx$/;
const OTHER_SCREEN = /\/src\/console\/.+-screen\.tsx$/;
/** The bundler's own helpers, a file of half a kilobyte. */
const RUNTIME = 'rolldown/runtime';
/** The pages that show a contract. */
const DESKS = new Set(['approve', 'copy', 'fill', 'place', 'sign']);
/** Pages on whose documents controls are arranged; nobody else needs that engine. */
const CANVASES = new Set(['place', 'designer']);
/** Pages that show no contract and have a limit of their own. */
const LEAN = new Set(['docs', 'verify']);
/** The frame of the console is on each of its pages and the home is opened first; they show neither a contract nor a form. */
const FRAME = 'console';
const HOME = 'home of the console';
const SCREEN = 'another screen of the console';

/**
 * - `early`: what asks for a page's data before its scripts are there
 * - `base`: what every page loads, and the little that the frame and home of the console share with the pages of a contract
 * - `frame`: what the frame of the console shares with logging in
 * - `shell`: the rest of that frame
 * - `home`: what the home of the console shares with its other screens
 * - `gate`: what admits to a page that is opened by a link, before the page itself
 * - `canvas`: what the place editor and the template designer share
 * - `parts`: what the pages of a contract share, among themselves or with others
 * - `forms`: what only the other pages share
 */
export function chunkOf() {
  const known = new Map();
  return (id, graph) => {
    if (id.includes(RUNTIME)) return 'base';
    const roots = rootsOf(id, graph, known);
    if (roots.has('early')) return 'early';
    if (roots.has('main')) return 'base';
    const pages = [...roots].filter((root) => root !== SCREEN);
    if (pages.every((page) => page === FRAME || page === HOME)) {
      if (PAGE.test(id)) return null;
      if (roots.has(FRAME)) return 'shell';
      return roots.has(HOME) && roots.has(SCREEN) ? 'home' : null;
    }
    if (pages.length < 2) return roots.has('gate') ? 'gate' : null;
    if (pages.every((page) => CANVASES.has(page))) return 'canvas';
    if (pages.some((page) => LEAN.has(page))) return 'base';
    const isOfLink = pages.some((page) => DESKS.has(page) || page === 'gate');
    // A file of their own would be one more request before a contract can be signed.
    if (roots.has(FRAME) || roots.has(HOME)) return isOfLink ? 'base' : 'frame';
    if (roots.has('gate')) return 'gate';
    return isOfLink ? 'parts' : 'forms';
  };
}

/** The entries whose static imports lead to a module. */
function rootsOf(id, graph, known) {
  const found = known.get(id);
  if (found !== undefined) return found;
  const roots = new Set();
  const seen = new Set([id]);
  for (const each of seen) {
    const name = rootName(each);
    if (name !== null) roots.add(name);
    for (const importer of graph.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  }
  known.set(id, roots);
  return roots;
}

function rootName(id) {
  const [file] = id.split('?', 1);
  if (EARLY.test(file)) return 'early';
  if (MAIN.test(file)) return 'main';
  if (GATE.test(file)) return 'gate';
  if (HOME_SCREEN.test(file)) return HOME;
  if (OTHER_SCREEN.test(file)) return SCREEN;
  return PAGE.exec(file)?.[1] ?? null;
}
