import { html, type Markup } from '../../http/html.ts';
import { sandboxBar } from '../../http/sandbox-bar.ts';
import { declineCodes } from '../money/declines.ts';
import { paymentsScript } from './payments-script.ts';

const apiFaults: readonly (readonly [string, string])[] = [
  ['error', 'answers 500 and does nothing'],
  ['errorAfter', 'answers 500 although it has done it'],
  ['slow', 'answers slowly'],
  ['silent', 'never answers'],
  ['down', 'closes the connection'],
  ['tooMany', 'answers 429'],
  ['refused', 'answers 400'],
];

const webhookFaults: readonly (readonly [string, string])[] = [
  ['lost', 'are lost'],
  ['doubled', 'arrive twice'],
  ['shuffled', 'arrive in the wrong order'],
  ['late', 'arrive late'],
  ['forged', 'are preceded by a forgery'],
];

const options = (list: readonly (readonly [string, string])[]): Markup[] =>
  list.map(([value, label]) => html`<option value="${value}">${label}</option>`);

interface FaultForm {
  readonly type: string;
  readonly field: string;
  readonly label: string;
  readonly choices: readonly (readonly [string, string])[];
}

const faultForm = ({ type, field, label, choices }: FaultForm): Markup =>
  html`<form class="row" data-type="${type}">
    <label for="${type}">${label}</label>
    <select id="${type}" name="${field}">
      ${options(choices)}
    </select>
    <input type="number" name="count" value="1" min="1" max="1000" aria-label="How many" />
    <button type="submit">Apply</button>
  </form>`;

const tables = [
  'charges',
  'invoices',
  'customers',
  'paymentMethods',
  'setupIntents',
  'bankLinks',
  'disputes',
  'events',
  'deliveries',
];
const titles: Readonly<Record<string, string>> = {
  charges: 'Charges',
  invoices: 'Invoices',
  customers: 'Customers',
  paymentMethods: 'Payment methods',
  setupIntents: 'Setups',
  bankLinks: 'Linked bank accounts',
  disputes: 'Disputes',
  events: 'Events',
  deliveries: 'Webhook deliveries',
};

/** The page on which a person sees the data of the payment provider and makes payments fail. */
export const paymentsPage = {
  title: 'Payments · Watchpost sandbox',
  css: `
main .panel { overflow-x: auto; }
form.row { margin-bottom: 12px; } form.row label { flex: 0 0 210px; } form.row input { width: 80px; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { text-align: left; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td button { min-height: 28px; padding: 2px 8px; font-size: 12px; margin: 0 4px 4px 0; }
`,
  script: paymentsScript,
  body: html`${sandboxBar}
    <main class="wide">
      <h1>Payments</h1>
      <p class="dim">This payment provider is simulated. No money moves.</p>
      <section class="panel" aria-label="Make something happen">
        ${faultForm({
          type: 'decline',
          field: 'code',
          label: 'The next payments are declined',
          choices: declineCodes.map((code) => [code, code.replaceAll('_', ' ')] as const),
        })}
        ${faultForm({
          type: 'challenge',
          field: '',
          label: 'The next payments need the person',
          choices: [['', '3-D Secure']],
        })}
        ${faultForm({ type: 'webhooks', field: 'fault', label: 'The next webhooks', choices: webhookFaults })}
        ${faultForm({ type: 'api', field: 'fault', label: 'The next API call', choices: apiFaults })}
        <button type="button" id="clear">Clear all of these</button>
        <p id="said" class="dim" role="status"></p>
      </section>
      ${tables.map(
        (name) =>
          html`<section class="panel" aria-label="${titles[name] ?? name}">
            <h2>${titles[name] ?? name}</h2>
            <div id="${name}" class="dim">…</div>
          </section>`,
      )}
    </main>`,
};
