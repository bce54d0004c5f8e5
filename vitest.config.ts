import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { toolTags } from './scripts/test-tools/tools.mjs';
import { sortTestFiles } from './tests/support/database-files.mjs';
import { LongestFirst } from './tests/support/longest-first.js';
import { useMemory } from './tests/support/temporary-folder.js';

useMemory();
const { withDatabase, withoutDatabase } = sortTestFiles();

// Tests import the compiled packages, so worker threads and child processes run exactly what production runs.
export default defineConfig({
  test: {
    // PostgreSQL is started only for a run that needs it.
    projects: [
      {
        extends: true,
        test: {
          name: 'database',
          include: withDatabase,
          globalSetup: ['tests/support/database-server.ts'],
        },
      },
      { extends: true, test: { name: 'plain', include: withoutDatabase } },
    ],
    server: { deps: { external: [/packages\/.*\/dist\//] } },
    pool: 'forks',
    // No test changes what another sees, so that a process loads the packages once and not for each file.
    isolate: false,
    // One more than there are cores: tests wait for processes, for the database and for pages a third of their time.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    sequence: { sequencer: LongestFirst },
    // Tests that run another program carry its name as a tag.
    tags: toolTags(),
    reporters: ['default', './tests/support/skipped-tests.ts'],
    // A poll ends as soon as it holds; a busy machine must not fail it.
    expect: { poll: { timeout: 30_000, interval: 50 } },
    // The one line of a failure that a summary shows must say what differed.
    chaiConfig: { truncateThreshold: 600 },
    // Nor a scene in a browser, of which the longest take half a minute.
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
