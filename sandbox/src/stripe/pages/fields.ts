import { html, type Markup } from '../../http/html.ts';

interface Field {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly autocomplete?: string;
}

const field = ({ id, label, hint = '', autocomplete = 'off' }: Field): Markup =>
  html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      type="text"
      id="${id}"
      name="${id}"
      placeholder="${hint}"
      autocomplete="${autocomplete}"
      inputmode="${id === 'holder' ? 'text' : 'numeric'}"
      aria-describedby="${id}-error"
      spellcheck="false"
    />
    <p class="error" id="${id}-error" role="alert"></p>
  </div>`;

export const cardFields = html`${field({
    id: 'number',
    label: 'Card number',
    hint: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
  })}
  <div class="row">
    ${field({ id: 'expiry', label: 'Expiry date', hint: 'MM / YY', autocomplete: 'cc-exp' })}
    ${field({ id: 'cvc', label: 'CVC', hint: 'CVC', autocomplete: 'cc-csc' })}
  </div>`;

export const holderField = field({ id: 'holder', label: 'Account holder name', autocomplete: 'name' });

export const bankFields = html`<div class="row">
  ${field({ id: 'routing', label: 'Routing number', hint: '110000000' })}
  ${field({ id: 'account', label: 'Account number', hint: '000123456789' })}
</div>`;
