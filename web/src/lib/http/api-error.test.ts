import { expect, test } from 'vitest';
import { errorCatalogue } from '@app/shared/base/errors.ts';
import { apiErrorOf, asSentence, meansOffline, noConnectionText, offlineText } from './api-error.ts';

const body = (code: string) => JSON.stringify({ error: code, code, message: 'Said by the server', requestId: 'r1' });

test.each([0, 500, 502, 503, 504])('response status %i sets offline', (status) => {
  expect(meansOffline(apiErrorOf(status, ''))).toBe(true);
});

test.each([400, 401, 403, 404, 409, 429])('response status %i does not set offline', (status) => {
  expect(meansOffline(apiErrorOf(status, body('badRequest')))).toBe(false);
});

test.each([
  [501, 'serviceOff'],
  [502, 'outside'],
  [502, 'paymentProvider'],
  [503, 'secretUnreadable'],
])('a %i in which our server names %s does not set offline, because the server has answered', (status, code) => {
  expect(meansOffline(apiErrorOf(status, body(code)))).toBe(false);
});

test('a 500 with the id of the request is a failure of the server and not of the connection', () => {
  expect(meansOffline(apiErrorOf(500, body('internal')))).toBe(false);
  expect(meansOffline(apiErrorOf(500, JSON.stringify({ message: 'Internal Server Error' })))).toBe(true);
});

test("an error contains the server's code, text and request id", () => {
  expect(apiErrorOf(404, body('notFound'))).toMatchObject({
    status: 404,
    code: 'notFound',
    message: 'Said by the server',
    requestId: 'r1',
  });
});

test("a proxy's own page counts as being offline", () => {
  expect(apiErrorOf(502, '<html>Bad gateway</html>')).toMatchObject({
    code: 'offline',
    message: 'You seem to be offline',
  });
});

test.each([
  [413, errorCatalogue.payloadTooLarge.text],
  [429, errorCatalogue.tooManyRequests.text],
  [403, 'The server answered with 403'],
])("a proxy's page of status %i says what to do, if that is known", (status, message) => {
  expect(apiErrorOf(status, '<html>nginx</html>')).toMatchObject({ status, message });
});

test.each([noConnectionText, offlineText])('the text of an outage is shown with one full stop: %s', (text) => {
  expect(asSentence(text)).toMatch(/[a-z]\.$/);
});
