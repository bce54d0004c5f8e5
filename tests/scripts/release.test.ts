import { describe, expect, test } from 'vitest';
import { releasedChangelog, sectionOf } from '../../scripts/release/changelog.mjs';
import { withVersion } from '../../scripts/release/versions.mjs';

const changelog = `# Changelog

## [Unreleased]

### Added

- A thing.

## [1.0.0] - 2026-01-01

- The first version.
`;

describe('the changelog at a release', () => {
  test('gives the notes: what was unreleased', () => {
    expect(sectionOf(changelog, '1.1.0')).toBe('### Added\n\n- A thing.');
  });

  test('gets a section of the version, below an empty one for what comes next', () => {
    const released = releasedChangelog(changelog, '1.1.0', '2026-02-03');
    expect(released).toContain('## [Unreleased]\n\n## [1.1.0] - 2026-02-03\n\n### Added\n');
    expect(released).toContain('## [1.0.0] - 2026-01-01\n\n- The first version.\n');
    expect(sectionOf(released, '1.2.0')).toBeNull();
    expect(sectionOf(released, '1.1.0')).toBe('### Added\n\n- A thing.');
  });

  test('a version that is marked as unreleased is released under its own number', () => {
    const first = '# Changelog\n\n## [0.1.0] - unreleased\n\n- The first version.\n';
    expect(sectionOf(first, '0.1.0')).toBe('- The first version.');
    expect(sectionOf(first, '0.2.0')).toBeNull();
    expect(releasedChangelog(first, '0.1.0', '2026-02-03')).toContain(
      '## [0.1.0] - 2026-02-03\n\n- The first version.',
    );
  });

  test('has no notes if nothing is said', () => {
    expect(sectionOf('# Changelog\n\n## [Unreleased]\n', '1.0.0')).toBeNull();
  });
});

describe('the version at a release', () => {
  test('is that of the package and of the packages of this project that it needs', () => {
    const manifest = {
      name: '@cinnabar/server',
      version: '0.1.0',
      dependencies: { '@cinnabar/api': '0.1.0', pg: '8.0.0' },
    };
    expect(withVersion(manifest, '0.2.0')).toEqual({
      name: '@cinnabar/server',
      version: '0.2.0',
      dependencies: { '@cinnabar/api': '0.2.0', pg: '8.0.0' },
    });
  });

  test('is written to the own entries of the lock file only', () => {
    const lock = {
      version: '0.1.0',
      packages: {
        '': { version: '0.1.0' },
        'packages/api': { version: '0.1.0' },
        'node_modules/pg': { version: '8.0.0' },
      },
    };
    expect(withVersion(lock, '0.2.0')).toEqual({
      version: '0.2.0',
      packages: {
        '': { version: '0.2.0' },
        'packages/api': { version: '0.2.0' },
        'node_modules/pg': { version: '8.0.0' },
      },
    });
  });
});
