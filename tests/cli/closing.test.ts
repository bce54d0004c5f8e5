/** The end of an enterprise by the operator, beside the running service. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { givenEnterprise } from '../support/given-enterprise.js';
import { type BesideTheService, besideTheService, of } from './beside-the-service.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

let cli: BesideTheService;

beforeAll(async () => {
  cli = await besideTheService();
});
afterAll(() => cli.close());

describe('corp export, corp close and corp reopen', () => {
  it('export to a new file, show what closing does, close by the name, and undo it', async () => {
    const corp = await givenEnterprise(cli.running, { contracts: 0, collections: 0 });
    const file = join(cli.dataDir, 'enterprise.zip');
    const exporting = ['corp', 'export', ...of(corp), '--out', file] as const;
    expect(await cli.told(...exporting)).toMatchObject({ corpId: corp.corpId, file });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(Object.keys(unzipSync(await readFile(file))).at(-1)).toBe('manifest.json');
    await cli.refused(1, 'cannot be written', ...exporting);

    const close = ['corp', 'close', ...of(corp)] as const;
    expect(await cli.told(...close)).toMatchObject({
      ...{ state: 'open', days: 30, remedies: [] },
      effects: { members: 1, applications: 1 },
    });
    const { out } = await cli.run(...close);
    expect(out).toContain('Nothing was changed.');
    await cli.refused(2, '--reason: 1 to 500', ...close, '--confirm', corp.corpName);
    const confirmed = ['--reason', '来信 9', '--days', '7', '--confirm'] as const;
    await cli.refused(1, 'is not the name', ...close, ...confirmed, '别的企业');
    expect(await cli.told(...close, ...confirmed, corp.corpName)).toMatchObject({ corpId: corp.corpId });
    await cli.refused(1, 'was closed at', ...close, ...confirmed, corp.corpName);
    expect(await cli.told(...close)).toMatchObject({ state: 'closed', removedAt: null });
    await cli.refused(1, 'is closed', 'app', 'create', ...of(corp));
    await cli.refused(
      ...([1, '"corp reopen" restores'] as const),
      ...['corp', 'identity', ...of(corp), '--status', 'identified', '--reason', '来信 9'],
    );

    const reopen = ['corp', 'reopen', ...of(corp), '--reason', '来信 10'] as const;
    expect(await cli.told(...reopen)).toEqual({ corpId: corp.corpId });
    await cli.refused(1, 'is not closed', ...reopen);
    const { rows } = await cli.running.app.database.pool.query(
      `select act, source from audit_entries where corp_id = $1 and act like 'corp.%' order by entry_id`,
      [corp.corpId],
    );
    expect(rows.map(({ act }) => act)).toEqual(['corp.export', 'corp.close', 'corp.reopen']);
    expect((await corp.owner.client.call(baseInfo, {})).status).toBe(401);
  });
});
