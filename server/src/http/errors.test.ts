import { expect, test } from 'vitest';
import { errorCatalogue } from '@app/shared/base/errors.ts';
import { createTicket } from '@app/shared/contract/support.ts';
import { requestExport } from '@app/shared/contract/tenant-data.ts';
import { testApi } from '../../testing/http/api.ts';

const api = testApi({ environment: { SUPPORT_EMAIL: undefined } });

test('a call that is not set up on this server is no failure of it, so nothing is logged as an error', async () => {
  const owner = await api.owner();
  const body = { email: owner.email, subject: 'Help', body: 'A price is wrong.', category: 'issue' } as const;

  const answer = await owner.send(createTicket, { body });

  expect([answer.statusCode, answer.json().message]).toEqual([501, errorCatalogue.serviceOff.text]);
});

test('a refusal of too many calls whose end is not known asks the caller to wait a minute', async () => {
  const owner = await api.owner();
  await owner.call(requestExport);

  const answer = await owner.send(requestExport);

  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '60']);
});
