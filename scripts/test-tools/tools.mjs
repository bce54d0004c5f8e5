// The programs besides Node.js that tests run: one list for `npm run test:tools`, for CI, and for the tests themselves,
// which carry these names as tags and are skipped where the program is missing.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {() => boolean} isThere
 * @property {readonly string[]} [commands] programs that it consists of
 * @property {readonly string[]} [debian] packages of Debian
 * @property {readonly string[]} [brew] formulas and casks of Homebrew
 * @property {string} [otherwise] how to get it where no package provides it
 * @property {true} [onlyForCi] no test asks for it
 * @property {true} [unpublished] neither part of this repository nor to be had: CI does without it where it is missing
 */

const repository = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** PDF files of other projects, which are not part of this one. */
export const WILD_FILES = join(repository, '../shared/data/pdf');

/** Prints the verdicts of pyHanko, which is not a dependency. */
export const PYHANKO_JUDGE =
  process.env.PYHANKO_JUDGE ?? join(repository, '../shared/tools/pyhanko/judge.py');

/** Debian builds its modules for its own interpreter only. */
export const DEBIAN_PYTHON = '/usr/bin/python3';

/** Imports of the generated Java client, where Debian keeps them. */
export const JAVA_LIBRARIES = ['gson', 'okhttp', 'okio'].map((name) => `/usr/share/java/${name}.jar`);

/** BouncyCastle, where Debian keeps it: the provider, and the formats of certificates and signed data. */
export const BOUNCY_CASTLE = ['bcprov', 'bcutil', 'bcpkix'].map((name) => `/usr/share/java/${name}.jar`);

const BROWSERS = [
  // It does what tests ask for, without the windows, tabs and menus of the others.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @returns {string | null} */
export function findChromium() {
  return process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path)) ?? null;
}

/**
 * A Python interpreter that can import all of these modules. Debian's modules are looked up as files: a run of one test
 * file should not wait for interpreters to start.
 *
 * @param {readonly string[]} modules
 * @returns {string | null}
 */
export function findPython(modules) {
  const folder = '/usr/lib/python3/dist-packages';
  const isPackaged = (module) => existsSync(join(folder, module)) || existsSync(join(folder, `${module}.py`));
  if (existsSync(DEBIAN_PYTHON) && modules.every(isPackaged)) return DEBIAN_PYTHON;
  const { status } = spawnSync('python3', ['-c', `import ${modules.join(', ')}`], { stdio: 'ignore' });
  return status === 0 ? 'python3' : null;
}

const PYHANKO_MODULES = [
  ...['asn1crypto', 'cryptography', 'oscrypto', 'uritools', 'tzlocal', 'qrcode', 'yaml', 'lxml', 'requests'],
  'click',
];
export const CLIENT_MODULES = ['urllib3', 'dateutil', 'six', 'certifi'];

export const isDebian = existsSync('/etc/debian_version');

/** A token in software. */
export const SOFTHSM = '/usr/lib/softhsm/libsofthsm2.so';

/** It is no dependency: few installations have a token, and it has to be compiled. */
function hasPkcs11js() {
  try {
    createRequire(import.meta.url).resolve('pkcs11js');
    return true;
  } catch {
    return false;
  }
}

/** @param {string} command */
export function isInPath(command) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}

/**
 * @param {string} name
 * @param {readonly string[]} commands
 * @param {Partial<Tool>} packages
 * @returns {Tool}
 */
function program(name, commands, packages) {
  return { name, commands, isThere: () => commands.every(isInPath), ...packages };
}

/** @type {readonly Tool[]} */
export const TOOLS = [
  program('poppler', ['pdftoppm', 'pdfsig', 'pdftotext', 'pdfinfo', 'pdffonts', 'pdfimages', 'pdfdetach'], {
    // poppler-data: without it, poppler draws no CJK font that a document does not embed.
    isThere: () =>
      isInPath('pdftoppm') && isInPath('pdfsig') && (!isDebian || existsSync('/usr/share/poppler/cMap')),
    debian: ['poppler-utils', 'poppler-data'],
    brew: ['poppler'],
  }),
  program('qpdf', ['qpdf'], { debian: ['qpdf'], brew: ['qpdf'] }),
  program('mupdf', ['mutool'], { debian: ['mupdf-tools'], brew: ['mupdf-tools'] }),
  program('ghostscript', ['gs'], { debian: ['ghostscript'], brew: ['ghostscript'] }),
  program('openssl', ['openssl'], { debian: ['openssl'], brew: ['openssl@3'] }),
  program('xmllint', ['xmllint'], { debian: ['libxml2-utils'], brew: ['libxml2'] }),
  program('nss', ['certutil', 'pk12util'], { debian: ['libnss3-tools'], brew: ['nss'] }),
  {
    name: 'chromium',
    isThere: () => findChromium() !== null,
    debian: ['chromium-headless-shell'],
    brew: ['google-chrome'],
    otherwise: 'CHROMIUM names the program',
  },
  {
    // Chromium serves the tests as well, with a fifth more processor time.
    name: 'chromium-headless-shell',
    isThere: () => existsSync('/usr/bin/chromium-headless-shell'),
    debian: ['chromium-headless-shell'],
    onlyForCi: true,
  },
  program('libreoffice', ['soffice'], {
    isThere: () => isInPath('soffice') && findPython(['uno']) !== null,
    debian: ['libreoffice-writer-nogui', 'python3-uno'],
    otherwise: 'LibreOffice with its Python modules',
  }),
  program('curl', ['curl'], { debian: ['curl'], brew: ['curl'] }),
  program('haproxy', ['haproxy'], { debian: ['haproxy'], brew: ['haproxy'] }),
  // Debian keeps it out of the path of ordinary accounts.
  program('pgbouncer', ['pgbouncer'], {
    isThere: () => isInPath('pgbouncer') || existsSync('/usr/sbin/pgbouncer'),
    debian: ['pgbouncer'],
    brew: ['pgbouncer'],
  }),
  // It resolves compose files, which takes no Docker.
  program('docker-compose', ['docker-compose'], { debian: ['docker-compose'], brew: ['docker-compose'] }),
  program('nginx', ['nginx'], { debian: ['nginx'], brew: ['nginx'] }),
  program('promtool', ['promtool'], { debian: ['prometheus'], brew: ['prometheus'] }),
  {
    name: 'swift',
    isThere: () => existsSync(DEBIAN_PYTHON) && existsSync('/usr/lib/python3/dist-packages/swift/proxy'),
    // The library alone, which brings no services.
    debian: ['python3-swift'],
    otherwise: 'OpenStack Swift as a Python module of Debian',
  },
  program('procps', ['ps'], { debian: ['procps'] }),
  program('bubblewrap', ['bwrap'], { debian: ['bubblewrap'] }),
  program('python', ['python3'], { debian: ['python3'], brew: ['python'] }),
  program('java', ['java', 'javac'], {
    // macOS has stand-ins for both, which only say where to get them.
    isThere: () =>
      isInPath('javac') &&
      (process.platform !== 'darwin' || spawnSync('javac', ['-version'], { stdio: 'ignore' }).status === 0),
    debian: ['default-jdk-headless'],
    brew: ['openjdk'],
  }),
  {
    name: 'python-libraries',
    isThere: () => findPython(CLIENT_MODULES) !== null,
    debian: ['python3-urllib3', 'python3-dateutil', 'python3-six', 'python3-certifi'],
    otherwise: `Python modules ${CLIENT_MODULES.join(', ')}`,
  },
  {
    name: 'java-libraries',
    isThere: () => JAVA_LIBRARIES.every((path) => existsSync(path)),
    debian: ['libgoogle-gson-java', 'libokhttp-java'],
    otherwise: `Java libraries ${JAVA_LIBRARIES.join(', ')}`,
  },
  {
    name: 'bouncy-castle',
    isThere: () => isInPath('java') && BOUNCY_CASTLE.every((path) => existsSync(path)),
    debian: ['libbcprov-java', 'libbcpkix-java'],
    otherwise: `Java libraries ${BOUNCY_CASTLE.join(', ')}`,
  },
  {
    name: 'pyhanko',
    isThere: () => existsSync(PYHANKO_JUDGE) && findPython(PYHANKO_MODULES) !== null,
    debian: PYHANKO_MODULES.map((module) => `python3-${module}`),
    otherwise: 'PYHANKO_JUDGE names a script that prints its verdicts',
    unpublished: true,
  },
  {
    name: 'wild-files',
    isThere: () => existsSync(WILD_FILES),
    otherwise: 'PDF files of other projects in ../shared/data/pdf',
    unpublished: true,
  },
  {
    name: 'pkcs11',
    // The package is looked for where the service does, so that NODE_PATH can name its folder.
    isThere: () =>
      existsSync(SOFTHSM) && isInPath('softhsm2-util') && isInPath('pkcs11-tool') && hasPkcs11js(),
    debian: ['softhsm2', 'opensc', 'g++', 'make', 'python3'],
    otherwise: 'NODE_PATH names the folder of "node scripts/pkcs11js.mjs"',
  },
  { name: 'bun', isThere: () => process.env.BUN !== undefined, otherwise: 'BUN names the program' },
  {
    name: 'openapi-generator',
    isThere: () => process.env.OPENAPI_TOOLS !== undefined,
    otherwise: 'OPENAPI_TOOLS names a folder to fetch it into',
  },
  {
    name: 'openapi-checkers',
    isThere: () => process.env.CHECKERS !== undefined,
    otherwise: 'CHECKERS names the folder that they are installed in',
  },
  {
    name: 'kubernetes-models',
    isThere: () => process.env.CHECKERS !== undefined,
    otherwise: 'CHECKERS names the folder that it is installed in',
  },
  {
    name: 'kubectl',
    // Before 1.27 its kustomize does not know labels.
    isThere: () =>
      isInPath('kubectl') &&
      /Kustomize Version: v[5-9]/.test(`${spawnSync('kubectl', ['version', '--client']).stdout}`),
    brew: ['kubernetes-cli'],
    otherwise: 'kubectl 1.27 or newer',
    unpublished: true,
  },
  program('systemd', ['systemd-analyze'], { debian: ['systemd'] }),
  {
    name: 'postgresql-15',
    isThere: () => existsSync('/usr/lib/postgresql/15/bin/postgres'),
    debian: ['postgresql-15'],
  },
  {
    name: 'patroni',
    commands: ['patroni', 'etcd'],
    // A campaign of minutes, which CI does without.
    isThere: () => process.env.FAILOVER === '1' && isInPath('patroni') && isInPath('etcd'),
    otherwise: 'npm run failover, with patroni and etcd-server of Debian',
    unpublished: true,
  },
  { name: 'root', isThere: () => process.getuid?.() === 0, otherwise: 'tests run as root' },
];

/** Settles what a tag means to the tests: those of a tool that is missing are skipped. */
export function toolTags() {
  return TOOLS.filter((tool) => !tool.onlyForCi).map((tool) => ({
    name: tool.name,
    description: `needs ${tool.name}`,
    ...(tool.isThere() ? {} : { skip: true }),
  }));
}
