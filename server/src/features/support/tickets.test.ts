import { expect, test } from 'vitest';
import { createTicket, supportAddress } from '@app/shared/contract/support.ts';
import { testApi } from '../../../testing/http/api.ts';

const api = testApi();

const issue = {
  email: 'ada@example.com',
  subject: 'A price is wrong',
  body: 'The price of my kettle is not 12.',
  category: 'issue',
  asin: 'B0C7XK4M2P',
  marketplace: 'DE',
} as const;

test('a ticket is mailed to support, and a reply goes to its contact', async () => {
  const owner = await api.owner();

  await owner.call(createTicket, { body: issue });

  expect(await owner.call(supportAddress)).toEqual({ email: 'support@watchpost.test' });
  const mail = api.mails.at(-1);
  expect(mail).toMatchObject({
    to: 'support@watchpost.test',
    replyTo: 'ada@example.com',
    subject: 'Issue: A price is wrong',
  });
  expect(mail?.text).toMatch(/^The price of my kettle is not 12\.\n\n-- \n/);
  for (const told of ['ASIN: B0C7XK4M2P', 'Marketplace: DE', `Logged in as: ${owner.email}`, owner.tenantId]) {
    expect(mail?.text).toContain(told);
  }
});

test('a feature request has no subject, ASIN or marketplace', async () => {
  const owner = await api.owner();

  await owner.call(createTicket, { body: { ...issue, category: 'new_feature', body: 'A map of returns\nplease' } });

  const mail = api.mails.at(-1);
  expect(mail?.subject).toBe('Feature request: A map of returns');
  expect(mail?.text).not.toContain('B0C7XK4M2P');
  expect(mail?.text).not.toContain('Marketplace:');
});

test('a long first line is cut between whole characters', async () => {
  const owner = await api.owner();

  await owner.call(createTicket, { body: { ...issue, category: 'new_feature', body: `${'n'.repeat(79)}🦆` } });

  expect(api.mails.at(-1)?.subject).toBe(`Feature request: ${'n'.repeat(79)}`);
});

test('a line break in the subject or the address adds no mail header', async () => {
  const owner = await api.owner();

  await owner.call(createTicket, { body: { ...issue, subject: 'Hello\r\nBcc: everybody@example.com\u2028X: y' } });
  const refused = await owner.send(createTicket, {
    body: { ...issue, email: 'ada@example.com\r\nBcc:everybody@example.com' },
  });

  expect(api.mails.at(-1)?.subject).toBe('Issue: Hello Bcc: everybody@example.com X: y');
  expect(refused.json()).toMatchObject({ code: 'invalidEmail' });
});

test('invisible characters of a pasted address or subject do not count', async () => {
  const owner = await api.owner();
  const [email, subject] = [`${'a'.repeat(88)}@example.com`, 's'.repeat(200)];

  await owner.call(createTicket, { body: { ...issue, email: `\u202a${email}\u202c`, subject: ` ${subject}\n` } });

  expect(api.mails.at(-1)).toMatchObject({ replyTo: email, subject: `Issue: ${subject}` });
});

test('unusual texts arrive unchanged', async () => {
  const owner = await api.owner();
  const body = '.\n..\nFrom me\n\u00a0\u202e‮ <script>alert(1)</script> 🦆 ﷽ \t"quoted" & \\n  ';

  await owner.call(createTicket, { body: { ...issue, body } });

  const mail = api.mails.at(-1);
  expect(mail?.text.startsWith(`${body}\n\n-- \n`)).toBe(true);
  expect(mail?.textEncoding).toBe('base64');
  expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('after ten tickets a tenant has to wait, and other tenants do not', async () => {
  const [owner, other] = [await api.owner(), await api.owner()];
  for (let sent = 0; sent < 10; sent += 1) await owner.call(createTicket, { body: issue });

  expect((await owner.send(createTicket, { body: issue })).statusCode).toBe(429);
  expect((await other.send(createTicket, { body: issue })).statusCode).toBe(204);
  api.clock.advance(16 * 60_000);
  expect((await owner.send(createTicket, { body: issue })).statusCode).toBe(204);
});

test.each([
  [{ asin: 'B0-C7' }, 'body.asin'],
  [{ marketplace: 'IN' }, 'body.marketplace'],
  [{ body: '' }, 'body.body'],
  [{ category: 'praise' }, 'body.category'],
])('a ticket with %o is refused', async (change, told) => {
  const owner = await api.owner();

  const refused = await owner.request({ method: 'POST', url: createTicket.path, payload: { ...issue, ...change } });

  expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining(told)]);
});
