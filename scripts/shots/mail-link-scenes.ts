import type { Page } from '@playwright/test';
import { dayMs } from '@app/shared/base/time.ts';
import type { MailLink } from '@app/shared/contract/mail-links.ts';
import type { Scene } from './photograph.ts';

const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

const issue: MailLink = {
  purpose: 'mute',
  email: 'ann@acme.example',
  scope: null,
  headline: 'Buy box lost',
  productName: 'Cast-iron skillet 26 cm, pre-seasoned, for all hobs, the oven, the grill and an open fire',
  marketplace: 'US',
  level: 'Alert',
  usedAt: null,
  mutedUntil: inDays(1),
  isMutedLonger: false,
};

const path = '/mail-action#token';
const mockLink = (link: MailLink) => (page: Page) =>
  page.route('**/api/mail/*', (route) => route.fulfill({ json: link }));
const pressButton = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('button').click();
  await page.getByRole('main').getByRole('link').waitFor();
};

const scene = (name: string, link: Partial<MailLink>): Scene => ({
  name: `link-${name}`,
  path,
  before: mockLink({ ...issue, ...link }),
  prepare: (page) => page.getByRole('main').getByRole('button').waitFor(),
});

const outOfDate = {
  status: 400,
  json: {
    error: 'Bad Request',
    code: 'mailLinkExpired',
    message: 'This link is out of date. Please do this in Watchpost',
  },
};
const confirming = '**/api/identity/emailverification/confirm';
const waitForLink = (page: Page): Promise<void> => page.getByRole('main').getByRole('link').waitFor();

/** The pages behind the links in mails: before the action, after it, and with an expired link. */
export const mailLinkScenes: readonly Scene[] = [
  scene('mute', {}),
  scene('done', { purpose: 'done' }),
  scene('fewer', { purpose: 'fewer' }),
  scene('unsubscribe', { purpose: 'unsubscribe', scope: 'alerts' }),
  { ...scene('muted', {}), prepare: pressButton },
  { ...scene('muted-longer', { mutedUntil: inDays(7), isMutedLonger: true }), prepare: waitForLink },
  { ...scene('unsubscribed', { purpose: 'unsubscribe', scope: 'digest' }), prepare: pressButton },
  {
    name: 'link-expired',
    path,
    before: (page) => page.route('**/api/mail/describe', (route) => route.fulfill(outOfDate)),
    prepare: (page) => page.getByRole('heading', { name: 'This link does not work' }).waitFor(),
  },
  {
    name: 'link-address-confirmed',
    path: '/verifyemail#token',
    before: (page) => page.route(confirming, (route) => route.fulfill({ status: 204 })),
    prepare: waitForLink,
  },
  {
    name: 'link-address-expired',
    path: '/verifyemail#token',
    before: (page) => page.route(confirming, (route) => route.fulfill(outOfDate)),
    prepare: waitForLink,
  },
];
