import { formatCount, productCount } from '@app/shared/base/format-count.ts';

/** "180 tracked listings (*)": section 2 marks a number that is not saved. */
export const trackedListings = (tracked: number, isChanged: boolean): string =>
  `${formatCount(tracked)} tracked ${tracked === 1 ? 'listing' : 'listings'}${isChanged ? ' (*)' : ''}`;

/** The text of a save or an import, with the products that are not tracked yet because of the budget. */
export const doneText = (done: string, heldBack: number): string =>
  heldBack === 0 ? done : `${done}. ${productCount(heldBack)} will be tracked when the budget allows it`;

export const changeCount = (count: number): string =>
  `${formatCount(count)} unsaved ${count === 1 ? 'change' : 'changes'}`;
