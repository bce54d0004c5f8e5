import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.js';
import { useMemory } from './tests/support/temporary-folder.js';

useMemory();

// Tests import the compiled packages, so worker threads and child processes run exactly what production runs.
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/database-server.ts'],
    server: { deps: { external: [/packages\/.*\/dist\//] } },
    pool: 'forks',
    // No test changes what another sees, so that a process loads the packages once and not for each file.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // A poll ends as soon as it holds; a busy machine must not fail it.
    expect: { poll: { timeout: 30_000, interval: 50 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
