/** The alerts of deploy/prometheus, evaluated by Prometheus. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/documentation.js';
import { run } from '../support/programs.js';

const ALERTS = join(root, 'deploy/prometheus/alerts.yaml');

test('Prometheus accepts them', async () => {
  const { ok, stdout, stderr } = await run('promtool', ['check', 'rules', ALERTS]);
  expect([ok, stderr.toString(), stdout.toString()]).toEqual([true, '', expect.stringContaining('SUCCESS')]);
});

/** At these minutes, the disks of which the alert tells. */
async function expectDisks(
  alert: string,
  series: Readonly<Record<string, string>>,
  expected: Readonly<Record<number, readonly object[]>>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cinnabar-alerts-'));
  const file = join(folder, 'test.yaml');
  const tests = [
    {
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: Object.entries(expected).map(([minute, alerts]) => ({
        eval_time: `${minute}m`,
        alertname: alert,
        exp_alerts: alerts,
      })),
    },
  ];
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [ALERTS], evaluation_interval: '1m', tests }));
  const { ok, stdout, stderr } = await run('promtool', ['test', 'rules', file]);
  rmSync(folder, { recursive: true });
  expect(`${stdout}${stderr}`).toContain('SUCCESS');
  expect(ok).toBe(true);
}

test('a disk of which less than a tenth has been free for ten minutes pages, named by what lies on it', () =>
  expectDisks(
    'CinnabarDiskNearlyFull',
    {
      'disk_size_bytes{of="data"}': '100x40',
      'disk_free_bytes{of="data"}': '10x40',
      'disk_size_bytes{of="database"}': '1000x40',
      // Full after five minutes, and roomy again after twenty-five.
      'disk_free_bytes{of="database"}': '100x4 99x19 100x20',
    },
    {
      4: [],
      14: [],
      16: [
        {
          exp_labels: { of: 'database', severity: 'page' },
          exp_annotations: {
            summary: 'Less than a tenth of the disk of database is free.',
            description:
              'A full disk ends every act. Make room, or enlarge the disk; GET /platform shows what takes it.',
          },
        },
      ],
      26: [],
    },
  ));

test('a disk that fills up within a day warns after an hour', () =>
  expectDisks(
    'CinnabarDiskFillsUp',
    // By one a minute, which is 1440 a day.
    { 'disk_free_bytes{of="data"}': '9000-1x420', 'disk_free_bytes{of="database"}': '1700-1x420' },
    {
      60: [],
      // From here on less than 1440 are free.
      400: [
        {
          exp_labels: { of: 'database', severity: 'warn' },
          exp_annotations: {
            summary: 'As in the last six hours, the disk of database is full within a day.',
            description:
              'Look for what grows, such as a backup below DATA_DIR or a log, before the alert that it is nearly full.',
          },
        },
      ],
    },
  ));
