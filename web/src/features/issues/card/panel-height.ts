/** Specification, section 2: the height of a card's list in pixels. */
export function panelHeight(rows: number, layout: 'wide' | 'compact'): number {
  if (layout === 'compact') return 240;
  return rows > 4 ? 525 : rows * 130 + 20;
}
