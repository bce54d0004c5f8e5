const OWN = /^@cinnabar\//;

/** A package.json or package-lock.json in which the project and its packages have the version. */
export function withVersion(document, version) {
  const changed = { ...document, version };
  for (const kind of ['dependencies', 'devDependencies']) {
    if (document[kind] !== undefined) changed[kind] = ownWithVersion(document[kind], version);
  }
  if (document.packages !== undefined) {
    changed.packages = Object.fromEntries(
      Object.entries(document.packages).map(([path, entry]) => {
        const isOwn = path === '' || path.startsWith('packages/');
        return [path, isOwn ? withVersion(entry, version) : entry];
      }),
    );
  }
  return changed;
}

const ownWithVersion = (dependencies, version) =>
  Object.fromEntries(
    Object.entries(dependencies).map(([name, wanted]) => [name, OWN.test(name) ? version : wanted]),
  );
