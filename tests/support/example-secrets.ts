import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';

/** A new folder with the secrets that the examples for compose and Kubernetes name. */
export function exampleSecrets(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cinnabar-secrets-'));
  const values: Readonly<Record<string, string>> = {
    'master-key': newMasterKey(),
    'database-url': 'postgresql://cinnabar:4f1c9a7be2d05836@database.internal/cinnabar',
    's3-secret-access-key': 'example',
    'tencent-secret-key': 'example',
    'sms-templates.json': '{}',
  };
  for (const [name, value] of Object.entries(values)) writeFileSync(join(folder, name), value);
  return folder;
}
