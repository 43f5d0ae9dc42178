/**
 * Formats a whole number with a comma between thousands: 12,345. `toLocaleString` constructs a format of the browser,
 * which takes 20 ms on a fast computer when a page does it for the first time.
 */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
