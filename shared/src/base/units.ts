/**
 * The largest value of an `integer` column. A larger number is an error of the source, and this value is stored
 * instead.
 */
export const mostUnits = 2_147_483_647;
