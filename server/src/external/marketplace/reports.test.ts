import { expect, test } from 'vitest';
import { decodeReport, downloadReport } from './reports.ts';
import type { SellerAccess } from './seller-access.ts';

const access: SellerAccess = { sellingPartnerId: 'A1SELLER', region: 'EU', refreshToken: 'Atzr|refresh' };
const amazon = 'https://sellingpartnerapi-eu.amazon.com';

/** Downloads from the address that the API gives for a document; answers what was asked for. */
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

test('a document is fetched from where the marketplace keeps it', async () => {
  const url = 'https://tortuga-prod-eu.s3-eu-west-1.amazonaws.com/D?X-Amz-Expires=300';

  expect(await download(amazon, url)).toEqual([url]);
  // A stand-in on this machine keeps its documents here too.
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
])('a document of the real marketplace is never looked for at %s', async (url) => {
  await expect(download(amazon, url)).rejects.toThrow('its address is none of the marketplace');
});

const latin = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['UTF-8 that the download does not name', Buffer.from('Küche\n'), 'text/plain', 'Küche\n'],
  ['UTF-8 with its mark', Buffer.from('\uFEFFKüche\n'), null, 'Küche\n'],
  ['UTF-8 that is cut off within a letter', Buffer.from('Küche ü').subarray(0, -1), null, 'Küche \uFFFD'],
  ['western Europe by its name', latin('Küche\n'), 'text/plain; charset=Cp1252', 'Küche\n'],
  ['western Europe without its name', latin('Küche\n'), 'text/plain', 'Küche\n'],
  ['western Europe by the name of UTF-8', latin('Küche\n'), 'text/plain;charset=UTF-8', 'Küche\n'],
  ['Japan by its name', Buffer.from([0x83, 0x4c, 0x0a]), 'text/plain; charset=Shift_JIS', 'キ\n'],
])('a report in %s is read as it was written', (...[, bytes, contentType, text]) => {
  expect(decodeReport(bytes, contentType)).toBe(text);
});
