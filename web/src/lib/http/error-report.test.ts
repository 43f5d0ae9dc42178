import { afterEach, expect, test, vi } from 'vitest';
import { csrf } from '@app/shared/contract/auth.ts';
import { errorReportLimits, reportError } from '@app/shared/contract/support.ts';
import { forgetCsrf } from './csrf.ts';
import { report as tell, reportOf } from './error-report.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  forgetCsrf();
});

const where = { url: 'https://watchpost.example/home?token=s3cret#pdet-7', lineNumber: 7, columnNumber: 11 };

test('a report contains message, place and stack of an error, without query and hash of the address', () => {
  expect(reportOf(new TypeError('x is undefined'), where)).toEqual({
    message: 'x is undefined',
    url: 'https://watchpost.example/home',
    lineNumber: 7,
    columnNumber: 11,
    error: expect.stringContaining('TypeError: x is undefined'),
  });
});

const circular: Record<string, unknown> = {};
circular['self'] = circular;

test.each([
  ['a text', 'just words', 'just words'],
  ['an object', { code: 7 }, '{"code":7}'],
  ['an object that holds itself', circular, '[object Object]'],
  ['nothing', undefined, 'undefined'],
  ['an error without words', new Error(''), 'no message'],
])('any thrown value can be reported: %s', (_what, thrown, message) => {
  const report = reportOf(thrown, where);

  expect(report.message).toBe(message);
  expect(reportError.body.safeParse(report).success).toBe(true);
});

test('a report holds whole characters only, because the server refuses halves of them', () => {
  const emojis = '🦆'.repeat(4500);
  const long = Object.assign(new Error(`m${emojis}`), { stack: `s\ud83d\0${emojis}` });

  const report = reportOf(long, where);

  expect([report.message.isWellFormed(), report.error.isWellFormed(), report.error.includes('\0')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('long texts are cut to the limits, so that no report is refused', () => {
  const long = Object.assign(new Error('m'.repeat(5000)), { stack: 's'.repeat(50_000) });
  const report = reportOf(long, { url: `https://watchpost.example/${'u'.repeat(5000)}` });

  expect([report.message.length, report.url.length, report.error.length]).toEqual(Object.values(errorReportLimits));
  expect(reportError.body.safeParse(report).success).toBe(true);
});

test('a page reports each error once, and ten at most', async () => {
  const reported: unknown[] = [];
  vi.stubGlobal('window', { location: { href: where.url } });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === csrf.path) return Response.json({ headerName: 'x-csrf-token', token: 't' });
    reported.push(JSON.parse(typeof init?.body === 'string' ? init.body : '{}').message);
    return new Response(null, { status: 204 });
  });
  const messages = Array.from({ length: 11 }, (_, index) => `error ${index}`);

  for (const message of messages) for (let time = 0; time < 2; time += 1) tell(new Error(message), where);

  await expect.poll(() => reported.length, { interval: 1 }).toBeGreaterThanOrEqual(10);
  expect(reported).toEqual(messages.slice(0, 10));
});
