/** The kind whose card is to be shown as soon as it is drawn; null if there is none. */
let awaited: string | null = null;

/**
 * Leads to the card of a kind, if need be when the cards are drawn: their code may still be loaded. Returns a function
 * that ends the waiting.
 */
export function showCard(type: string): () => void {
  awaited = type;
  showAwaitedCard();
  return () => {
    awaited = null;
  };
}

/** Called when the cards are drawn. */
export function showAwaitedCard(): void {
  const card = awaited === null ? null : document.getElementById(awaited);
  if (!card) return;
  awaited = null;
  card.scrollIntoView({ block: 'start' });
  card.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}
