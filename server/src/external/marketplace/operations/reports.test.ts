import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeReport, downloadReport, unzipReport } from './reports.ts';
import type { SellerAccess } from '../seller-access.ts';

const access: SellerAccess = { sellingPartnerId: 'A1SELLER', region: 'EU', refreshToken: 'Atzr|refresh' };
const amazon = 'https://sellingpartnerapi-eu.amazon.com';

/** Downloads the document at this address and returns the requested URLs. */
async function download(apiUrl: string, documentUrl: string): Promise<string[]> {
  const asked: string[] = [];
  const document = { url: documentUrl, reportDocumentId: 'D' };
  await downloadReport(
    {
      apiUrls: { NA: null, EU: apiUrl, IN: null },
      caller: { ofSeller: async () => document },
      transport: {
        async send(_service, url) {
          asked.push(String(url));
          return new Response('sku\n');
        },
      },
    },
    access,
    'D',
  );
  return asked;
}

test("a document is downloaded from the marketplace's storage", async () => {
  const url = 'https://tortuga-prod-eu.s3-eu-west-1.amazonaws.com/D?X-Amz-Expires=300';

  expect(await download(amazon, url)).toEqual([url]);
  // The sandbox, which runs on this machine, also serves its documents from this machine.
  expect(await download('http://127.0.0.1:4010', 'http://127.0.0.1:4010/documents/D')).toHaveLength(1);
});

test.each([
  'http://tortuga-prod-eu.s3.amazonaws.com/D',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/D',
  'https://localhost:5432/D',
  'https://2130706433/D',
  'https://vault.internal/D',
  'file:///etc/passwd',
  'no address',
])('a document of the real marketplace is never requested from %s', async (url) => {
  await expect(download(amazon, url)).rejects.toThrow('its address does not belong to the marketplace');
});

const latin = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['UTF-8 without a declared charset', Buffer.from('Küche\n'), 'text/plain', 'Küche\n'],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFKüche\n'), null, 'Küche\n'],
  ['UTF-8 that ends within a character', Buffer.from('Küche ü').subarray(0, -1), null, 'Küche \uFFFD'],
  ['windows-1252 with its declared charset', latin('Küche\n'), 'text/plain; charset=Cp1252', 'Küche\n'],
  ['windows-1252 without a declared charset', latin('Küche\n'), 'text/plain', 'Küche\n'],
  ['windows-1252 declared as UTF-8', latin('Küche\n'), 'text/plain;charset=UTF-8', 'Küche\n'],
  ["windows-1252 declared as UTF-8 by Java's name", latin('Küche\n'), 'text/plain;charset=UTF8', 'Küche\n'],
  ["ISO 8859-1 with Java's name", latin('Küche\n'), 'text/plain;charset=ISO8859_1', 'Küche\n'],
  ['windows-1252 with an unknown charset', latin('Küche\n'), 'text/plain;charset=ANSI-1', 'Küche\n'],
  [
    'a Japanese charset with its declared name',
    Buffer.from([0x83, 0x4c, 0x0a]),
    'text/plain; charset=Shift_JIS',
    'キ\n',
  ],
])('a report in %s is decoded correctly', (...[, bytes, contentType, text]) => {
  expect(decodeReport(bytes, contentType)).toBe(text);
});

test('a report that exceeds its limit after decompression is refused, whatever length it declares', async () => {
  const member = gzipSync(Buffer.alloc(1_000_000, 'x'));
  const bomb = Buffer.concat([member, member, member]);

  expect(bomb.length).toBeLessThan(5000);
  await expect(unzipReport(bomb, 2_999_999)).rejects.toThrow('document: longer than 2999999 bytes');
  expect((await unzipReport(bomb, 3_000_000)).length).toBe(3_000_000);
});

test('a truncated report is distinguished from one that is too long', async () => {
  const cut = gzipSync('sku\tasin\n').subarray(0, -5);

  await expect(unzipReport(cut, 1000)).rejects.toThrow('not gzip, or cut off');
});

test('a report is downloaded up to its own limit, which is higher than the limit for other answers', async () => {
  let limit: number | undefined;
  await downloadReport(
    {
      apiUrls: { NA: null, EU: amazon, IN: null },
      caller: { ofSeller: async () => ({ url: 'https://tortuga.s3.amazonaws.com/D' }) },
      transport: {
        async send(_service, _url, { mostBytes }) {
          limit = mostBytes;
          return new Response('sku\n');
        },
      },
    },
    access,
    'D',
  );

  expect(limit).toBe(256_000_000);
});
