import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { withClient } from '../../scripts/postgres/database.ts';
import { testApi, type Owner } from '../testing/http/api.ts';
import { badRequests } from '../testing/http/bad-input.ts';
import { endpoints, exampleOf } from '../testing/http/endpoints.ts';
import { populate, type PopulatedTenant } from '../testing/database/populate.ts';
import { checksumsOf } from '../testing/database/tables.ts';

const api = testApi();
let owner: Owner;
let data: PopulatedTenant;

beforeAll(async () => {
  owner = await api.owner();
  data = await withClient(api.database.superuserUrl, (client) =>
    populate(client, { tenantId: owner.tenantId, marker: 'MARKERC' }),
  );
  await owner.request({ url: '/healthz' });
  await owner.createToken();
});

const checksums = checksumsOf(api.database);

/** The callbacks of consent pages redirect into the application, with the reason of a failure. */
const isSentOn = (location: unknown): boolean =>
  /^\/\w+\?(?:authorization|connection)Error=\w+&message=\w+/.test(String(location));

test.each(endpoints)('$name refuses bad input with a clear message and changes nothing', async ({ name, endpoint }) => {
  const before = await checksums();

  await fc.assert(
    fc.asyncProperty(badRequests(endpoint, exampleOf(name, data)), async ({ what, request }) => {
      const response = await owner.request(request);
      if (response.statusCode === 303 && isSentOn(response.headers.location)) return;
      const told = [what, response.statusCode, response.body.slice(0, 500)];
      expect(told).toEqual([what, expect.toSatisfy((status) => status >= 400 && status < 500), told[2]]);
      expect(response.json()).toEqual({
        error: expect.stringMatching(/\w/),
        message: expect.stringMatching(/\w/),
        code: expect.stringMatching(/^[a-zA-Z]+$/),
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      });
    }),
    { numRuns: 40, seed: 2026 },
  );

  expect(await checksums()).toEqual(before);
});

test.each([
  [{ method: 'POST', url: '/api/sentinel/watchdog/set-issue-status/price-1/%20' }, 'path.status: '],
  [
    { method: 'POST', url: '/api/sentinel/watchdog/set-issue-status/price-1/1?ifIssueStatus=' },
    'query.ifIssueStatus: ',
  ],
  [{ method: 'GET', url: '/api/billing/preview?addedAsins=' }, 'query.addedAsins: '],
  [
    {
      method: 'POST',
      url: '/api/order/spreadsheet/v1.2/SALES/email-request',
      payload: { lookbackDays: true, emailAddresses: ['ada@example.com'] },
    },
    'body.lookbackDays: ',
  ],
] as const)('a blank or a truth value is no number: %o', async (request, told) => {
  const response = await owner.request(request);

  expect([response.statusCode, response.json().message]).toEqual([400, expect.stringContaining(told)]);
});

test.each([
  [{ email: 'ada@example.com' }, 'body.password: '],
  [{ email: 7, password: 'x' }, 'body.email: '],
  [{ email: 'ada@example.com', password: 'a\0b' }, 'U+0000'],
])('the error for %o names the problem', async (payload, told) => {
  const response = await owner.request({ method: 'POST', url: '/api/auth/login/standard', payload });

  expect(response.json().message).toContain(told);
});
