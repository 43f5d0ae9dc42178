import { createAccessToken } from '@app/shared/contract/access-tokens.ts';
import { expect, test } from './harness/fixtures.ts';
import { violations } from './screens/violations.ts';

test('the page for developers describes the calls, and its examples work with a token', async ({
  page,
  signUp,
  request,
}) => {
  await page.goto('/developers');
  await expect(page.getByRole('heading', { name: 'GET /api/v1/alerts', exact: true })).toBeVisible();
  await expect(page.getByText('Watchpost v_3.4.2')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Watchpost, home' })).toHaveAttribute('href', '/home');
  expect(await violations(page)).toEqual([]);
  const examples = await page.getByRole('region', { name: /^Example of / }).allInnerTexts();
  expect(examples.length).toBeGreaterThan(10);

  const { session } = await signUp();
  const scopes = ['catalogue:read', 'hooks:write', 'billing:read'];
  const created = await session.post('/api/identity/access-token', { name: 'Examples', scopes });
  const { token } = createAccessToken.response.parse(JSON.parse(created.text));
  const reads = examples.flatMap((text) => /^curl "([^"$]+)"/.exec(text)?.[1] ?? []);
  expect(reads.length).toBeGreaterThan(6);
  for (const address of reads) {
    const answer = await request.get(address, { headers: { authorization: `Bearer ${token}` } });
    expect([address, answer.status()]).toEqual([address, 200]);
  }
});
