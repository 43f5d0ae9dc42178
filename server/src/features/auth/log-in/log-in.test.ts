import { expect, test } from 'vitest';
import { isAuthenticated, logIn } from '@app/shared/contract/auth.ts';
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

test('after ten wrong passwords an address is locked for 15 minutes, even for the right one and from any network', async () => {
  const { email } = await api.owner();

  expect(await attempts(10, (n) => attempt(email, wrong, `198.51.100.${10 + n}`))).toEqual(Array(10).fill(401));
  expect((await attempt(email, ownersPassword, '198.51.100.99')).json().code).toBe('tooManyRequests');

  api.clock.advance(15 * minuteMs + 1);
  expect((await attempt(email, ownersPassword)).statusCode).toBe(204);
});

test('refused attempts do not prolong the lock', async () => {
  const { email } = await api.owner();
  await attempts(10, (n) => attempt(email, wrong, `198.51.101.${n}`));

  api.clock.advance(14 * minuteMs);
  expect(await attempts(2, () => attempt(email, wrong, '198.51.101.99'))).toEqual([429, 429]);
  api.clock.advance(minuteMs + 1);

  expect((await attempt(email, ownersPassword)).statusCode).toBe(204);
});

test('the right password resets the count of wrong ones', async () => {
  const { email } = await api.owner();

  for (let round = 0; round < 3; round += 1) {
    await attempts(9, () => attempt(email, wrong, `198.51.102.${round}`));
    expect((await attempt(email, ownersPassword, `198.51.102.${round}`)).statusCode).toBe(204);
  }
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

  const responses = await Promise.all(Array.from({ length: 25 }, (_, n) => attempt(email, wrong, `192.0.3.${n}`)));

  expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
  expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15);
});
