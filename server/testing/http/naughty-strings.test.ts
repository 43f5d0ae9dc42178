import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { beforeAll, expect, test } from 'vitest';
import { addUser, getSettings, putSettings } from '@app/shared/contract/accounts.ts';
import { addChannel, listChannels } from '@app/shared/contract/channels.ts';
import { exportSpreadsheet } from '@app/shared/contract/spreadsheets.ts';
import { createKeyword } from '@app/shared/contract/triage.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { phraseOf } from '@app/shared/domain/inputs/keyword.ts';
import { withClient } from '../../../scripts/postgres/database.ts';
import { slack } from '../../src/features/delivering/transports/channels/slack.ts';
import { webhook } from '../../src/features/delivering/transports/channels/webhook.ts';
import { alertMail } from '../../src/features/delivering/composing/alert/mail/alert-mail.ts';
import { linksFor } from '../../src/features/delivering/composing/mail-links.ts';
import { defuseFormula } from '../../src/lib/spreadsheet/defuse.ts';
import { readSpreadsheet } from '../../src/lib/spreadsheet/read-spreadsheet.ts';
import { populate, type PopulatedTenant } from '../database/populate.ts';
import { picturesAt } from '../mails/pictures.ts';
import { buildProductOf } from '../observing/products.ts';
import { type Owner, testApi } from './api.ts';
import { injectionOf } from './browser.ts';
import { endpoints, exampleOf, isStream } from './endpoints.ts';
import { allNaughty, naughtyStrings } from './naughty-strings.ts';
import { type TextField, textFieldsOf, withTextAt } from './text-fields.ts';

const api = testApi();
let owner: Owner;
let data: PopulatedTenant;

beforeAll(async () => {
  owner = await api.owner();
  data = await withClient(api.database.superuserUrl, (client) =>
    populate(client, { tenantId: owner.tenantId, marker: 'MARKERN' }),
  );
});

/** Calls that hash a password take a quarter of a second, and some calls send mail. They get fewer texts. */
const costly = /logIn|signUp|Password|sendTestMail|createTicket/;

/**
 * One text of each class per field, and another one for the next field. Together they cover all texts in a few
 * thousand requests.
 */
const oneOfEach = (field: number): readonly string[] =>
  Object.values(naughtyStrings).map((ofClass) => ofClass[field % ofClass.length] ?? '');

/** A URL cannot contain half of a surrogate pair or an empty segment. */
const fits = (part: TextField['part'], text: string): boolean =>
  part === 'body' || (text.isWellFormed() && text.length < 250 && text !== '');

const asked = endpoints.filter(
  (one) => !isStream(one) && !['signOut', 'deleteSeller', 'requestDeletion'].includes(one.name),
);

test('no text in any field of any call causes an internal error', async () => {
  const fields = asked.flatMap(({ name, endpoint }) => {
    const example = exampleOf(name, data);
    return textFieldsOf(endpoint, example).map((field) => ({ name, endpoint, example, ...field }));
  });
  const wrong: string[] = [];

  for (const [index, { name, endpoint, example, part, path }] of fields.entries()) {
    const texts = oneOfEach(index).filter((text) => fits(part, text));
    const tried = costly.test(name) ? texts.slice(index % 4, (index % 4) + 1) : texts;
    await Promise.all(
      tried.map(async (text) => {
        const request = injectionOf(endpoint, { ...example, [part]: withTextAt(example[part], path, text) });
        const { statusCode, body } = await owner.request(request);
        const told = `${name} ${part}.${path.join('.')} = ${JSON.stringify(text).slice(0, 60)}: ${statusCode} ${body}`;
        if (statusCode >= 500) wrong.push(told);
      }),
    );
  }

  expect(wrong).toEqual([]);
  expect(fields.length).toBeGreaterThan(100);
});

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** A name is a text of one line. */
const asLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Texts that are shorter than the shortest length limit of a name. */
const asNames = allNaughty.filter((text) => isStorable(text) && asLine(text) !== '' && text.length <= 70);

/** Splits the list into parts of equal size. The last part is filled up from the beginning of the list. */
const inParts = <T>(list: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    [...list, ...list].slice(index * size, (index + 1) * size),
  );

test('names of people and seller accounts are returned unchanged, but for control characters, which become spaces', async () => {
  const writer = await api.owner();
  const { sellerAccountId } = await buildProductOf(api.worker, writer);

  for (const texts of inParts(asNames, 3)) {
    const [firstName = '', lastName = '', nickName = ''] = texts;
    await writer.call(putSettings, {
      body: { firstName, lastName, sellerAccountNewNames: { [sellerAccountId]: nickName } },
    });

    const answer = await writer.call(getSettings);
    const found = [answer.firstName, answer.lastName, answer.sellerAccounts[0]?.nickName];
    expect(found).toEqual(texts.map(asLine));
  }
});

test('a text that the database cannot store is refused', async () => {
  for (const text of allNaughty.filter((one) => !isStorable(one))) {
    expect((await owner.send(putSettings, { body: { firstName: text } })).statusCode).toBe(400);
  }
});

test('names of invited people are returned so too, and searched phrases as they are searched for', async () => {
  const writer = await api.owner();
  const { productId } = await buildProductOf(api.worker, writer);
  const texts = asNames.filter((_, index) => index % 11 === 5).slice(0, 8);

  for (const [index, text] of texts.entries()) {
    const email = `asked-${index}-${writer.email}`;
    await writer.call(addUser, { body: { email, firstName: text, lastName: text } });
    await writer.call(createKeyword, { body: { productId, keyword: text } });
  }

  const { emailAddresses } = await writer.call(getSettings);
  const { watchDogs } = await writer.call(stateOfTheWorld, { query: {} });
  const written = texts.map(asLine);
  expect(emailAddresses.slice(1).map(({ firstName }) => firstName)).toEqual(written);
  expect(emailAddresses.slice(1).map(({ lastName }) => lastName)).toEqual(written);
  const keywords = Object.values(watchDogs['keyword']?.items ?? {}).flat();
  expect(new Set(keywords.map(({ settings }) => settings?.keyword))).toEqual(new Set(texts.map(phraseOf)));
});

test('names of channels are returned unchanged, but for control characters, which become spaces', async () => {
  const writer = await api.owner();
  const texts = asNames.filter((_, index) => index % 4 === 0).slice(0, 20);
  for (const name of texts) {
    await writer.call(addChannel, { body: { kind: 'webhook', name, address: 'https://hooks.example.com/x' } });
  }

  const { channels } = await writer.call(listChannels);

  expect(channels.map(({ name }) => name)).toEqual(texts.map(asLine));
});

/** Product names from the marketplace may contain anything that the database can store. */
const names = allNaughty.filter((text) => isStorable(text) && text !== '' && text.length < 5000);

let products: readonly { readonly productId: string; readonly name: string }[];
let watcher: Owner;

beforeAll(async () => {
  watcher = await api.owner();
  const { sellerAccountId } = await buildProductOf(api.worker, watcher);
  const { rows } = await api.worker.tenant(watcher.tenantId, (tx) =>
    sql<{ productId: string; name: string }>`
      insert into products (
        tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at
      )
      select ${watcher.tenantId}, ${sellerAccountId}, 'US', 'B1' || lpad(n.place::text, 8, '0'), n.name, true, true, 1,
             ${api.clock.now()}
        from unnest(${names}::text[]) with ordinality as n (name, place)
      returning product_id as "productId", name`.execute(tx),
  );
  products = rows;
});

test('product names reach the page unchanged', async () => {
  const world = await watcher.call(stateOfTheWorld, { query: {} });

  const shown = new Map(world.products.map((product) => [product.productId, product.productName]));
  for (const { name, productId } of products) expect(shown.get(productId)).toBe(name);
});

test('product names reach the spreadsheet as texts that no program treats as formulas', async () => {
  const { rawPayload } = await watcher.send(exportSpreadsheet, { params: { prefix: 'inventory' } });

  const { rows } = await readSpreadsheet(new Uint8Array(rawPayload));
  const written = rows.map(({ cells }) => cells[3]);
  for (const { name } of products) {
    expect(written).toContainEqual(expect.toSatisfy((cell) => isSameText(String(cell), name)));
    expect(defuseFormula(name)).not.toMatch(/^[=+\-@\t\r]/);
  }
});

/** Whether the texts are equal except for line ends and characters that XML cannot contain. */
const isSameText = (one: string, other: string): boolean => asXml(one) === asXml(other);
const asXml = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
    .trim();

/** The tags that our mails use. */
const ourTags =
  /^(!doctype|html|head|meta|title|style|body|div|table|tbody|tr|td|span|a|img|br|p|b|strong|h1|h2|ul|li|hr)$/i;

const picture = 'https://pictures.example/skillet.png';

/** A flip with the text in all its text fields. */
const newsOf = (text: string) => ({
  at: api.clock.now(),
  type: 'price',
  colour: 'RED' as const,
  message: text,
  from: text,
  to: text,
  evidence: [{ label: text, value: text }],
  risk: null,
  incident: null,
  relation: null,
  isOver: false,
  itemId: 'price-1',
  revision: 1,
  productId: '1',
  productName: text,
  asin: 'B000000001',
  marketplace: 'US',
  imageUrl: picture,
  sellerAccountId: '1',
  sellerAccountName: text,
});
const publicUrl = 'https://watch.example';

test('texts stay text in mails and become neither markup nor links nor headers', async () => {
  const email = 'ada@example.com';
  const clock = { timeZone: null, offsetMinutes: 0, adjustsToDst: false, region: null };
  const reader = { email, clock, alertSubject: 'DETAILED', isCollected: false } as const;
  const links = linksFor(
    { ...api.ctx, config: { publicUrl } },
    { tenantId: data.tenantId, emailAddressId: '1', email: 'ada@example.com' },
  );
  const all = names.map(newsOf);
  const mails = [...all.map((one) => [one]), all].map((news) =>
    alertMail({ reader, links, publicUrl, news, pictures: picturesAt(picture) }),
  );

  const transport = createTransport({ streamTransport: true, buffer: true });
  for (const mail of mails) {
    for (const [tag, name = ''] of mail.html.matchAll(/<\/?([^\s>/]*)[^>]*>?/g)) {
      expect(name).toMatch(ourTags);
      expect(tag).not.toMatch(/\son\w+\s*=/i);
    }
    for (const [, href] of mail.html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\/watch\.example\//);
    const { headers, attachments } = mail;
    const envelope = { from: email, to: email, headers: { ...headers }, attachments: [...attachments] };
    const { message } = await transport.sendMail({ ...mail, ...envelope });
    const [head = ''] = Buffer.isBuffer(message) ? message.toString().split('\r\n\r\n') : [];
    expect(head).not.toMatch(/^(Bcc|Set-Cookie):/im);
    expect(head.match(/^Subject:/gim)).toHaveLength(1);
  }
});

test('texts reach webhooks unchanged, and Slack without mentions or links', () => {
  for (const name of names) {
    const news = newsOf(name);
    expect(JSON.parse(webhook.alert([news], publicUrl)).data.product.name).toBe(name);
    for (const others of [[], [news, news, news]]) {
      const { blocks } = JSON.parse(slack.alert([news, ...others], publicUrl));
      for (const { text } of blocks) {
        expect(text.text.length).toBeLessThanOrEqual(3000);
        expect(text.text.replaceAll(/<https:\/\/watch\.example\/home#pdet-1\|[^<>]*>/g, '')).not.toMatch(/[<>]/);
      }
    }
  }
});
