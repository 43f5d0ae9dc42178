import { expect, test } from 'vitest';
import { buildChannelNews, buildPublicAnswer, publicUrl } from '../../../../../testing/channel-news.ts';
import { teams } from './teams.ts';

const cardIn = (body: string) => JSON.parse(body).attachments[0].content;
const textsOf = (body: string): string[] => cardIn(body).body.map(({ text }: { text: string }) => text);
const escaped = (productName: string): string =>
  textsOf(teams.alert([buildChannelNews({ productName })], publicUrl))[1] ?? '';

test('Teams is told by a card: the level by sign, word and colour, the product, from and to, and a button', () => {
  const body = teams.alert([buildChannelNews()], publicUrl);

  expect(JSON.parse(body)).toMatchObject({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null }],
  });
  expect(cardIn(body)).toEqual({
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text: '! Alert: Main image missing', wrap: true, weight: 'Bolder', color: 'Attention' },
      {
        type: 'TextBlock',
        text: '[Kettle](https://watch.example/home#pdet-7), US, B0C7XK4M2P, Analytical Engines',
        wrap: true,
      },
      { type: 'TextBlock', text: 'Main image → No main image', wrap: true },
      { type: 'TextBlock', text: 'The main image is gone from the product page', wrap: true },
    ],
    actions: [{ type: 'Action.OpenUrl', title: 'Open in Watchpost', url: 'https://watch.example/home#pdet-7' }],
  });
});

test('texts of others are no Markdown, also in the applications for phones, which read few backslashes', () => {
  expect(escaped('**x** _y_')).toContain(String.raw`[\*\*x\*\* \_y\_]`);
  expect(escaped('[y](https://evil.example)')).toContain(
    '[\uff3by\uff3d(https:\u200b/\u200b/\u200bevil.\u200bexample)]',
  );
  const [, , fromTo, message] = textsOf(
    teams.alert([buildChannelNews({ from: '- a', to: 'b', message: '1. {{DATE(2026-01-01T00:00:00Z)}}' })], publicUrl),
  );
  expect(fromTo).toBe('\u200b- a → b');
  expect(message).toMatch(/^\u200b1\. \{\u200b\{DATE/);
});

test('a workflow that is deleted, switched off or signed anew is gone; another refusal is not', () => {
  const switchedOff = '{"error":{"code":"WorkflowTriggerIsNotEnabled","message":"The trigger of 0a1b is disabled"}}';

  expect([401, 404].map((status) => teams.isGone(buildPublicAnswer(status, '')))).toEqual([true, true]);
  expect(teams.isGone(buildPublicAnswer(400, switchedOff))).toBe(true);
  expect(teams.isGone(buildPublicAnswer(400, '{"error":{"code":"InvalidRequestContent"}}'))).toBe(false);
  expect(teams.isGone(buildPublicAnswer(502, ''))).toBe(false);
  // The message contains the name of the workflow.
  expect(teams.explain(buildPublicAnswer(400, switchedOff))).toBe(' (WorkflowTriggerIsNotEnabled)');
  expect(teams.explain(buildPublicAnswer(404, '<html>'))).toBe('');
});

const invoke = '/workflows/0a1b/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0';

test('the address of a workflow is taken from the old host and from the new one', () => {
  const { refuseAddress } = teams.declaration;

  expect(refuseAddress(`https://prod-12.westeurope.logic.azure.com:443${invoke}&sig=x`)).toBeNull();
  expect(
    refuseAddress(
      `https://default0a.1b.environment.api.powerplatform.com/powerautomate/automations/direct${invoke}&sig=x`,
    ),
  ).toBeNull();
  expect(refuseAddress(`https://prod-12.westeurope.logic.azure.com${invoke}`)).toContain('sig');
  expect(refuseAddress(`https://logic.azure.com.evil.example${invoke}&sig=x`)).toContain('not the whole address');
  expect(refuseAddress('https://acme.webhook.office.com/webhookb2/0a1b/IncomingWebhook/2c')).toContain(
    'Make a workflow',
  );
});
