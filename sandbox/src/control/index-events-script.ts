/**
 * The event buttons for the chosen product, grouped under headings. A pair is one button that triggers an event, or
 * its undo event if it has already happened. Runs in the browser, before the page's script.
 */
export const indexEventsScript = `
const pair = (isThere, cause, undo) => (product) => isThere(product) ? { ...undo, isUndo: true } : cause;
const always = (event) => () => event;
const when = (isPossible, event) => (product) => isPossible(product) ? event : undefined;
const is = (label, type, more = {}) => ({ label, event: { type, ...more } });

const groups = [
  ['Offers', [
    when((p) => p.active && p.addToCart && p.buyBox, is('Lose the buy box', 'buyBoxLost')),
    when((p) => p.active && p.addToCart && !p.buyBox, is('Win the buy box', 'buyBoxWon')),
    always(is('A seller joins', 'sellerJoined')),
    when((p) => p.otherSellers > 0, is('A seller leaves', 'sellerLeft')),
    pair((p) => !p.addToCart, is('Remove add-to-cart', 'addToCartRemoved'), is('Restore add-to-cart', 'addToCartRestored')),
    pair((p) => !p.prime, is('Lose Prime', 'primeLost'), is('Win Prime', 'primeWon')),
  ]],
  ['Listing', [
    pair((p) => p.suspended, is('Suspend listing', 'listingSuspended'), is('Restore listing', 'listingRestored')),
    pair((p) => p.searchSuppressed, is('Hide from search', 'searchSuppressed'), is('Show in search', 'searchRestored')),
    pair((p) => !p.hasImage, is('Remove image', 'imageRemoved'), is('Restore image', 'imageRestored')),
    pair((p) => p.changed.details, is('Change the title', 'detailsChanged'), is('Restore the details', 'detailsRestored')),
    pair((p) => p.changed.package, is('Change the package', 'packageChanged'), is('Restore the package', 'packageRestored')),
    pair((p) => p.changed.category, is('Change the category', 'categoryChanged'), is('Restore the category', 'categoryRestored')),
    pair((p) => p.changed.parent, is('Change the parent', 'parentChanged'), is('Restore the parent', 'parentRestored')),
    pair((p) => p.changed.parentDetails, is('Change the parent\\u2019s title', 'parentDetailsChanged'), is('Restore the parent\\u2019s title', 'parentDetailsRestored')),
  ]],
  ['Customers', [
    always(is('A one-star review', 'reviewPosted')),
    when((p) => p.reviews > 0, is('Remove the newest review', 'reviewRemoved')),
    always(is('Change the rating', 'ratingChanged')),
    always(is('Bad seller feedback', 'feedbackReceived')),
    pair((p) => !p.bestSeller, is('Lose the best-seller badge', 'bestSellerBadgeLost'), is('Win the best-seller badge', 'bestSellerBadgeWon')),
    pair((p) => !p.choice, is('Lose the choice badge', 'choiceBadgeLost'), is('Win the choice badge', 'choiceBadgeWon')),
    pair((p) => !p.subscribeAndSave, is('Lose subscribe and save', 'subscribeAndSaveLost'), is('Win subscribe and save', 'subscribeAndSaveWon')),
    (p) => is('Vanish for \\u201c' + p.keywords[0] + '\\u201d', 'searchRankChanged', { keyword: p.keywords[0] }),
  ]],
  ['Stock, sales and fees', [
    when((p) => p.fulfillable > 0, is('Sell out in the warehouse', 'stockChanged', { fulfillable: 0, inbound: 0 })),
    when((p) => p.fulfillable === 0, is('Fill the warehouse', 'stockChanged', { fulfillable: 200 })),
    when((p) => p.ownQuantity > 0, is('Sell out our own units', 'ownStockChanged', { quantity: 0 })),
    when((p) => p.ownQuantity === 0, is('Fill up our own units', 'ownStockChanged', { quantity: 40 })),
    when((p) => p.unitsPerDay > 0 && p.demand === 1, is('Sales drop', 'salesDropped')),
    when((p) => p.demand !== 1, is('Sales recover', 'salesRecovered')),
    when((p) => p.fulfillable !== null && !p.changed.fee, is('Raise the FBA fee', 'fbaFeeChanged')),
    when((p) => p.changed.fee, is('Restore the FBA fee', 'fbaFeeRestored')),
    always(is('Nothing but noise', 'noise')),
  ]],
];
`;
