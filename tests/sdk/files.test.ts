import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { Download, FileToSend } from '@cinnabar/sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  broken,
  type FakeService,
  fakeService,
  type Play,
  refusal,
  success,
} from './support/fake-service.js';

let service: FakeService;
let folder: string;
beforeEach(async () => {
  service = await fakeService();
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-sdk-'));
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const bytes = Buffer.from('%PDF-1.7 甲乙\r\n--boundary\r\n\u0000\u00ff', 'utf8');

/** The received form, parsed by the runtime's own parser. */
function formAt(index: number): Promise<FormData> {
  const seen = service.seen[index];
  const headers = { 'content-type': seen?.headers['content-type'] ?? '' };
  return new Response(Uint8Array.from(seen?.body ?? []), { headers }).formData();
}

async function fileAt(index: number): Promise<readonly [name: string, bytes: Buffer]> {
  const file = (await formAt(index)).get('file');
  if (!(file instanceof File)) throw new Error('no file arrived');
  return [file.name, Buffer.from(await file.arrayBuffer())];
}

describe('an upload', () => {
  const path = () => join(folder, '采购合同.pdf');
  async function* parts() {
    yield bytes.subarray(0, 3);
    yield bytes.subarray(3);
  }
  const sources: readonly (readonly [what: string, source: () => FileToSend, name: string])[] = [
    ['a path', () => ({ file: path() }), '采购合同.pdf'],
    ['a path, under another name', () => ({ file: path(), fileName: '合同 "1".pdf' }), '合同 "1".pdf'],
    ['an address of a file', () => ({ file: pathToFileURL(path()) }), '采购合同.pdf'],
    ['a File', () => ({ file: new File([bytes], 'a.pdf') }), 'a.pdf'],
    ['a Buffer', () => ({ file: bytes, fileName: 'a.pdf' }), 'a.pdf'],
    [
      'a part of a buffer',
      () => ({ file: Buffer.concat([Buffer.from('x'), bytes]).subarray(1), fileName: 'a.pdf' }),
      'a.pdf',
    ],
    ['an ArrayBuffer', () => ({ file: Uint8Array.from(bytes).buffer, fileName: 'a.pdf' }), 'a.pdf'],
    ['a Blob', () => ({ file: new Blob([bytes]), fileName: 'a.pdf' }), 'a.pdf'],
    ['a web stream', () => ({ file: new Blob([bytes]).stream(), fileName: 'a.pdf' }), 'a.pdf'],
    ['a Node.js stream', () => ({ file: Readable.from([bytes]), fileName: 'a.pdf' }), 'a.pdf'],
    ['a generator', () => ({ file: parts(), fileName: 'a.pdf' }), 'a.pdf'],
  ];

  test.each(sources)('accepts %s', async (_what, source, name) => {
    await writeFile(path(), bytes);
    service.play(success({ fileUrl: 'files/a.pdf' }));
    expect(await service.client().template.uploadContractFile(source())).toEqual({ fileUrl: 'files/a.pdf' });
    expect(await fileAt(0)).toEqual([name, bytes]);
  });

  test('is retried completely, even if given as a stream', async () => {
    service.play(broken, success({}));
    await service.client().template.uploadContractFile({ file: Readable.from([bytes]), fileName: 'a.pdf' });
    expect(await fileAt(0)).toEqual(['a.pdf', bytes]);
    expect(await fileAt(1)).toEqual(['a.pdf', bytes]);
    const keys = service.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
  });

  test('sends other fields together with the file', async () => {
    await service.client().seal.uploadSealFile({ file: bytes, fileName: 'a.png', color: 'Blue' });
    expect((await formAt(0)).get('color')).toBe('Blue');
    expect((await formAt(0)).get('fileName')).toBeNull();
  });

  test('of bytes requires a name, and of a path a file; otherwise nothing is sent', async () => {
    const nameless: FileToSend = JSON.parse('{"file":"x"}');
    const { template } = service.client();
    await expect(
      template.uploadContractFile({ ...nameless, file: new Blob([bytes]), fileName: '' }),
    ).rejects.toThrow('fileName');
    await expect(template.uploadContractFile({ file: join(folder, 'none.pdf') })).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(service.seen).toEqual([]);
  });
});

describe('a download', () => {
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="__.pdf"; filename*=UTF-8''${encodeURIComponent('合同.pdf')}`,
  };
  const file: Play = (response) => response.writeHead(200, headers).end(bytes);
  const half: Play = (response) => {
    response.writeHead(200, { ...headers, 'content-length': bytes.length });
    response.write(bytes.subarray(0, 5), () => response.destroy());
  };
  const download = (): Promise<Download> => service.client().signTask.contract.download({ flowId: 1 });

  test('has its name and its bytes', async () => {
    service.play(file);
    const contract = await download();
    expect([contract.fileName, contract.mediaType]).toEqual(['合同.pdf', 'application/pdf']);
    expect(Buffer.from(await contract.bytes())).toEqual(bytes);
  });

  test('is a stream, and begins before it is complete', async () => {
    let finish = (): void => undefined;
    service.play((response) => {
      response.writeHead(200, headers);
      response.write(bytes.subarray(0, 5));
      finish = () => response.end(bytes.subarray(5));
    });
    const { stream } = await download();
    const parts: Uint8Array[] = [];
    for await (const part of stream) {
      parts.push(part);
      finish();
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(Buffer.concat(parts)).toEqual(bytes);
  });

  test('is saved completely or not at all', async () => {
    service.play(file, half);
    await (await download()).saveTo(join(folder, 'a.pdf'));
    expect(await readFile(join(folder, 'a.pdf'))).toEqual(bytes);
    await expect((await download()).saveTo(join(folder, 'b.pdf'))).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['a.pdf']);
  });

  test('that is JSON is still a file', async () => {
    const envelope = Buffer.from('{"code":"404","msg":"","data":null}');
    service.play((response) =>
      response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(envelope),
    );
    expect(Buffer.from(await (await download()).bytes())).toEqual(envelope);
  });

  test('that is refused throws the service’s refusal', async () => {
    service.play(refusal({ status: 404, code: '404' }));
    await expect(download()).rejects.toMatchObject({ kind: 'refused', code: '404' });
  });

  test('may take longer than the call’s timeout', async () => {
    service.play((response) => {
      response.writeHead(200, headers);
      response.write(bytes.subarray(0, 5));
      setTimeout(() => response.end(bytes.subarray(5)), 600);
    });
    const contract = await service.client().signTask.contract.download({ flowId: 1 }, { timeoutMs: 400 });
    expect(Buffer.from(await contract.bytes())).toEqual(bytes);
  });

  test('is aborted by the signal of its call', async () => {
    service.play((response) => {
      response.writeHead(200, headers);
      response.write(bytes.subarray(0, 5));
    });
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const contract = await service.client().signTask.contract.download({ flowId: 1 }, options);
    controller.abort(new Error('closed'));
    await expect(contract.bytes()).rejects.toThrow('closed');
  });
});
