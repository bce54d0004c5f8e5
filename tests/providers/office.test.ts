// @module-tag libreoffice
import { createServer, type IncomingMessage } from 'node:http';
import { ConversionRefused } from '@cinnabar/pdf/convert/conversion-refused.js';
import { LibreOfficePool } from '@cinnabar/server/providers/office/libreoffice-pool.js';
import { OneShotLibreOffice } from '@cinnabar/server/providers/office/one-shot-libreoffice.js';
import type { OfficeConverter, OfficeFormat } from '@cinnabar/server/providers/office/port.js';
import { RemoteConverter } from '@cinnabar/server/providers/office/remote-converter.js';
import { describe, vi } from 'vitest';
import { installedLibreOffice } from '../support/libreoffice.js';
import { officeContract } from './office.contract.js';

// A cold start of LibreOffice takes seconds, and longer beside other tests.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const formats: readonly OfficeFormat[] = ['doc', 'docx', 'odt', 'rtf'];
const settings = { fontDir: null, processes: 1, deadline: 60_000 };

describe('a running LibreOffice', () => {
  officeContract(async () => {
    const adapter = new LibreOfficePool({ ...settings, ...(await installedLibreOffice()) });
    return { adapter, close: () => adapter.close() };
  });
});

describe('a LibreOffice for each document', () => {
  officeContract(async () => {
    const adapter = new OneShotLibreOffice({ ...settings, ...(await installedLibreOffice()) });
    return { adapter, close: () => adapter.close() };
  });
});

describe('a remote conversion service', () => {
  officeContract(async () => {
    const behind = new LibreOfficePool({ ...settings, ...(await installedLibreOffice()) });
    const server = createServer((request, response) => {
      converted(request, behind).then(
        (pdf) => response.end(pdf),
        (error: unknown) => {
          response.statusCode = error instanceof ConversionRefused ? 422 : 500;
          response.end();
        },
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
    const adapter = new RemoteConverter({ url, processes: 1, deadline: 60_000 });
    return {
      adapter,
      async close() {
        await adapter.close();
        await new Promise((resolve) => server.close(resolve));
        await behind.close();
      },
    };
  });
});

/** Responds to a request like Gotenberg. */
async function converted(request: IncomingMessage, converter: OfficeConverter): Promise<Uint8Array> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const form = await new Response(Buffer.concat(chunks), { headers }).formData();
  const file = form.get('files');
  if (!(file instanceof File)) throw new Error('a form without a file');
  const format = formats.find((each) => file.name === `document.${each}`);
  if (format === undefined) throw new Error(`an unexpected name: ${file.name}`);
  return converter.toPdf(new Uint8Array(await file.arrayBuffer()), format, 1);
}
