import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take a minute or more, longest first; every CI run prints the durations at its end. */
const longest = [
  'attacks/who-binds-whom',
  'conformance/bad-input',
  'sandbox/demo-script',
  'faults/kill-in-signing',
  'properties/walks',
  'browser/',
  'journeys/archives',
  'journeys/parallel-signers',
  'pdf/wild-files',
  'differential/',
  'database/embedded',
  'conversion/',
  'providers/office',
];

/**
 * Starts the longest files first, so that none of them runs alone at the end. Files of one project follow each other: they
 * share a process, which has the packages loaded.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const found = longest.findIndex((part) => moduleId.includes(`/tests/${part}`));
      const place = found === -1 ? longest.length : found;
      return project.name === 'database' ? place : place + longest.length + 1;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
