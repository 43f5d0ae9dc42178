import { expect, test } from 'vitest';
import { downloadReport } from './reports.ts';
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
