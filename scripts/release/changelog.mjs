// The changelog in the form of Keep a Changelog. What a version brings is in its own section, or else in "Unreleased".
const HEADING = /^## .*$/gm;

/** Heading and text of the section with the contents of a version; undefined if there is none. */
function find(changelog, version) {
  const headings = [...changelog.matchAll(HEADING)];
  const own = headings.findIndex(([heading]) => heading.startsWith(`## [${version}]`));
  const index = own === -1 ? headings.findIndex(([heading]) => heading.startsWith('## [Unreleased]')) : own;
  if (index === -1) return undefined;
  const [heading] = headings[index];
  const start = headings[index].index;
  const end = headings[index + 1]?.index ?? changelog.length;
  return { heading, start, end, body: changelog.slice(start + heading.length, end).trim() };
}

/** What the changelog says of a version; null if nothing. */
export function sectionOf(changelog, version) {
  const body = find(changelog, version)?.body ?? '';
  return body === '' ? null : body;
}

/** The changelog in which what was unreleased is the version of a day. */
export function releasedChangelog(changelog, version, day) {
  const section = find(changelog, version);
  if (section === undefined) throw new Error(`the changelog has no section for ${version}`);
  const { start, heading } = section;
  const rest = changelog.slice(start + heading.length);
  return `${changelog.slice(0, start)}## [Unreleased]\n\n## [${version}] - ${day}${rest}`;
}
