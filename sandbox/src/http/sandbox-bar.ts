import { html } from './html.ts';

/** Page header of the sandbox's own pages; pages that imitate Amazon do not use it. */
export const sandboxBar = html`<header class="bar">
  <a href="/"><b>Watchpost sandbox</b></a>
  <nav aria-label="Sandbox">
    <a href="/">Events</a>
    <a href="/sandbox/inbox">Inbox</a>
    <a href="/sandbox/payments">Payments</a>
    <a href="/seller-central-na/appstore">Seller Central</a>
  </nav>
</header>`;
