import * as z from 'zod/mini';
import { acceptInvitation } from '../../e2e/harness/invited-user.ts';
import { sandboxAt } from '../../e2e/harness/sandbox.ts';
import { seededSellers } from '../../sandbox/src/world/model/seller.ts';
import { confirmAddress } from '../sessions/confirm-address.ts';
import { demoLogin } from '../sessions/demo.ts';
import type { Stage } from '../sessions/demo.ts';
import { productSession } from '../sessions/product-session.ts';
import type { ProductSession } from '../sessions/product-session.ts';

interface LargeAccount {
  readonly owner: ProductSession;
  /** A user without access to one of the seller accounts. */
  readonly user: ProductSession;
}

const ownersEmail = 'margarethe.hollenstein-achterberg@household-goods-international.example';
const users = [
  { email: 'ann@watchpost.test', firstName: 'Ann', lastName: 'Ames' },
  { email: 'bo@watchpost.test', firstName: 'Bo', lastName: 'Bergström' },
  {
    email: 'wilhelmina.featherstonehaugh-cholmondeley@household-goods-international.example',
    firstName: 'Wilhelmina Alexandra Josephine',
    lastName: 'Featherstonehaugh-Cholmondeley',
  },
  { email: 'operations.night@watchpost.test', firstName: 'Noor', lastName: 'Nachtwacht' },
  { email: 'k@watchpost.test', firstName: 'K', lastName: 'O' },
];
/** The names of the places whose mail addresses are added. With the owner and the users there are thirty addresses. */
const places = 'ops stock warehouse.north warehouse.south returns finance buying agency us uk de fr es it nl ca mx in'
  .split(' ')
  .concat(['very-long-department-name.supply-chain-and-logistics.europe', 'ppc', 'brand', 'photo', 'legal', 'board']);

const idShape = z.object({ id: z.string() });
const settingsShape = z.object({
  emailAddresses: z.array(z.object({ email: z.string(), emailAddressId: z.string() })),
  sellerAccounts: z.array(z.object({ sellerId: z.string() })),
});

/** Creates an account with many entries in every list of the settings, and with long names. */
export async function largeAccount(stage: Stage): Promise<LargeAccount> {
  const owner = productSession(stage.productUrl);
  await owner.signUp({
    email: ownersEmail,
    password: demoLogin.password,
    firstName: 'Margarethe',
    lastName: 'Hollenstein-Achterberg',
    companyName: 'Hollenstein, Achterberg & Daughters Household Goods International GmbH & Co. KG',
  });
  // An owner whose own address is not confirmed can neither connect a seller account nor have mail sent to other
  // addresses.
  await confirmAddress(owner, { sandboxUrl: stage.sandboxUrl, email: ownersEmail });
  for (const seller of seededSellers) await owner.connectSeller(seller);
  await addAddresses(owner, stage);
  for (const added of users) await owner.post('/api/auth/addUser', { ...added, timezoneOffsetMins: 60 });
  await shareAndName(owner);
  await addChannels(owner);
  const url = stage.productUrl;
  const user = await acceptInvitation({ url, sandbox: sandboxAt(stage.sandboxUrl), email: 'ann@watchpost.test' });
  return { owner, user };
}

async function addAddresses(owner: ProductSession, { sandboxUrl }: Stage): Promise<void> {
  const changedEmailAddresses = [];
  for (const place of places) {
    const { id } = idShape.parse(JSON.parse((await owner.get('/api/id/generate')).text));
    changedEmailAddresses.push({ emailAddressId: id, isNew: true, email: `${place}@watchpost.test` });
  }
  await owner.put('/api/identity/settings', { changedEmailAddresses });
  const sandbox = sandboxAt(sandboxUrl);
  const confirmed = places.slice(0, 14).map((place) => `${place}@watchpost.test`);
  for (const email of confirmed) {
    await sandbox.waitForMail(email, ({ text }) => text.includes('/verifyemail#'));
    await confirmAddress(owner, { sandboxUrl, email });
  }
}

async function shareAndName(owner: ProductSession): Promise<void> {
  const settings = settingsShape.parse(JSON.parse((await owner.get('/api/identity/settings')).text));
  const [first, second] = settings.sellerAccounts.map(({ sellerId }) => sellerId);
  const idOf = (email: string) => settings.emailAddresses.find((one) => one.email === email)?.emailAddressId ?? '';
  await owner.put('/api/identity/settings', {
    changedEmailAddresses: [
      { emailAddressId: idOf('ann@watchpost.test'), sellersAccountAccessOff: first },
      { emailAddressId: idOf('k@watchpost.test'), sellersAccountAccessOff: [first, second].join(';') },
    ],
    sellerAccountNewNames: { [second ?? '']: 'Hollenstein Living, everything for the house and the garden, Europe' },
  });
}

async function addChannels(owner: ProductSession): Promise<void> {
  const channels = [
    { kind: 'webhook', name: 'Warehouse', address: 'https://warehouse.example/alerts?key=kept-secret' },
    { kind: 'slack', name: '#amazon-alerts', address: 'https://hooks.slack.com/services/T0/B0/kept-secret-4f2a' },
    { kind: 'discord', name: '#stock', address: 'https://discord.com/api/webhooks/1234567890/kept-secret-9c1d' },
    {
      kind: 'teams',
      name: 'Marketplace operations and listings',
      address:
        'https://default0a1b.2c.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/3d4e/triggers/manual/paths/invoke?api-version=1&sig=kept-secret-77e0',
    },
    {
      kind: 'telegram',
      name: 'Night shift',
      address: 'https://api.telegram.org/bot123456:kept-secret/sendMessage?chat_id=-1001234567890',
    },
    {
      kind: 'webhook',
      name: 'Enterprise resource planning of the holding, purchasing and disposition',
      address: 'https://integration.household-goods-international.example/hooks/inbound/watchpost/v2/alerts',
    },
  ];
  for (const channel of channels) await owner.post('/api/identity/channels', channel);
}
