import type { Page } from '@playwright/test';
import type { Scene } from './photograph.ts';

interface SecondSteps {
  readonly app: boolean;
  readonly passkey: { readonly challenge: string } | null;
}

/** Mocks a login whose password was right and that asks for these second factors. */
const mockSecondStep = (ways: SecondSteps) => (page: Page) =>
  page.route('**/api/auth/login/standard', (route) =>
    route.fulfill({ json: { secondStep: { token: 'token', recoveryCode: true, ...ways } } }),
  );

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('ann@acme.example');
  await page.getByLabel('Password', { exact: true }).fill('Long-enough-1');
  await press(page, 'Log in');
  await page.getByRole('button', { name: 'Back' }).waitFor();
}

async function giveWrongCode(page: Page): Promise<void> {
  await logIn(page);
  await page.getByLabel('Code of your app').fill('123456');
  await page.route('**/api/auth/login/code', (route) =>
    route.fulfill({
      status: 400,
      json: { error: 'Bad Request', code: 'wrongCode', message: 'This code is not right. Please take the newest one' },
    }),
  );
  await press(page, 'Log in');
  await page.getByRole('alert').waitFor();
}

/** Passkeys belong to a host name, so the passkey scene uses localhost instead of 127.0.0.1. */
export const secondStepScenes = (url: string): readonly Scene[] => {
  const byName = `${url.replace('127.0.0.1', 'localhost')}/login`;
  const app = { path: '/login', before: mockSecondStep({ app: true, passkey: null }) };
  return [
    { ...app, name: 'second-step-app', prepare: logIn },
    { ...app, name: 'second-step-wrong', prepare: giveWrongCode },
    {
      name: 'second-step-passkey',
      path: byName,
      before: mockSecondStep({ app: true, passkey: { challenge: 'AAAA' } }),
      prepare: logIn,
    },
    {
      ...app,
      name: 'second-step-recovery',
      prepare: async (page) => {
        await logIn(page);
        await press(page, 'Use a recovery code instead');
      },
    },
  ];
};
