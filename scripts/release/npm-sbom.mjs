import { execFileSync } from 'node:child_process';

/** The project, which npm would name after the folder of the checkout. */
export const NAME = 'cinnabar';

/** The software bill of materials of the npm packages that run in production, in CycloneDX. */
export function npmSbom() {
  const production = [
    '--omit=dev',
    '--package-lock-only',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
  ];
  const printed = execFileSync('npm', ['--silent', 'sbom', ...production], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  });
  const sbom = JSON.parse(printed);
  sbom.metadata.component.name = NAME;
  return sbom;
}
