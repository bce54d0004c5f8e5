import { RemoteConverter } from '@cinnabar/server/providers/office/remote-converter.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeGotenberg, type GotenbergFault } from '../fakes/gotenberg.js';
import { refusalOf } from '../support/pdf/conversion-refusal.js';

const account = { user: 'cinnabar', password: 'p@ss:wörd' };
const pdf = Buffer.from('%PDF-1.7 converted');
const document = Buffer.from('{\\rtf1 contract}');

let gotenberg: FakeGotenberg;
let received: Uint8Array[];

beforeEach(async () => {
  received = [];
  gotenberg = await FakeGotenberg.open({
    account,
    convert: async (given) => {
      received.push(given);
      return pdf;
    },
  });
});
afterEach(() => gotenberg.close());

function converter(url = gotenberg.url, deadline = 20_000): RemoteConverter {
  return new RemoteConverter({ url, processes: 1, deadline });
}

describe('a Gotenberg', () => {
  test('converts a document, with the user name and password of its address', async () => {
    expect(Buffer.from(await converter().toPdf(document, 'rtf'))).toEqual(pdf);
    expect(received.map((each) => Buffer.from(each))).toEqual([document]);
  });

  test.each([
    [{ status: 400 }, 'BROKEN'],
    [{ status: 422 }, 'BROKEN'],
    [{ status: 413 }, 'TOO_LARGE'],
    [{ status: 401 }, 'CONVERTER_AWAY'],
    [{ status: 404 }, 'CONVERTER_AWAY'],
    [{ status: 429 }, 'CONVERTER_AWAY'],
    [{ status: 500 }, 'CONVERTER_AWAY'],
    [{ status: 503 }, 'CONVERTER_AWAY'],
    ['hang up', 'CONVERTER_AWAY'],
    ['half', 'CONVERTER_AWAY'],
    ['redirect', 'CONVERTER_AWAY'],
  ] as const satisfies readonly (readonly [GotenbergFault, string])[])(
    'that fails by %j refuses as %s, and converts the next document',
    async (fault, reason) => {
      gotenberg.failNext(fault);
      const adapter = converter();
      expect(await refusalOf(adapter.toPdf(document, 'docx'))).toBe(reason);
      expect(Buffer.from(await adapter.toPdf(document, 'docx'))).toEqual(pdf);
    },
  );

  test('that never answers is too slow', async () => {
    gotenberg.failNext('silent');
    expect(await refusalOf(converter(gotenberg.url, 500).toPdf(document, 'odt'))).toBe('TOO_SLOW');
  });

  test('refuses a wrong password', async () => {
    const url = gotenberg.url.replace(/:[^:/@]+@/, ':wrong@');
    expect(await refusalOf(converter(url).toPdf(document, 'odt'))).toBe('CONVERTER_AWAY');
    expect(received).toEqual([]);
  });
});
