import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes a minute or more, longest first; how long is printed at the end of every CI run. */
const longest = [
  'differential/',
  'faults/kill-in-signing',
  'conformance/bad-input',
  'browser/',
  'properties/walks',
  'database/embedded',
  'attacks/who-binds-whom',
  'journeys/parallel-signers',
  'journeys/archives',
  'sandbox/',
];

/** Files that take longest begin first, so that none of them is left over once everything else is done. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((part) => moduleId.includes(`/tests/${part}`));
      return found === -1 ? longest.length : found;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
