import { expect, test } from 'vitest';
import { isAuthenticated, logIn } from '@app/shared/contract/auth.ts';
import { authorizationRedirect } from '@app/shared/contract/sellers.ts';
import { setIssueStatus } from '@app/shared/contract/triage.ts';
import { importSpreadsheet } from '@app/shared/contract/spreadsheets.ts';
import { httpRequest } from './http-request.ts';

test('path parameters are filled in and escaped', () => {
  expect(httpRequest(setIssueStatus, { params: { watchDogId: 'price|p1/2 ü', status: 3 }, query: {} })).toEqual({
    url: '/api/sentinel/watchdog/set-issue-status/price%7Cp1%2F2%20%C3%BC/3',
    method: 'POST',
    body: undefined,
  });
});

test('query values are escaped and absent ones left out', () => {
  const request = httpRequest(authorizationRedirect, { query: { region: 'EU', accName: 'A & B', path: undefined } });

  expect(request.url).toBe('/api/identity/amazon/authorization/redirect?region=EU&accName=A+%26+B');
});

test('a body is sent as JSON, and no input as no body', () => {
  expect(httpRequest(logIn, { body: { email: 'a@b.example', password: 'x' } }).body).toBe(
    '{"email":"a@b.example","password":"x"}',
  );
  expect(httpRequest(isAuthenticated, {})).toEqual({
    url: '/api/auth/isauthenticated',
    method: 'GET',
    body: undefined,
  });
});

test('a form with a file is sent unchanged', () => {
  const body = new FormData();

  expect(httpRequest(importSpreadsheet, { params: { prefix: 'inventory' }, query: { preview: 'true' }, body })).toEqual(
    {
      url: '/api/sentinel/spreadsheet/inventory/v1.0/import?preview=true',
      method: 'POST',
      body,
    },
  );
});
