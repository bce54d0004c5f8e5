// Prints the test files that use a database of the test server, directly or through what they import. Left out is what
// does not depend on which server answers the same queries: pages in a browser, command lines, documents, examples,
// processes that are killed, keys and certificates, providers, and what is refused before anything is asked of the
// database. Every operation is in, by its conformance; of the journeys and areas those that read lists or act at once, of
// the attacks those that race.
import { join } from 'node:path';
import { sortTestFiles } from '../tests/support/database-files.mjs';

const elsewhere = [
  'browser',
  'cli',
  'docs',
  'http',
  'pdf',
  'sandbox',
  'sdk',
  'examples',
  'faults',
  'pki',
  'authority',
  'custody',
  'providers',
  'storage/encrypted-blob-store.test.ts',
  'properties/walks.test.ts',
  'conformance/bad-input.test.ts',
  'conformance/page-operations.test.ts',
];
/** Of these folders only the files with such names. */
const onlySome = {
  journeys: /ledger|list|export|parallel|bulk|count|two-enterprises|webhooks/,
  areas: /search|count|ledger/,
  attacks: /races/,
};
const leftOut = (file) =>
  elsewhere.some((each) => file.startsWith(join('tests', each))) ||
  Object.entries(onlySome).some(
    ([folder, names]) => file.startsWith(join('tests', folder)) && !names.test(file),
  );
console.log(
  sortTestFiles()
    .withDatabase.filter((file) => !leftOut(file))
    .join('\n'),
);
