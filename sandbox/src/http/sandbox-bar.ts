import { html } from './html.ts';

/** The head of every page that belongs to the sandbox itself and not to something it stands in for. */
export const sandboxBar = html`<header class="bar">
  <a href="/"><b>Watchpost sandbox</b></a>
  <nav aria-label="Sandbox">
    <a href="/">Events</a>
    <a href="/sandbox/inbox">Inbox</a>
    <a href="/seller-central-na/appstore">Seller Central</a>
  </nav>
</header>`;
