import type { Page } from '@playwright/test';
import { setWorkAside, signUpOperator } from '../../e2e/harness/operating.ts';
import { operator } from '../../e2e/harness/operator.ts';
import { demoLogin } from '../sessions/demo.ts';
import { confirmAddress } from '../sessions/confirm-address.ts';
import type { ProductSession } from '../sessions/product-session.ts';
import type { TestHouse } from '../../e2e/harness/house.ts';
import type { Scene } from './photograph.ts';

const company = 'Hollenstein & Daughters';

const openTenant = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: company }).click();
  await page.getByRole('dialog').getByText('Last checks').waitFor();
};

export const operatorScenes: readonly Scene[] = [
  { name: 'operator', path: '/operator', isTall: true },
  { name: 'operator-tenant', path: '/operator', prepare: openTenant },
];

/** Signs an operator up, and creates packages and set-aside work to show. */
export async function castOperator(house: TestHouse): Promise<ProductSession> {
  const email = 'odile@watchpost.test';
  const names = { firstName: 'Odile', lastName: 'Operator', companyName: company };
  const session = await signUpOperator(house, { ...names, email, password: demoLogin.password });
  if (house.sandbox) await confirmAddress(session, { sandboxUrl: house.sandbox.url, email });
  await session.connectSeller({ region: 'NA', sellingPartnerId: 'A1MRWBY5P8XGZ2' });
  await operator(house, 'package', 'spring', '--description', 'Spring offer', '--discount', '20', '--trial-days', '60');
  await operator(house, 'code', 'SPRING-26', 'spring');
  await setWorkAside(house, email);
  return session;
}
