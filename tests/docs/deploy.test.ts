/** The manifests of Kubernetes and the unit of systemd agree with the service, and with themselves. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { parseAllDocuments, parseDocument } from 'yaml';
import { root, textOf } from '../support/documentation.js';
import { exampleSecrets } from '../support/example-secrets.js';
import { inImage } from '../support/image-environment.js';
import { outputOf, runSync } from '../support/programs.js';

const BASE = 'deploy/kubernetes/base';
const EXAMPLE = 'deploy/kubernetes/example';
const UNIT = 'deploy/systemd/cinnabar.service';

/** A folder with `kubernetes-models`; .ci/run names it. */
const checkers = process.env['CHECKERS'] ?? '';
const settingsTable = textOf('docs/operations.md');
let secrets: string;

beforeAll(() => {
  secrets = exampleSecrets();
});
afterAll(() => rmSync(secrets, { recursive: true, force: true }));

interface Variable {
  readonly name: string;
  readonly value: string;
}

interface Pod {
  readonly spec: {
    readonly terminationGracePeriodSeconds?: number;
    readonly securityContext: unknown;
    readonly containers: readonly {
      readonly name: string;
      readonly args?: readonly string[];
      readonly env: readonly Variable[];
      readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
      readonly securityContext: unknown;
      readonly volumeMounts: readonly { readonly name: string }[];
      readonly startupProbe?: Probe;
      readonly livenessProbe?: Probe;
      readonly readinessProbe?: Probe & { readonly periodSeconds: number; readonly failureThreshold: number };
    }[];
    readonly volumes: readonly { readonly name: string }[];
  };
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly ttlSecondsAfterFinished?: number;
    readonly template?: Pod;
    readonly selector?: Readonly<Record<string, string>> & {
      readonly matchLabels?: Readonly<Record<string, string>>;
    };
    readonly ports?: readonly { readonly targetPort: string }[];
  };
}

/** What a process of the image reads, with secrets in a folder of the test. */
const configOf = (environment: Readonly<Record<string, string>>) => readConfig(inImage(environment, secrets));

describe('the files of Kubernetes', () => {
  it.each([BASE, EXAMPLE])('are all named by the kustomization of %s', (folder) => {
    const kustomization = textOf(`${folder}/kustomization.yaml`);
    for (const name of readdirSync(join(root, folder))) {
      if (name !== 'kustomization.yaml') expect(kustomization).toContain(name);
      if (name.endsWith('.yaml')) {
        expect(parseDocument(textOf(`${folder}/${name}`)).errors, name).toEqual([]);
      }
    }
  });
});

describe('the manifests of the example', { tags: ['kubectl'] }, () => {
  let manifests: readonly Manifest[];
  let pods: readonly Pod[];
  beforeAll(() => {
    const rendered = outputOf('kubectl', ['kustomize', join(root, EXAMPLE)]);
    manifests = parseAllDocuments(rendered).map((document): Manifest => document.toJS());
    pods = manifests.flatMap(({ spec }) => spec?.template ?? []);
  });
  const settings = () => manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
  const environmentOf = (pod: Pod) => ({
    ...settings(),
    ...Object.fromEntries(
      pod.spec.containers.flatMap(({ env }) => env.map((each) => [each.name, each.value])),
    ),
  });

  it('start the service for production, web processes and workers apart', () => {
    const configs = pods.map((pod) => configOf(environmentOf(pod)));
    expect(configs.map(({ mode, storage, role }) => `${mode} ${storage} ${role}`)).toEqual([
      'production s3 web',
      'production s3 worker',
      'production s3 all',
    ]);
  });

  it('pass existing settings only, and secrets as files', () => {
    for (const pod of pods) {
      for (const name of Object.keys(environmentOf(pod))) expect(settingsTable).toContain(`| \`${name}\` |`);
    }
    expect(Object.keys(settings()).filter((name) => /SECRET_KEY$|PASSWORD|MASTER_KEY$/.test(name))).toEqual(
      [],
    );
  });

  it('run as the user of the image, on a read-only file system, without privileges', () => {
    for (const { spec } of pods) {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001, fsGroup: 10_001 });
      for (const container of spec.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.volumeMounts.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name));
      }
    }
    expect(textOf('Dockerfile')).toMatch(/^USER 10001$/m);
  });

  it('probe what the service answers, and give it the time to drain', () => {
    const serving = pods.filter(({ spec }) => spec.terminationGracePeriodSeconds !== undefined);
    expect(serving).toHaveLength(2);
    for (const pod of serving) {
      const [container] = pod.spec.containers;
      const { drainSeconds, metricsPort, port } = configOf(environmentOf(pod));
      expect(container?.ports?.map(({ containerPort }) => containerPort)).toEqual([port, metricsPort]);
      expect(container?.startupProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' });
      expect(container?.livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' });
      expect(container?.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' });
      expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drainSeconds + 40);
      const { periodSeconds = 0, failureThreshold = 0 } = container?.readinessProbe ?? {};
      if (drainSeconds > 0) expect(drainSeconds).toBeGreaterThan(periodSeconds * failureThreshold);
    }
  });

  it('select the pods that they mean', () => {
    const labels = pods.map(({ metadata }) => metadata.labels);
    const chosen = (selector: Readonly<Record<string, string>> = {}) =>
      labels
        .filter((each) => Object.entries(selector).every(([name, value]) => each[name] === value))
        .map((each) => each['app.kubernetes.io/component']);
    const selections = manifests.flatMap(({ kind, metadata, spec }) =>
      spec?.selector === undefined
        ? []
        : [[`${kind} ${metadata.name}`, chosen(spec.selector.matchLabels ?? spec.selector)]],
    );
    expect(Object.fromEntries(selections)).toEqual({
      'Deployment cinnabar-web': ['web'],
      'Deployment cinnabar-worker': ['worker'],
      'PodDisruptionBudget cinnabar-web': ['web'],
      'Service cinnabar': ['web'],
    });
  });

  it('run the command that migrates, in a job that makes room for the next one', () => {
    const job = manifests.find(({ kind }) => kind === 'Job');
    expect(job?.spec?.ttlSecondsAfterFinished).toBeGreaterThan(0);

    const migrating = pods.flatMap(({ spec }) => spec.containers.flatMap(({ args = [] }) => [args]));
    expect(migrating).toEqual(expect.arrayContaining([['cinnabar', 'migrate']]));
  });

  test('fit the schemas of Kubernetes', { tags: ['kubernetes-models'] }, async () => {
    for (const manifest of manifests) {
      const folder = join(checkers, 'node_modules/kubernetes-models', manifest.apiVersion, 'index.mjs');
      const models: Readonly<Record<string, new (from: unknown) => { validate(): void }>> = await import(
        pathToFileURL(folder).href
      );
      const Model = models[manifest.kind];
      if (Model === undefined) throw new Error(`no model of ${manifest.apiVersion} ${manifest.kind}`);
      expect(() => new Model(manifest).validate(), manifest.kind).not.toThrow();
    }
  });
});

test.each(['docs/production.md', 'docs/zh-CN/production.md'])(
  '%s names the share of the disk at which the alerts fire',
  (page) => {
    const alerts = textOf('deploy/prometheus/alerts.yaml');
    const [, free = ''] = /disk_free_bytes \/ disk_size_bytes\) < ([\d.]+)/.exec(alerts) ?? [];
    const [line = ''] = /^.*`blobs\/`.*%.*$/m.exec(textOf(page)) ?? [];
    expect(/(\d+) ?%/.exec(line)?.[1]).toBe(String(100 - Number(free) * 100));
  },
);

describe('the unit of systemd', () => {
  const unit = textOf(UNIT);

  it('starts a file that the build makes, with existing settings', () => {
    const [, program = ''] = /^ExecStart=\/usr\/bin\/node \/opt\/cinnabar\/(.*)$/m.exec(unit) ?? [];
    expect(existsSync(join(root, program)), program).toBe(true);
    const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
      pairs.split(' ').map((pair) => pair.split('=')[0]),
    );
    for (const name of names) {
      if (name !== 'NODE_ENV') expect(settingsTable).toContain(`| \`${name}\` |`);
    }
    expect(names).toContain('MASTER_KEY_FILE');
  });

  test('is accepted by systemd', { tags: ['systemd'] }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'cinnabar-unit-'));
    const path = join(folder, 'cinnabar.service');
    // The program and its account are on the machine that is administered, not on this one.
    writeFileSync(path, unit.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'));
    const { status, stdout, stderr } = runSync('systemd-analyze', ['verify', '--recursive-errors=no', path]);
    rmSync(folder, { recursive: true });
    expect([status, `${stdout}${stderr}`]).toEqual([0, '']);
  });
});
