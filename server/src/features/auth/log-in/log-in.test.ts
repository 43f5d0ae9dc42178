import { expect, test } from 'vitest';
import { isAuthenticated, logIn, signOut } from '@app/shared/contract/auth.ts';
import { ownersPassword, testApi } from '../../../../testing/http/api.ts';
import { minuteMs } from '@app/shared/base/time.ts';

const api = testApi();
const wrong = 'wrong horse 1';

const attempt = (email: string, password: string, network = '198.51.100.1') =>
  api.browser(network).send(logIn, { body: { email, password } });

async function attempts(times: number, make: (n: number) => ReturnType<typeof attempt>): Promise<number[]> {
  const statuses = [];
  for (let n = 0; n < times; n += 1) statuses.push((await make(n)).statusCode);
  return statuses;
}

test('the right address and password log in, in any spelling of the address', async () => {
  const { email } = await api.owner();
  const browser = api.browser();

  await browser.call(logIn, { body: { email: `  ${email.toUpperCase()}\t`, password: ownersPassword } });

  expect(await browser.call(isAuthenticated)).toMatchObject({ email });
});

test('a wrong password and an unknown address get the same answer', async () => {
  const { email } = await api.owner();

  const wrongPassword = await attempt(email, wrong);
  const unknown = await attempt('nobody@example.com', wrong);

  expect(wrongPassword.statusCode).toBe(401);
  expect(wrongPassword.json().message).toBe('Wrong e-mail address or password');
  expect({ ...wrongPassword.json(), requestId: '' }).toEqual({ ...unknown.json(), requestId: '' });
  expect(wrongPassword.cookies.map(({ name }) => name)).toEqual(unknown.cookies.map(({ name }) => name));
});

test('after ten wrong passwords a network is locked out of that address for 15 minutes, even with the right one', async () => {
  const { email } = await api.owner();
  const network = '198.51.100.10';

  expect(await attempts(10, () => attempt(email, wrong, network))).toEqual(Array(10).fill(401));
  expect((await attempt(email, ownersPassword, network)).json().code).toBe('tooManyRequests');
  expect((await attempt(email, ownersPassword, '198.51.100.11')).statusCode).toBe(204);

  api.clock.advance(15 * minuteMs + 1);
  expect((await attempt(email, ownersPassword, network)).statusCode).toBe(204);
});

test('a browser that has logged in before is kept out by no guesses from elsewhere, and may itself guess ten times', async () => {
  const { email } = await api.owner();
  const known = api.browser('198.51.104.1');
  await known.call(logIn, { body: { email, password: ownersPassword } });
  await known.call(signOut);
  const again = async (password: string) => (await known.send(logIn, { body: { email, password } })).statusCode;

  const elsewhere = await attempts(51, (n) => attempt(email, wrong, `203.0.${n}.1`));
  await attempts(50, (n) => attempt(`victim${n}@example.com`, wrong, '198.51.104.1'));

  expect(elsewhere.slice(49)).toEqual([401, 429]);
  expect((await attempt(email, ownersPassword, '203.0.113.200')).statusCode).toBe(429);
  expect(await again(ownersPassword)).toBe(204);
  await known.call(signOut);
  for (let n = 0; n < 10; n += 1) expect(await again(wrong)).toBe(401);
  expect(await again(ownersPassword)).toBe(429);
});

test('the mark of a browser is of use for its own login only, and a forged one for none', async () => {
  const { email } = await api.owner();
  const other = await api.owner();
  const stranger = api.browser('198.51.105.1');
  await stranger.call(logIn, { body: { email: other.email, password: ownersPassword } });
  const mark = stranger.cookies.get('watchpost_browser') ?? '';
  expect(mark).not.toBe('');
  const guess = (marks: string, n: number) => {
    const browser = api.browser(`203.1.${n}.1`);
    browser.cookies.set('watchpost_browser', marks);
    return browser.send(logIn, { body: { email, password: wrong } });
  };

  const marks = [mark, `${mark}~x~a.b.c.d`, 'k1.AAAA.AAAA.AAAA', '~'.repeat(300)];
  expect((await attempts(51, (n) => guess(marks[n % marks.length] ?? '', n))).slice(49)).toEqual([401, 429]);
});

test('five people share a browser, and the sixth takes the place of the first', async () => {
  const browser = api.browser('198.51.106.1');
  const owners = await Promise.all(Array.from({ length: 6 }, () => api.owner()));
  for (const { email } of owners) await browser.call(logIn, { body: { email, password: ownersPassword } });
  await browser.call(logIn, { body: { email: owners[5]?.email ?? '', password: ownersPassword } });

  expect(browser.cookies.get('watchpost_browser')?.split('~')).toHaveLength(5);
});

test('refused attempts do not prolong the lock', async () => {
  const { email } = await api.owner();
  await attempts(10, () => attempt(email, wrong, '198.51.101.99'));

  api.clock.advance(14 * minuteMs);
  expect(await attempts(2, () => attempt(email, wrong, '198.51.101.99'))).toEqual([429, 429]);
  api.clock.advance(minuteMs + 1);

  expect((await attempt(email, ownersPassword, '198.51.101.99')).statusCode).toBe(204);
});

test('the right password resets the count of wrong ones', async () => {
  const { email } = await api.owner();

  for (let round = 0; round < 3; round += 1) {
    await attempts(9, () => attempt(email, wrong, '198.51.102.1'));
    expect((await attempt(email, ownersPassword, '198.51.102.1')).statusCode).toBe(204);
  }
});

test('right passwords count neither against their network nor against their address', async () => {
  const { email } = await api.owner();

  const statuses = await attempts(51, () => attempt(email, ownersPassword, '192.0.2.60'));

  expect(new Set(statuses)).toEqual(new Set([204]));
});

test('a network that tries one password on many addresses is locked, and other networks are not', async () => {
  const { email } = await api.owner();
  const network = '192.0.2.55';

  const spraying = await attempts(51, (n) => attempt(`victim${n}@example.com`, wrong, network));

  expect(spraying.slice(0, 50)).toEqual(Array(50).fill(401));
  expect(spraying[50]).toBe(429);
  expect((await attempt(email, ownersPassword, network)).statusCode).toBe(429);
  expect((await attempt(email, ownersPassword, '192.0.2.56')).statusCode).toBe(204);
});

test('concurrent attempts are all counted', async () => {
  const { email } = await api.owner();

  const responses = await Promise.all(Array.from({ length: 25 }, () => attempt(email, wrong, '192.0.3.1')));

  expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
  expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15);
});
