import { pino } from 'pino';
import { expect, test } from 'vitest';
import { reportError as reportErrorCall } from '@app/shared/contract/support.ts';
import { testApi } from '../../../testing/http/api.ts';
import { reportError } from './report-error.ts';

const api = testApi();

const report = {
  message: 'x is undefined',
  url: 'http://watchpost.test/home',
  lineNumber: 7,
  columnNumber: 11,
  error: 'TypeError: x is undefined\n    at http://watchpost.test/assets/home-B7x.js:7:11',
};

async function lineOf(changes: Partial<typeof report>, ip: string) {
  const lines: string[] = [];
  const log = pino({ base: {} }, { write: (line: string) => void lines.push(line) }).child({ reqId: 'request-1' });
  await reportError({ ...api.ctx, log }, { report: { ...report, ...changes }, tenantId: null, ip });
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '');
}

test('an error in a browser becomes one line of the log with its request id', async () => {
  expect(await lineOf({}, '198.51.100.1')).toMatchObject({
    reqId: 'request-1',
    msg: 'a browser met an error',
    browserError: report,
  });
});

test('possible secrets are removed from the line', async () => {
  const { browserError } = await lineOf(
    {
      message: 'Request /resetpassword?token=s3cr3t-t0ken&x=1 of ada@example.com failed: Bearer abc.def',
      url: 'http://watchpost.test/resetpassword?token=s3cr3t-t0ken#pdet-7',
      error: `Error: ${'a1B2'.repeat(12)}\n  at http://watchpost.test/a.js?code=s3cr3t:1:2`,
    },
    '198.51.100.2',
  );

  expect(browserError).toEqual({
    message: 'Request /resetpassword?token=…&x=… of [e-mail] failed: Bearer …',
    url: 'http://watchpost.test/resetpassword',
    lineNumber: 7,
    columnNumber: 11,
    error: expect.stringContaining('Error: […]'),
  });
  expect(JSON.stringify(browserError)).not.toMatch(/s3cr3t|ada@/);
});

test('a report needs no login, and a network that reports without end is stopped', async () => {
  const browser = api.browser('198.51.100.3');
  for (let sent = 0; sent < 30; sent += 1) await browser.call(reportErrorCall, { body: report });

  expect((await browser.send(reportErrorCall, { body: report })).statusCode).toBe(429);
  expect((await api.browser('198.51.100.4').send(reportErrorCall, { body: report })).statusCode).toBe(204);
});

test('a long report is refused', async () => {
  const refused = await api.browser().send(reportErrorCall, { body: { ...report, error: 'x'.repeat(8001) } });

  expect(refused.statusCode).toBe(400);
});
